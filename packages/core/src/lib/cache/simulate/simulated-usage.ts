import type { CacheUsage, MarkedRequest } from '../model/cache-request.ts'

/** What a request was charged, and how much of it was there. */
export interface SimulatedUsage extends CacheUsage {
  /** The last block that was read from the cache, or -1. */
  readonly hit: number
}

export interface PromptCache {
  /** Requests in the order of their starts. Throws `cache-request-refused` where the provider answers 400. */
  send(request: MarkedRequest): SimulatedUsage
}
