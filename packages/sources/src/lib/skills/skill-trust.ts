import type { TrustChange } from '../trust/trust-change.ts'
import type { TrustPins } from '../trust/trust-pins.ts'
import type { SkillFiles } from './skill-files.ts'

/** Whether a skill of a work tree is the one that was pinned. */
export interface SkillTrust {
  readonly trusted: boolean
  /** One clause for people; `''` when it is trusted. */
  readonly reason: string
  /** Against the pins; a file that is gone takes no trust away. */
  readonly changes: readonly TrustChange[]
}

/** Most changes that a reason names. */
const NAMED = 3

/**
 * Compares the files of one skill with the pins of its work tree.
 *
 * @param folder of the skill, relative to the root of the work tree, like the paths of `read`
 */
export function compareSkill(folder: string, read: SkillFiles, pins: TrustPins | null): SkillTrust {
  const below = `${folder}/`
  const pinned = new Map(
    Object.entries(pins?.files ?? {}).filter(([path]) => path.startsWith(below)),
  )
  const changes: TrustChange[] = []
  for (const { path, sha256 } of read.files) {
    const before = pinned.get(path)
    if (before === undefined) changes.push({ path, change: 'added' })
    else if (before !== sha256) changes.push({ path, change: 'changed', pinnedSha256: before })
  }
  const broken = changes.length
  const here = new Set(read.files.map(({ path }) => path))
  for (const [path, pinnedSha256] of pinned) {
    if (!here.has(path)) changes.push({ path, change: 'removed', pinnedSha256 })
  }
  if (read.unseen.length > 0) {
    return { trusted: false, reason: `not all of it can be seen: ${read.unseen[0]}`, changes }
  }
  if (broken === 0) return { trusted: true, reason: '', changes }
  if (pinned.size === 0) return { trusted: false, reason: NEVER_PINNED, changes }
  const names = changes
    .slice(0, Math.min(broken, NAMED))
    .map(({ path, change }) => `${path.slice(below.length)} ${change}`)
  const more = broken > NAMED ? ` and ${broken - NAMED} more` : ''
  return { trusted: false, reason: `since it was pinned: ${names.join(', ')}${more}`, changes }
}

/** Whether anything of a skill was ever pinned. */
export function isPinned(folder: string, pins: TrustPins | null): boolean {
  return Object.keys(pins?.files ?? {}).some((path) => path.startsWith(`${folder}/`))
}

export const NEVER_PINNED: string = 'nobody has trusted it yet: `onesoul trust` shows and pins it'
