import { PROJECT_CONFIG_FILE } from '../config/project-config.ts'
import type { Settings } from '../config/settings.ts'
import type { Worktree } from '../project/worktree.ts'
import type { ProjectSkills } from '../skills/project-skills.ts'
import type { TrustChange } from './trust-change.ts'
import { readPins, type TrustPins, writePins } from './trust-pins.ts'

/**
 * Whether a work tree's text may bind.
 * `trusted`: every instruction file is the one that was pinned. `changed`: some
 * are not, see `changes`. `unknown`: nothing was pinned yet.
 */
export interface TrustReport {
  readonly status: 'trusted' | 'changed' | 'unknown'
  /** Whether to treat the files as the person's own; decided by `status` and the setting. */
  readonly trusted: boolean
  /** One phrase for people: what decided. */
  readonly reason: string
  /** Against the pins; a file that is gone is listed and takes no trust away. */
  readonly changes: readonly TrustChange[]
  readonly pinnedAt: string | null
}

export interface TrustInput {
  readonly home: string
  readonly worktree: Worktree
  /** Of the work tree, to be pinned with it. Default: the pins of skills stay as they are. */
  readonly skills?: ProjectSkills
}

/** Compares a work tree's files, as they were read, with its pins. `setting` is `project.trust`. */
export async function readTrust(
  input: TrustInput,
  setting: Settings['project']['trust'],
): Promise<TrustReport> {
  const pins = await readPins(input.home, input.worktree.mainRoot)
  const compared = comparePins(input.worktree, pins)
  if (setting === 'never') return { ...compared, trusted: false, reason: 'project.trust is never' }
  if (setting === 'always') return { ...compared, trusted: true, reason: 'project.trust is always' }
  return compared
}

/**
 * Pins the files of a work tree as they were read, so that exactly these bytes
 * are trusted. Files of other working directories of the tree stay pinned.
 */
export async function pinTrust(input: TrustInput, now: Date = new Date()): Promise<TrustPins> {
  const { home, worktree, skills } = input
  const current = new Map([...skillHashes(skills), ...currentFiles(worktree)])
  const gone = (path: string): boolean =>
    (inChain(worktree, path) || isOfSkills(path, skills)) && !current.has(path)
  return writePins({
    home,
    mainRoot: worktree.mainRoot,
    now,
    texts: new Map([...skillTexts(skills), ...currentTexts(worktree)]),
    update: (files) => {
      const kept = Object.entries(files).filter(([path]) => !gone(path))
      return Object.fromEntries([...new Map([...kept, ...current])].sort(byPath))
    },
  })
}

function skillHashes(skills: ProjectSkills | undefined): readonly (readonly [string, string])[] {
  return (skills?.files ?? []).map(({ path, sha256 }) => [path, sha256])
}

function skillTexts(skills: ProjectSkills | undefined): readonly (readonly [string, string])[] {
  return (skills?.files ?? []).flatMap(({ sha256, text }) =>
    text === null ? [] : [[sha256, text]],
  )
}

function isOfSkills(path: string, skills: ProjectSkills | undefined): boolean {
  return skills?.roots.some((root) => path.startsWith(`${root}/`)) ?? false
}

function byPath([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1
}

function comparePins(worktree: Worktree, pins: TrustPins | null): TrustReport {
  const current = currentFiles(worktree)
  const base = { pinnedAt: pins?.pinnedAt ?? null }
  if (pins === null) {
    if (current.size > 0) {
      const reason = 'nothing of this work tree was pinned yet'
      return { ...base, status: 'unknown', trusted: false, reason, changes: allAdded(current) }
    }
    const reason = 'there is no instruction file to trust'
    return { ...base, status: 'unknown', trusted: true, reason, changes: [] }
  }
  const changes = listChanges(worktree, current, pins)
  const broken = changes.filter(
    ({ path, change }) => change !== 'removed' || path === PROJECT_CONFIG_FILE,
  )
  if (broken.length === 0) {
    return { ...base, status: 'trusted', trusted: true, reason: 'pinned', changes }
  }
  const reason = `since it was pinned: ${broken.map((one) => `${one.path} ${one.change}`).join(', ')}`
  return { ...base, status: 'changed', trusted: false, reason, changes }
}

function listChanges(
  worktree: Worktree,
  current: ReadonlyMap<string, string>,
  pins: TrustPins,
): readonly TrustChange[] {
  const pinned = new Map(Object.entries(pins.files))
  const changes: TrustChange[] = []
  for (const [path, sha256] of current) {
    const before = pinned.get(path)
    if (before === undefined) changes.push({ path, change: 'added' })
    else if (before !== sha256) changes.push({ path, change: 'changed', pinnedSha256: before })
  }
  for (const [path, pinnedSha256] of pinned) {
    if (current.has(path) || !inChain(worktree, path)) continue
    changes.push({ path, change: 'removed', pinnedSha256 })
  }
  return changes
}

function allAdded(current: ReadonlyMap<string, string>): readonly TrustChange[] {
  return [...current.keys()].map((path) => ({ path, change: 'added' }))
}

function currentFiles(worktree: Worktree): ReadonlyMap<string, string> {
  const files = new Map(worktree.files.map((file) => [file.path, file.sha256]))
  if (worktree.config) files.set(PROJECT_CONFIG_FILE, worktree.config.sha256)
  return files
}

function currentTexts({ files, config }: Worktree): ReadonlyMap<string, string> {
  const texts = new Map(files.map(({ sha256, text }) => [sha256, text]))
  if (config) texts.set(config.sha256, config.text)
  return texts
}

const OF_SKILLS = /(?:^|\/)\.(?:onesoul|agents|claude)\/skills\//

/** Whether a pinned path would have been read from this working directory, as an instruction file. */
function inChain(worktree: Worktree, path: string): boolean {
  if (OF_SKILLS.test(path)) return false
  const folder = path
    .split('/')
    .slice(0, -1)
    .filter((name) => name !== '.claude')
    .join('/')
  return folder === '' || worktree.cwd === folder || worktree.cwd.startsWith(`${folder}/`)
}
