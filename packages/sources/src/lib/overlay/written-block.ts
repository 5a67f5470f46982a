import { createHash } from 'node:crypto'
import type { ManagedBlock } from '@onesoul/core'
import * as v from 'valibot'
import { readProjectFile, writeProjectFile } from '../project-state/project-file.ts'
import type { OverlayFile } from './overlay-target.ts'

const WRITTEN: v.GenericSchema<unknown, { readonly sha256: string; readonly body: string }> =
  v.object({ sha256: v.string(), body: v.string() })

/**
 * The text that was written into a block of a file, to show a later edit against. `null` when another home wrote it, or
 * what is kept is not of this block.
 */
export async function readWrittenBlock(
  file: OverlayFile,
  { id, sha256 }: Pick<ManagedBlock, 'id' | 'sha256'>,
): Promise<string | null> {
  const { value } = await readProjectFile(file.place, nameOf(file, id), WRITTEN)
  return value?.sha256 === sha256 ? value.body : null
}

/**
 * Keeps the text of a block that will be written, and the place by which it is found again; one for each block of each
 * file. Only under the lock of the project.
 *
 * @param preamble - what stands above it in a file that is ours alone
 */
export async function keepWrittenBlock(
  file: OverlayFile,
  block: ManagedBlock | undefined,
  preamble = '',
): Promise<void> {
  if (!block) return
  const { id, sha256, body } = block
  const { root } = file.place
  const kept = { schemaVersion: 1, path: file.path, root, id, sha256, body, preamble }
  await writeProjectFile(file.place, nameOf(file, id), kept)
}

function nameOf({ path }: OverlayFile, id: string): string {
  const key = createHash('sha256').update(`${path}\0${id}`, 'utf8').digest('hex').slice(0, 16)
  return `blocks/${key}.json`
}
