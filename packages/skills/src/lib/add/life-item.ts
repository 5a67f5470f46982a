import type { Diagnostic } from '@onesoul/core'
import type { SkillsErrorCode } from '../skills-error.ts'
import type { SkillFinding } from '../validate/scan-skill.ts'

/** What became of one skill. */
export interface LifeItem {
  readonly name: string
  /** `would-…` with `dryRun`. `none`: there was nothing to do. */
  readonly outcome:
    | 'added'
    | 'replaced'
    | 'updated'
    | 'removed'
    | 'unchanged'
    | 'would-update'
    | 'would-remove'
    | 'refused'
  /** Why it was refused; null: it was not. */
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
