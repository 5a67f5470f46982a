import type { PlanInput } from '../plan/plan-input.ts'

/** What a program has at hand when it sends one request, before anything decides on order and marks. */
export type CacheTurn = Omit<PlanInput, 'profile' | 'session' | 'head' | 'gaps'>
