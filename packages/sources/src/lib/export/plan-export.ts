import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { applyBlock, type Diagnostic, findBlocks, type ManagedBlock } from '@onesoul/core'
import { readEach, readFileSafely } from '@onesoul/disk'
import { blockContext, findBlock } from '../overlay/overlay-file.ts'
import type { ProjectPlace } from '../project-state/project-place.ts'
import {
  EXPORT_BLOCK,
  type ExportPlan,
  type ExportStatus,
  type ExportTarget,
  type LeftBlock,
  type PlannedFile,
} from './export-target.ts'
import { applyExport, beginsWith, stripExport } from './preamble-block.ts'

export interface ExportRequest {
  readonly body: string
  readonly targets: readonly ExportTarget[]
  /** Every file that an export may write, so that blocks which nothing asks for any more are found. */
  readonly known: readonly Pick<ExportTarget, 'path' | 'preamble'>[]
  /** Replace what was edited. Default: false. */
  readonly force?: boolean
}

/** Says what an export would do to the files of a work tree. Changes nothing. */
export async function planExport(place: ProjectPlace, request: ExportRequest): Promise<ExportPlan> {
  const wanted = writtenBlock(request.body)
  const read = await readEach(request.targets, (target) => readTarget(place, target))
  const groups = groupByFile(read)
  const planned = groups.map((group) => planFile(place, group, { ...request, ...wanted }))
  const there = new Set(read.map(({ realPath }) => realPath))
  const blocks = await readEach(request.known, (known) => findLeft(place, known, request.force))
  const left = new Map<string, LeftBlock>()
  for (const one of blocks) {
    // Of two names of one file the first stands for both.
    const realPath = one?.found.realPath
    if (one && realPath && !there.has(realPath) && !left.has(realPath)) left.set(realPath, one)
  }
  return {
    ...wanted,
    files: planned.map(({ file }) => file),
    left: [...left.values()],
    diagnostics: [
      ...read.flatMap(({ diagnostics }) => diagnostics),
      ...planned.flatMap(({ diagnostics }) => diagnostics),
    ],
  }
}

/** What every file will hold. */
function writtenBlock(text: string): { readonly body: string; readonly sha256: string } {
  const context = blockContext(NOWHERE)
  const { value } = applyBlock(null, { id: EXPORT_BLOCK, body: text }, context)
  const block = findBlock(value?.bytes ?? null, EXPORT_BLOCK, context)
  return { body: block?.body ?? '', sha256: block?.sha256 ?? '' }
}

const NOWHERE = { place: { root: '/' } as ProjectPlace, path: '/' }

interface ReadTarget {
  readonly target: ExportTarget
  readonly found: PlannedFile['found']
  readonly realPath: string
  readonly diagnostics: readonly Diagnostic[]
}

async function readTarget(place: ProjectPlace, target: ExportTarget): Promise<ReadTarget> {
  const path = join(place.root, target.path)
  const outcome = await readFileSafely(path, { roots: [place.root] })
  const found = outcome.outcome === 'content' ? outcome : null
  const base = { target, found, realPath: found?.realPath ?? path }
  const other = await otherSpelling(path)
  if (other !== null) {
    const message = `${other} is there: where upper and lower case count as equal, the two are one file`
    const fix = `Rename it to ${basename(path)}.`
    return { ...base, diagnostics: [error('export.case', target.path, { message, fix })] }
  }
  if (outcome.outcome === 'failed') {
    const { message, fix } = outcome
    return { ...base, diagnostics: [error('export.unreadable', target.path, { message, fix })] }
  }
  const names = found ? (await stat(found.realPath)).nlink : 1
  if (names < 2) return { ...base, diagnostics: [] }
  const message = `the file has ${names} names (hard links), and a write would part them`
  const fix = 'Make the others symbolic links.'
  return { ...base, diagnostics: [error('export.hard-link', target.path, { message, fix })] }
}

async function otherSpelling(path: string): Promise<string | null> {
  const name = basename(path)
  const names = await readdir(dirname(path)).catch((): string[] => [])
  const same = (one: string): boolean => one !== name && one.toLowerCase() === name.toLowerCase()
  return names.find(same) ?? null
}

function error(
  code: string,
  path: string,
  { message, fix }: { readonly message: string; readonly fix: string | undefined },
): Diagnostic {
  const source = { root: 'worktree', path } as const
  return { code, severity: 'error', message, source, ...(fix !== undefined && { fix }) }
}

function groupByFile(read: readonly ReadTarget[]): readonly (readonly ReadTarget[])[] {
  const groups = new Map<string, ReadTarget[]>()
  for (const one of read) groups.set(one.realPath, [...(groups.get(one.realPath) ?? []), one])
  return [...groups.values()]
}

interface Planned {
  readonly file: PlannedFile
  readonly diagnostics: readonly Diagnostic[]
}

function planFile(
  place: ProjectPlace,
  group: readonly ReadTarget[],
  { body, force = false }: ExportRequest,
): Planned {
  const [first] = group
  const paths = group.map(({ target }) => target.path)
  const agents = group.flatMap(({ target }) => target.agents)
  const preambles = [...new Set(group.map(({ target }) => target.preamble))]
  const [preamble = ''] = preambles
  const found = first?.found ?? null
  const before = found?.bytes ?? null
  const context = blockContext({ place, path: join(place.root, paths[0] ?? '') })
  const block = findBlock(before, EXPORT_BLOCK, context) ?? null
  const change = applyExport(before, { preamble, body }, { ...context, force })
  const clash = preambles.length > 1 ? [collision(paths)] : []
  const broken = group.some(({ diagnostics }) => diagnostics.length > 0) || clash.length > 0
  const status = statusOf({ before, block, body, preamble, readable: change.value !== null })
  const after = broken ? null : (change.value?.bytes ?? null)
  const forced = force && applyExport(before, { preamble, body }, context).value === null
  const rest = before ? stripExport(before, preamble, { ...context, force: true }).value : null
  const foreign = (rest?.bytes?.length ?? 0) > 0
  const shown = broken ? 'broken' : status
  return {
    file: { paths, agents, status: shown, found, block, after, foreign, forced, preamble },
    diagnostics: [...clash, ...(broken ? [] : change.diagnostics)],
  }
}

function collision(paths: readonly string[]): Diagnostic {
  const message = `${paths.join(' and ')} are one file, and they need different beginnings`
  const fix = 'Make them files of their own.'
  return error('export.collision', paths[0] ?? '', { message, fix })
}

interface Seen {
  readonly before: Uint8Array | null
  readonly block: ManagedBlock | null
  readonly body: string
  readonly preamble: string
  /** The change was not refused. */
  readonly readable: boolean
}

function statusOf({ before, block, body, preamble, readable }: Seen): ExportStatus {
  if (before === null) return 'no-file'
  if (block === null) return readable ? 'no-block' : 'broken'
  if (block.edited || !beginsWith(before, preamble)) return 'edited'
  if (!readable) return 'broken'
  return block.body === body ? 'current' : 'stale'
}

/** The block of an export in a file that an export may write; `null` when there is none. */
async function findLeft(
  place: ProjectPlace,
  { path, preamble }: Pick<ExportTarget, 'path' | 'preamble'>,
  force = false,
): Promise<LeftBlock | null> {
  const file = { place, path: join(place.root, path) }
  const found = await readFileSafely(file.path, { roots: [place.root] })
  if (found.outcome !== 'content') return null
  const context = blockContext(file)
  const block = findBlocks(found.bytes, context).value?.find(({ id }) => id === EXPORT_BLOCK)
  if (!block) return null
  const { value, diagnostics } = stripExport(found.bytes, preamble, { ...context, force })
  return { path, found, block, after: value?.bytes ?? null, diagnostics }
}
