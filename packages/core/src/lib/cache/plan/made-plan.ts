import type { PlannedMark } from './cache-plan.ts'
import type { PlanDraft, PlanState } from './plan-state.ts'
import type { Predicted } from './predict-usage.ts'

/** A plan with every decision made. */
export interface MadePlan {
  readonly state: PlanState
  readonly draft: PlanDraft
  readonly marks: readonly PlannedMark[]
  readonly predicted: Predicted
}
