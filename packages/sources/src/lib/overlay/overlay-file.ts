import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'
import {
  applyBlock,
  type BlockChange,
  type BlockOptions,
  type Diagnostic,
  findBlocks,
  type ManagedBlock,
  stripBlock,
  stripForeignBlock,
  type WithDiagnostics,
} from '@onesoul/core'
import { DiskError, type ReadContent, readFileSafely } from '@onesoul/disk'
import { withProjectLock } from '../project-state/project-place.ts'
import type { OverlayFile } from './overlay-target.ts'
import { keepCopy, replaceFile } from './replace-file.ts'
import { keepWrittenBlock } from './written-block.ts'

/** What should become of a file. */
export type OverlayEdit =
  | { readonly kind: 'apply'; readonly id: string; readonly body: string }
  | { readonly kind: 'strip'; readonly id: string }
  | { readonly kind: 'strip-foreign'; readonly name: string }

export interface EditFileOptions {
  /** Change a block that was edited all the same, and keep a copy of the file. */
  readonly force?: boolean
  /** Say what would be done, and do nothing. */
  readonly dryRun?: boolean
}

/** What became of a file, or would. */
export interface EditedFile {
  /** `null`: there is no file. */
  readonly before: Uint8Array | null
  readonly after: Uint8Array | null
  readonly changed: boolean
  /** Absolute path of the copy that was kept. */
  readonly backup: string | null
}

/**
 * Changes one file of a work tree under the lock of the project: reads it, puts a block in or takes it out, and
 * replaces the file as a whole. The value is `null` when the change was refused, with file and line; then nothing was
 * touched.
 *
 * @throws DiskError, SourcesError as {@link withProjectLock}
 */
export async function editOverlayFile(
  file: OverlayFile,
  edit: OverlayEdit,
  options: EditFileOptions = {},
): Promise<WithDiagnostics<EditedFile | null>> {
  const { force = false, dryRun = false } = options
  const work = async (): ReturnType<typeof editOverlayFile> => {
    const found = await readOverlayFile(file)
    const before = found?.bytes ?? null
    const context = blockContext(file)
    const change = applyEdit(before, edit, { ...context, force })
    if (!change.value) return { value: null, diagnostics: change.diagnostics }
    const { bytes: after, changed } = change.value
    const done = { before, after, changed, backup: null }
    if (!changed || dryRun) return { value: done, diagnostics: change.diagnostics }
    const isForced = force && applyEdit(before, edit, context).value === null
    const backup = isForced && found ? await keepCopy(file, found) : null
    if (edit.kind === 'apply') await keepWrittenBlock(file, findBlock(after, edit.id, context))
    await replaceFile(file, { found, after })
    return { value: { ...done, backup }, diagnostics: change.diagnostics }
  }
  return dryRun ? work() : withProjectLock(file.place, `onesoul overlay ${edit.kind}`, work)
}

/** How trouble with the blocks of a file is named. */
export function blockContext({ place, path }: OverlayFile): BlockOptions {
  const label = relative(place.root, path).split(sep).join('/')
  return { source: { root: 'worktree', path: label }, sha256: hashOf }
}

/**
 * Reads a file of a work tree; `null` when there is none.
 *
 * @throws DiskError when something stands there that cannot be read
 */
export async function readOverlayFile({ place, path }: OverlayFile): Promise<ReadContent | null> {
  const found = await readFileSafely(path, { roots: [place.root] })
  if (found.outcome === 'missing') return null
  if (found.outcome === 'content') return found
  throw new DiskError('write-failed', found.message, { path })
}

/** The block of an id in a file; `undefined` without one, and when marks make no sense. */
export function findBlock(
  file: Uint8Array | null,
  id: string,
  context: BlockOptions,
): ManagedBlock | undefined {
  return findBlocks(file ?? new Uint8Array(), context).value?.find((block) => block.id === id)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

function applyEdit(
  before: Uint8Array | null,
  edit: OverlayEdit,
  options: BlockOptions,
): WithDiagnostics<BlockChange | null> {
  if (edit.kind === 'apply') return applyBlock(before, edit, options)
  if (edit.kind === 'strip') return stripBlock(before, edit.id, options)
  const nothing = { value: { bytes: null, changed: false }, diagnostics: [] as Diagnostic[] }
  return before ? stripForeignBlock(before, edit.name, options) : nothing
}
