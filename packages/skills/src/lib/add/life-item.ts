import type { Diagnostic } from '@onesoul/core'
import { asSkillsError } from '../as-skills-error.ts'
import { SkillsError, type SkillsErrorCode } from '../skills-error.ts'
import type { SkillFinding } from '../validate/scan-skill.ts'

/** What became of one skill. */
export interface LifeItem {
  readonly name: string
  /** `would-…` with `dryRun`. `failed`: the disk refused it, and it is as it was. */
  readonly outcome:
    | 'added'
    | 'replaced'
    | 'updated'
    | 'removed'
    | 'unchanged'
    | 'would-update'
    | 'would-remove'
    | 'refused'
    | 'failed'
  /** Why it was refused or failed; null: it was not. */
  readonly code: SkillsErrorCode | null
  /** One sentence; `''` when the outcome says all. */
  readonly message: string
  /** Absolute path of its folder in the home, or in the quarantine. */
  readonly folder: string
  readonly revision: string | null
  /** Of its tree; null when there is none. */
  readonly tree: string | null
  /** Absolute path of what stood there before; null: it was not kept. */
  readonly backup: string | null
  readonly diagnostics: readonly Diagnostic[]
  /** Of the guard, for those who accept one. */
  readonly findings: readonly SkillFinding[]
}

/** An item with what it has nothing to say about left empty. */
export function lifeItem(
  given: Pick<LifeItem, 'name' | 'outcome' | 'folder'> & Partial<LifeItem>,
): LifeItem {
  return {
    code: null,
    message: '',
    revision: null,
    tree: null,
    backup: null,
    diagnostics: [],
    findings: [],
    ...given,
  }
}

/**
 * What did not come about, as an item with the reason, so that it keeps no other
 * from being done. A defect of ours is thrown on.
 */
export function itemOfError(base: Pick<LifeItem, 'name' | 'folder'>, error: unknown): LifeItem {
  const known = asSkillsError(error, 'it could not be done')
  if (!(known instanceof SkillsError)) throw error
  const { code, message, hints } = known
  const outcome = code === 'state-unusable' ? 'failed' : 'refused'
  const said = [message, ...hints].join('; ')
  return lifeItem({ ...base, outcome, code, message: said })
}

/** Of a skill that nothing can be said of before its unfinished change is brought to its end. */
export const CUT_OFF =
  'a change of it is being made or was cut off, which the next add, update or remove brings to its end'
