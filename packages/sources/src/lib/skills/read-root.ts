import { readEach } from '@onesoul/disk'
import type { PlacedSkill } from './judge-skills.ts'
import { isUnchanged, type KnownRoot, knowRoot, recallEach } from './known-root.ts'
import { placeKnown, placeSkill, type RankedRoot } from './place-skills.ts'
import { type RawSkill, readRawSkill } from './raw-skill.ts'
import type { SkillCache } from './skill-cache.ts'
import { walkRoot } from './walk-root.ts'

/** A folder that was not looked into. */
export interface UnseenFolder {
  /** As people write it. */
  readonly path: string
  readonly reason: string
}

export interface ReadRoot {
  readonly skills: readonly PlacedSkill[]
  readonly unseen: readonly UnseenFolder[]
}

export interface ReadRootOptions {
  readonly cache: SkillCache
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Reads the skills of one folder; those that did not change since are not opened. */
export async function readRoot(
  ranked: RankedRoot,
  { cache, now }: ReadRootOptions,
): Promise<ReadRoot> {
  const { real, shown } = ranked.root
  const known = cache.recall(real)
  const skills = known ? await findUnchanged(known, ranked) : null
  if (skills !== null) return { skills, unseen: [] }
  const { found, unseen, listed } = await walkRoot(real)
  const before = recallEach(known, found)
  const raws = await readEach(
    [...found.entries()],
    async ([index, one]) => before[index] ?? (await readRawSkill(real, one)),
  )
  const learnt = knowRoot({ found, listed, raws }, now)
  if (isNews(learnt, known, before)) cache.learn(real, learnt)
  return {
    skills: found.map((one, index) => placeSkill(one, raws[index] as RawSkill, ranked)),
    unseen: unseen.map((one) => ({ ...one, path: `${shown}/${one.path}` })),
  }
}

/** Null: something changed, or cannot be told without a walk. */
async function findUnchanged(
  known: KnownRoot,
  ranked: RankedRoot,
): Promise<readonly PlacedSkill[] | null> {
  let skills: readonly PlacedSkill[] | null = null
  const place = (): void => {
    const raws = known.raws()
    if (raws !== null) skills = placeKnown(known, raws, ranked)
  }
  return (await isUnchanged(known, ranked.root.real, place)) ? skills : null
}

/** Whether a later look gains by what was learnt now. */
function isNews(
  learnt: KnownRoot,
  known: KnownRoot | undefined,
  before: readonly (RawSkill | null)[],
): boolean {
  if (learnt.folders !== null) return true
  const recalled = before.filter((raw) => raw !== null).length
  return learnt.files.length > recalled || (known?.files.length ?? 0) !== recalled
}
