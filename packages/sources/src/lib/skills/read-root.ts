import { readEach } from '@onesoul/disk'
import type { PlacedSkill } from './judge-skills.ts'
import { type RawSkill, readRawSkill } from './raw-skill.ts'
import type { KnownSkill, KnownSkills, SkillCache } from './skill-cache.ts'
import type { SkillRoot } from './skill-roots.ts'
import { type FileStamp, type FoundSkill, walkRoot } from './walk-root.ts'

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
  readonly strength: number
  readonly cache: SkillCache
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * A file that changed so shortly before it was read may change again without a
 * trace: clocks of file systems are coarse, up to two seconds.
 */
const SETTLED_MS = 2_000

/** Reads the skills of one folder; those that did not change since are not opened. */
export async function readRoot(
  root: SkillRoot,
  { strength, cache, now }: ReadRootOptions,
): Promise<ReadRoot> {
  let known: KnownSkills | undefined
  const { found, unseen } = await walkRoot(root.real, () => {
    known ??= cache.recall(root.real)
  })
  const raws = await readAll(found, {
    root: root.real,
    known: known ?? cache.recall(root.real),
    cache,
    now,
  })
  const skills = found.map(({ path, file, target }, index) => {
    const below = path === '' ? '' : `/${path}`
    return {
      raw: raws[index] as RawSkill,
      root,
      strength,
      folder: root.folder + below,
      shown: `${root.shown}${below}/${file}`,
      target,
    }
  })
  return { skills, unseen: unseen.map((one) => ({ ...one, path: `${root.shown}/${one.path}` })) }
}

interface ReadPlace {
  /** Real path. */
  readonly root: string
  readonly known: KnownSkills
  readonly cache: SkillCache
  readonly now: number
}

async function readAll(
  found: readonly FoundSkill[],
  { root, known, cache, now }: ReadPlace,
): Promise<readonly RawSkill[]> {
  const raws = found.map((one) => recall(one, known))
  const fresh = [...raws.keys()].filter((index) => raws[index] === null)
  if (fresh.length === 0 && found.length === known.size) return raws as readonly RawSkill[]
  await readEach(fresh, async (index) => {
    raws[index] = await readRawSkill(root, found[index] as FoundSkill)
  })
  const read = raws as readonly RawSkill[]
  const learnt = new Map<string, KnownSkill>()
  for (const [index, one] of found.entries()) {
    const { stamp } = one
    if (stamp && isSettled(stamp, now)) {
      learnt.set(keyOf(one), { stamp, raw: read[index] as RawSkill })
    }
  }
  const isNew = fresh.some((index) => learnt.has(keyOf(found[index] as FoundSkill)))
  if (isNew || learnt.size !== known.size) cache.learn(root, learnt)
  return read
}

function keyOf({ path, file }: FoundSkill): string {
  return `${path}/${file}`
}

function recall(one: FoundSkill, known: KnownSkills): RawSkill | null {
  const before = known.get(keyOf(one))
  return before && one.stamp && isSame(before.stamp, one.stamp) ? before.raw : null
}

function isSame(a: FileStamp, b: FileStamp): boolean {
  return a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.size === b.size && a.ino === b.ino
}

function isSettled({ mtimeMs, ctimeMs }: FileStamp, at: number): boolean {
  return at - Math.max(mtimeMs, ctimeMs) > SETTLED_MS
}
