import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { OneSoulStage } from './onesoul.ts'
import type { Sandbox } from './sandbox.ts'
import { snapshotTree, type TreeSnapshot } from './tree-snapshot.ts'

/**
 * Every file and folder with its mode that a run of a program may have written:
 * its configuration, the person's home, the temporary folder, the repository.
 * What differs between any two bare runs is made equal; our own home is left out.
 */
export function filesOfARun({ sandbox }: OneSoulStage): Promise<TreeSnapshot> {
  const slug = slugOf(sandbox)
  const rename = (path: string): string | null => nameOf(path.replaceAll(slug, 'BASE'))
  return snapshotTree(sandbox.base, { rename, ignoreContent: () => true })
}

/** Left out: our home, objects named by a hash of the time, what a database keeps beside it, half-written files. */
const LEFT_OUT =
  /^soul(?:\/|$)|^tree\/\.git\/objects\/|\.sqlite-(?:wal|shm)$|shell_snapshots\/|opencode\/snapshot\/./

function nameOf(path: string): string | null {
  if (LEFT_OUT.test(path)) return null
  return path
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\b[0-9a-f]{40}\b/g, 'HASH')
    .replaceAll(/\.[0-9a-f]{16}-\d{8}\.so$/g, 'LIBRARY')
    .replaceAll(/\d{13}/g, 'TIME')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d-]+/g, 'DATE')
    .replaceAll(/(fswatch-probe-)\w+/g, '$1ID')
}

/** What those of the files say that a person reads or that a session consists of. */
export async function wordsOfARun({ sandbox, model }: OneSoulStage): Promise<object> {
  const entries = await readdir(sandbox.base, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(sandbox.base, join(entry.parentPath, entry.name)))
    .filter((path) => !/^(?:soul|tree|tmp)\//.test(path))
  const words = files.map(async (path) => {
    const read = READERS.find(([pattern]) => pattern.test(path))?.[1]
    if (read === undefined) return []
    const text = await readFile(join(sandbox.base, path), 'utf8')
    const own = text.replaceAll(model.url, 'MODEL').replaceAll(sandbox.base, 'BASE')
    return [[nameOf(path.replaceAll(slugOf(sandbox), 'BASE')), read(own)]]
  })
  return Object.fromEntries((await Promise.all(words)).flat().toSorted())
}

const READERS: readonly (readonly [RegExp, (text: string) => unknown])[] = [
  [/\.claude\.json$/, (text) => keysOf(JSON.parse(text))],
  [/\.jsonl$/, (text) => kindsOf(text.trim().split('\n'))],
  [/(?:config\.toml|opencode\.json|\.gitignore)$/, (text) => text],
]

function keysOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, below]) => keysOf(below, `${path}/${key}`))
}

/**
 * What was said, in its order, and which kinds of notes stand beside it. Claude
 * Code 2.1.332 writes such a note again whenever some seconds have gone by
 * (`last-prompt`, `atis-latch`: entries without an id, which no entry follows),
 * so how often and where says nothing about what a run was given.
 */
function kindsOf(lines: readonly string[]): object {
  const entries = lines.map((line) => JSON.parse(line) as Line)
  const isSaid = ({ uuid, payload }: Line): boolean => uuid !== undefined || payload !== undefined
  return {
    said: entries.filter(isSaid).map(kindOf),
    notes: [...new Set(entries.filter((entry) => !isSaid(entry)).map(kindOf))].toSorted(),
  }
}

function kindOf({ type, attachment, payload }: Line): string {
  return [type, attachment?.type, payload?.type, payload?.role].filter(Boolean).join(' ')
}

interface Line {
  readonly type: string
  readonly uuid?: string
  readonly attachment?: { readonly type: string }
  readonly payload?: { readonly type?: string; readonly role?: string }
}

/** The name that Claude Code makes of a path. */
function slugOf({ base }: Sandbox): string {
  return base.replaceAll(/[^A-Za-z0-9]/g, '-')
}

/** What must not be there after a run: files of a delivery, sockets, locks, leases, notes, processes. */
export async function leftoversOf({ sandbox, home }: OneSoulStage): Promise<readonly string[]> {
  const entries = await readdir(sandbox.base, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .filter(({ entry, path }) => {
      const ours = relative(home, path)
      return entry.isSocket() || /^state\/(?:deliver|locks)\//.test(ours) || isTemporary(ours)
    })
    .map(({ path }) => relative(sandbox.base, path))
  return [...files, ...processesOf(sandbox)]
}

function isTemporary(ours: string): boolean {
  return !ours.startsWith('..') && /\.tmp/.test(ours)
}

/** The command lines of all processes that were started in a sandbox. */
export function processesOf({ base, home }: Sandbox): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const isInside = `${readLink(pid)}/`.startsWith(`${base}/`)
      return isInside || readProc(pid, 'environ').split('\0').includes(`HOME=${home}`)
    })
    .map((pid) => `${pid} ${readProc(pid, 'cmdline').replaceAll('\0', ' ').trim()}`)
    .filter((line) => line.includes(' '))
}

function readLink(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // It ended meanwhile.
    return ''
  }
}

function readProc(pid: string, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // It ended meanwhile.
    return ''
  }
}
