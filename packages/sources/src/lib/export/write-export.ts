import { join } from 'node:path'
import { findBlocks } from '@onesoul/core'
import { blockContext } from '../overlay/overlay-file.ts'
import type { OverlayFile } from '../overlay/overlay-target.ts'
import { keepCopy, makeFolders, replaceFile } from '../overlay/replace-file.ts'
import { keepWrittenBlock } from '../overlay/written-block.ts'
import { type ProjectPlace, withProjectLock } from '../project-state/project-place.ts'
import { type ExportRecord, keepExportRecord } from './export-record.ts'
import { EXPORT_BLOCK, type ExportPlan, type LeftBlock, type PlannedFile } from './export-target.ts'
import { type ExportRequest, planExport } from './plan-export.ts'

export interface WriteExportRequest extends ExportRequest {
  /** Also take out the blocks that nothing asks for any more. Default: false. */
  readonly prune?: boolean
  readonly record: Omit<ExportRecord, 'files'>
}

/** What became of an export. */
export interface WrittenExport {
  /** As it was carried out; with an error among its diagnostics nothing was. */
  readonly plan: ExportPlan
  /** Absolute paths of the copies that were kept of what was forced, by the path of the file. */
  readonly backups: Readonly<Record<string, string>>
}

/**
 * Writes a text into all files of an export, or into none: everything is read and judged before the first write, under
 * the lock of the project. A kill between two files leaves some written; the same call again writes the rest.
 *
 * @throws DiskError, SourcesError as `withProjectLock`; DiskError `conflict` when somebody else writes meanwhile
 */
export async function writeExport(
  place: ProjectPlace,
  request: WriteExportRequest,
): Promise<WrittenExport> {
  return withProjectLock(place, 'onesoul export', async () => {
    const found = await planExport(place, request)
    const left = request.prune ? found.left : []
    const diagnostics = [...found.diagnostics, ...left.flatMap((one) => one.diagnostics)]
    const plan = { ...found, diagnostics }
    if (diagnostics.some(({ severity }) => severity === 'error')) return { plan, backups: {} }
    const backups = new Map<string, string>()
    // First of all what is written where: a kill must leave nothing that nobody knows of.
    await keepExportRecord(place, { ...request.record, files: filesOf(plan) })
    for (const file of plan.files) await writeFile(place, file, backups)
    for (const one of left) await takeOut(place, one, backups)
    return { plan, backups: Object.fromEntries(backups) }
  })
}

function filesOf({ files, sha256 }: ExportPlan): ExportRecord['files'] {
  return files.flatMap(({ paths, agents }) => paths.map((path) => ({ path, agents, sha256 })))
}

async function writeFile(
  place: ProjectPlace,
  { paths, status, found, after, forced, preamble }: PlannedFile,
  backups: Map<string, string>,
): Promise<void> {
  const [path = ''] = paths
  const file: OverlayFile = { place, path: join(place.root, path) }
  const block = findBlocks(after ?? new Uint8Array(), blockContext(file)).value?.find(
    ({ id }) => id === EXPORT_BLOCK,
  )
  await keepWrittenBlock(file, block, preamble)
  if (status === 'current') return
  if (forced && found) backups.set(path, await keepCopy(file, found))
  await makeFolders(file)
  await replaceFile(file, { found, after })
}

async function takeOut(
  place: ProjectPlace,
  { path, found, block, after }: LeftBlock,
  backups: Map<string, string>,
): Promise<void> {
  const file: OverlayFile = { place, path: join(place.root, path) }
  if (block.edited) backups.set(path, await keepCopy(file, found))
  await replaceFile(file, { found, after })
}
