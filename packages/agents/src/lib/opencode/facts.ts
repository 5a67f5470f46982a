import type { Inspection } from '../port/inspection.ts'

/** What an inspection of OpenCode found for ownership and plan: the `details` of an `Inspection`. */
export interface OpenCodeFacts {
  /** The one name whose project files OpenCode reads, by what is on disk; `null`: there are none. */
  readonly instructionName: string | null
}

/** The facts of an inspection; `null` when there was none of OpenCode. */
export function factsOf(inspection: Inspection | undefined): OpenCodeFacts | null {
  const { instructionName } = inspection?.details ?? {}
  if (instructionName === null || typeof instructionName === 'string') return { instructionName }
  return null
}
