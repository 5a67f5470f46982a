import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  BLOCK_ID,
  type BlockChange,
  type Diagnostic,
  stripBlock,
  type WithDiagnostics,
} from '@onesoul/core'
import { type ReadContent, readFileSafely, stateLayout } from '@onesoul/disk'
import * as v from 'valibot'
import { EXPORT_BLOCK } from '../export/export-target.ts'
import { stripExport } from '../export/preamble-block.ts'
import { readProjectFile } from '../project-state/project-file.ts'
import { type ProjectPlace, withProjectLock } from '../project-state/project-place.ts'
import { blockContext } from './overlay-file.ts'
import { replaceFile } from './replace-file.ts'

const RECEIPT = v.object({
  path: v.string(),
  id: v.pipe(v.string(), v.regex(BLOCK_ID)),
  root: v.optional(v.string()),
  preamble: v.optional(v.string()),
})

/** A block in somebody's file, by its receipt, and what stands there now. */
export interface NotedBlock {
  /** Absolute path of the file. */
  readonly path: string
  readonly id: string
  /** Why it stays; `null`: it can be taken out. */
  readonly kept: string | null
}

/** Lists the blocks that commands of a home wrote into files of work trees, and that are there. Changes nothing. */
export async function listNotedBlocks(home: string): Promise<readonly NotedBlock[]> {
  const receipts = await readReceipts(home)
  const judged = await Promise.all(receipts.map(judge))
  return judged.flatMap(({ noted }) => noted ?? [])
}

/** Takes the blocks out that can be, and forgets them and those that are gone; returns what became of each. */
export async function removeNotedBlocks(home: string): Promise<readonly NotedBlock[]> {
  const results: NotedBlock[] = []
  for (const receipt of await readReceipts(home)) {
    const work = (): Promise<NotedBlock | null> => removeNoted(receipt)
    const noted = await withProjectLock(receipt.place, 'onesoul uninstall', work)
    if (noted) results.push(noted)
  }
  return results
}

async function removeNoted(receipt: Receipt): Promise<NotedBlock | null> {
  const { noted, found, after } = await judge(receipt)
  if (noted !== null && noted.kept !== null) return noted
  if (noted) await replaceFile({ place: receipt.place, path: receipt.path }, { found, after })
  await rm(receipt.receipt, { force: true })
  return noted
}

interface Receipt {
  readonly place: ProjectPlace
  readonly path: string
  readonly id: string
  readonly preamble: string
  /** Absolute path of the receipt itself. */
  readonly receipt: string
}

async function readReceipts(home: string): Promise<readonly Receipt[]> {
  const { projects } = stateLayout(home)
  const keys = await readdir(projects).catch((): string[] => [])
  const found = await Promise.all(keys.sort().map((key) => readFolder(home, key)))
  return found.flat()
}

async function readFolder(home: string, key: string): Promise<readonly Receipt[]> {
  const folder = join(stateLayout(home).projects, key)
  const names = await readdir(join(folder, 'blocks')).catch((): string[] => [])
  const base = { home, folder, label: `state/projects/${key}`, lockWaitMs: 10_000 }
  const read = names.sort().map(async (name): Promise<readonly Receipt[]> => {
    const unknown = { ...base, root: folder, mainRoot: folder }
    const { value } = await readProjectFile(unknown, `blocks/${name}`, RECEIPT)
    if (!value) return []
    const root = value.root ?? dirname(value.path)
    const { path, id, preamble = '' } = value
    const receipt = join(folder, 'blocks', name)
    return [{ place: { ...base, root, mainRoot: root }, path, id, preamble, receipt }]
  })
  return (await Promise.all(read)).flat()
}

interface Judged {
  /** `null`: it is not there any more. */
  readonly noted: NotedBlock | null
  readonly found: ReadContent | null
  /** The file without it; `null`: there is none. */
  readonly after: Uint8Array | null
}

async function judge(receipt: Receipt): Promise<Judged> {
  const { place, path, id } = receipt
  const read = await readFileSafely(path, { roots: [place.root] })
  const judged = (kept: string | null): Judged => {
    return { noted: { path, id, kept }, found: null, after: null }
  }
  if (read.outcome === 'missing') return { noted: null, found: null, after: null }
  if (read.outcome === 'failed') return judged(read.message.replace(/\.$/, ''))
  const { value, diagnostics } = strip(read.bytes, receipt)
  if (value === null) return judged(whyKept(diagnostics))
  const { bytes: after, changed } = value
  return { noted: changed ? { path, id, kept: null } : null, found: read, after }
}

function strip(bytes: Uint8Array, receipt: Receipt): WithDiagnostics<BlockChange | null> {
  const { id, preamble } = receipt
  const context = blockContext(receipt)
  return id === EXPORT_BLOCK
    ? stripExport(bytes, preamble, context)
    : stripBlock(bytes, id, context)
}

function whyKept([first]: readonly Diagnostic[]): string {
  if (first?.code === 'block.edited') return 'it was edited since OneSoul wrote it'
  return first?.message.replace(/; nothing was changed$/, '') ?? 'it cannot be read'
}
