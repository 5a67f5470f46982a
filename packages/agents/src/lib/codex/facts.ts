import type { Inspection } from '../port/inspection.ts'
import type { JsonObject } from './json-value.ts'

/** What an inspection of Codex found for its plan: the `details` of an `Inspection`. */
export interface CodexFacts {
  /** The person's own developer instructions, as Codex would use them. */
  readonly developerInstructions: string | null
  /** The values of `--profile` that no higher layer overrides. */
  readonly profile: JsonObject
  /** The configuration key that holds the endpoint's base URL. */
  readonly baseUrlKey: string | null
  /** The model is reached with a ChatGPT login. */
  readonly chatgpt: boolean
  /** `CODEX_API_KEY` is set and the provider would use it; `codex exec` alone honours it. */
  readonly apiKey: boolean
  readonly insideGit: boolean
  /** The person told Codex to trust this folder. */
  readonly folderTrusted: boolean
  /** `project_doc_max_bytes`: shared by all project files, from the root down. */
  readonly projectBytes: number
  /** `project_doc_fallback_filenames`: read where a directory has no AGENTS.md, the first that is there. */
  readonly fallbackNames: readonly string[]
}

/** `project_doc_max_bytes` by default (0.171.0). */
export const PROJECT_BUDGET_BYTES = 32_768

/** Facts of a Codex without any configuration. */
export const NO_FACTS: CodexFacts = {
  developerInstructions: null,
  profile: {},
  baseUrlKey: null,
  chatgpt: false,
  apiKey: false,
  insideGit: false,
  folderTrusted: false,
  projectBytes: PROJECT_BUDGET_BYTES,
  fallbackNames: [],
}

/** The facts of an inspection; what is missing is as without configuration. */
export function factsOf(inspection: Inspection): CodexFacts {
  return { ...NO_FACTS, ...(inspection.details as Partial<CodexFacts>) }
}
