import type { Inspection } from '../port/inspection.ts'

/** What an inspection of OpenCode found for ownership and plan: the `details` of an `Inspection`. */
export interface OpenCodeFacts {
  /** The one name whose project files OpenCode reads, by what is on disk; `null`: there are none. */
  readonly instructionName: string | null
  /** The agent of OpenCode that the run starts with. */
  readonly agent: string
  /** `provider/model` as OpenCode would choose it; `null`: it was never told. */
  readonly model: string | null
  /** The model for titles, when it is at another provider than `model`. */
  readonly titleModel: string | null
  /** The provider of `model` wants a key, and none was found. */
  readonly keyless: boolean
  /** The person's own `skills.paths`. */
  readonly skillPaths: readonly string[]
}

/** The facts of an inspection; `null` when there was none of OpenCode. */
export function factsOf(inspection: Inspection | undefined): OpenCodeFacts | null {
  const { instructionName, agent, model, titleModel, keyless, skillPaths } =
    inspection?.details ?? {}
  if (instructionName !== null && typeof instructionName !== 'string') return null
  return {
    instructionName,
    agent: textOr(agent, 'build'),
    model: textOr(model, null),
    titleModel: textOr(titleModel, null),
    keyless: keyless === true,
    skillPaths: Array.isArray(skillPaths) ? skillPaths.filter(isText) : [],
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise
}
