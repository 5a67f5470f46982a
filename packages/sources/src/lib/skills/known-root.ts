import { lstat } from 'node:fs'
import type { RawSkill } from './raw-skill.ts'
import type { FileStamp, FoundSkill, ListedFolder } from './walk-root.ts'

/**
 * A file that changed so shortly before it was read may change again without a
 * trace: clocks of file systems are coarse, up to two seconds.
 */
const SETTLED_MS = 2_000

/** Numbers of a stamp: times of the content and of the entry, size, inode. */
const WIDTH = 4

/** What is known of the skills of one folder, from an earlier look. */
export interface KnownRoot {
  /**
   * The folders that were listed, relative to the root, `''` is the root; null when
   * their stamps would not tell that another look finds the same.
   */
  readonly folders: readonly string[] | null
  /** Of each SKILL.md that was read, relative to the root, `/`-separated. */
  readonly files: readonly string[]
  /** Four numbers for each folder, then for each file: ten thousand objects cost more than to ask the disk. */
  readonly stamps: Float64Array
  /** What each file says; null when it turns out that what was kept of it is damaged. */
  readonly raws: () => readonly RawSkill[] | null
}

export interface WalkedSkills {
  readonly found: readonly FoundSkill[]
  readonly listed: readonly ListedFolder[] | null
  /** What each of `found` says. */
  readonly raws: readonly RawSkill[]
}

/** What can be known from now on: files that may change without a trace, or could not be read, are left out. */
export function knowRoot({ found, listed, raws }: WalkedSkills, now: number): KnownRoot {
  const kept = [...found.keys()].filter((index) => isKept(found[index], raws[index], now))
  const still =
    listed !== null &&
    kept.length === found.length &&
    listed.every(({ stamp }) => isSettled(stamp, now))
  const folders = still ? listed : []
  const seen = [...folders, ...kept.map((index) => found[index])]
  const stamps = new Float64Array(seen.length * WIDTH)
  for (const [index, one] of seen.entries()) stamps.set(numbersOf(one?.stamp), index * WIDTH)
  const said = kept.map((index) => raws[index] as RawSkill)
  return {
    folders: still ? folders.map(({ path }) => path) : null,
    files: kept.map((index) => fileOf(found[index] as FoundSkill)),
    stamps,
    raws: () => said,
  }
}

/** A file as `KnownRoot` names it. */
export function fileOf({ path, file }: FoundSkill): string {
  return `${path}/${file}`
}

function isKept(one: FoundSkill | undefined, raw: RawSkill | undefined, now: number): boolean {
  return one?.stamp != null && raw?.isLasting === true && isSettled(one.stamp, now)
}

/** Whether a file with this stamp cannot have changed since without another one. */
function isSettled({ mtimeMs, ctimeMs }: FileStamp, at: number): boolean {
  return at - Math.max(mtimeMs, ctimeMs) > SETTLED_MS
}

function numbersOf(stamp: FileStamp | null | undefined): readonly number[] {
  return stamp ? [stamp.mtimeMs, stamp.ctimeMs, stamp.size, stamp.ino] : []
}

function isAt(stamps: Float64Array, index: number, now: FileStamp | undefined): boolean {
  const at = index * WIDTH
  return (
    now !== undefined &&
    stamps[at] === now.mtimeMs &&
    stamps[at + 1] === now.ctimeMs &&
    stamps[at + 2] === now.size &&
    stamps[at + 3] === now.ino
  )
}

/**
 * Whether every folder and file still is what it was, so that another look would
 * find the same: one question each to the disk, many at once.
 *
 * @param real the root's real path
 * @param meanwhile what can be done while the disk is busy; called once
 */
export function isUnchanged(
  { folders, files, stamps }: KnownRoot,
  real: string,
  meanwhile: () => void,
): Promise<boolean> {
  let open = files.length + (folders?.length ?? 0)
  if (folders === null || open === 0) return Promise.resolve(false)
  return new Promise((done) => {
    let same = true
    const look = (path: string, index: number): void => {
      lstat(path === '' ? real : `${real}/${path}`, (_, now) => {
        if (!isAt(stamps, index, now)) same = false
        if (--open === 0) done(same)
      })
    }
    for (let index = 0; index < folders.length; index++) look(folders[index] as string, index)
    for (let at = 0; at < files.length; at++) look(files[at] as string, folders.length + at)
    meanwhile()
  })
}

/** What is known of those files of a walk that did not change since; null for each other one. */
export function recallEach(
  known: KnownRoot | undefined,
  found: readonly FoundSkill[],
): readonly (RawSkill | null)[] {
  const raws = known?.raws() ?? null
  if (known === undefined || raws === null) return found.map(() => null)
  const at = new Map(known.files.map((file, index) => [file, index]))
  const first = known.folders?.length ?? 0
  return found.map((one) => {
    const index = at.get(fileOf(one))
    if (index === undefined || one.stamp === null) return null
    return isAt(known.stamps, first + index, one.stamp) ? (raws[index] ?? null) : null
  })
}
