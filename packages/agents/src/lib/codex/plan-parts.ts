import type { PlanInput } from '../port/plan.ts'
import type { CodexFacts } from './facts.ts'
import type { CodexFlags } from './flags.ts'

/** What the parts of a plan are made from. */
export interface PlanParts {
  readonly input: PlanInput
  readonly facts: CodexFacts
  /** The flags of the permission tier, the model and the person, sorted. */
  readonly flags: CodexFlags
}
