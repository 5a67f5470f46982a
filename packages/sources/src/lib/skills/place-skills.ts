import type { PlacedSkill } from './judge-skills.ts'
import type { KnownRoot } from './known-root.ts'
import type { RawSkill } from './raw-skill.ts'
import type { SkillRoot } from './skill-roots.ts'
import type { FoundSkill } from './walk-root.ts'

/** A root with its rank among the others; 0 is the strongest. */
export interface RankedRoot {
  readonly root: SkillRoot
  readonly strength: number
}

/** A skill where it stands below its root. */
export function placeSkill(
  { path, file, target }: Pick<FoundSkill, 'path' | 'file' | 'target'>,
  raw: RawSkill,
  { root, strength }: RankedRoot,
): PlacedSkill {
  const below = path === '' ? '' : `/${path}`
  return {
    raw,
    root,
    strength,
    folder: root.folder + below,
    shown: `${root.shown}${below}/${file}`,
    target,
  }
}

interface Placed extends RankedRoot {
  readonly skills: readonly PlacedSkill[]
}

const placed = new WeakMap<KnownRoot, Placed>()

/** The skills of a root that did not change: the same objects while it is called and ranks as before. */
export function placeKnown(
  known: KnownRoot,
  raws: readonly RawSkill[],
  ranked: RankedRoot,
): readonly PlacedSkill[] {
  const before = placed.get(known)
  if (before && isSame(before, ranked)) return before.skills
  const skills = known.files.map((one, index) => {
    const slash = one.lastIndexOf('/')
    const place = { path: one.slice(0, slash), file: one.slice(slash + 1), target: null }
    return placeSkill(place, raws[index] as RawSkill, ranked)
  })
  placed.set(known, { ...ranked, skills })
  return skills
}

function isSame(a: RankedRoot, b: RankedRoot): boolean {
  return (
    a.strength === b.strength &&
    a.root.folder === b.root.folder &&
    a.root.shown === b.root.shown &&
    a.root.origin === b.root.origin &&
    a.root.quarantine === b.root.quarantine
  )
}
