import type { Skill } from '@onesoul/core'
import { type JudgeOptions, judgeSkills, type PlacedSkill } from './judge-skills.ts'

interface Judged {
  readonly lists: readonly (readonly PlacedSkill[])[]
  readonly disabled: readonly string[]
  readonly skills: readonly Skill[]
}

/** By the first list, for as long as somebody holds it. */
const judged = new WeakMap<readonly PlacedSkill[], Judged>()

/**
 * `judgeSkills`, which gives the same again for the same lists. What has a gate or
 * is kept back is judged each time: a session or a text may be another one.
 *
 * @param lists what stands in each root; unchanged roots give the same list again
 * @param placed the skills of all lists that count
 */
export function judgeAgain(
  lists: readonly (readonly PlacedSkill[])[],
  placed: readonly PlacedSkill[],
  options: JudgeOptions,
): readonly Skill[] {
  const { disabled, keptBack } = options
  const [first] = lists
  if (first === undefined || keptBack.size > 0) return judgeSkills(placed, options)
  const before = judged.get(first)
  if (before && isEqual(before.lists, lists) && isEqual(before.disabled, disabled)) {
    return before.skills
  }
  const skills = judgeSkills(placed, options)
  if (!placed.some(({ raw }) => raw.isGated)) judged.set(first, { lists, disabled, skills })
  return skills
}

function isEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}
