import type { ExplainedRequest } from '@onesoul/core/cache'

/** A request body as a prompt cache sees it; tokens are estimated, its time is not in it. */
export interface ReadBlocks extends Omit<ExplainedRequest, 'at'> {
  /** As profiles of caches name it: `anthropic`, `openai`, `gemini`. */
  readonly provider: string
  /** As the request names it; empty when it does not. */
  readonly model: string
}
