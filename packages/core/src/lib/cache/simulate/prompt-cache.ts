import type { CacheProfile } from '../model/cache-profile.ts'
import type { TtlModel } from './cache-entry.ts'
import { createMarkedCache } from './marked-cache.ts'
import { createPageCache } from './page-cache.ts'
import type { PromptCache } from './simulated-usage.ts'

export interface PromptCacheOptions {
  /** Default: `segment`, which promises less. */
  readonly ttlModel?: TtlModel
  /** Seconds from the start of a request to the start of its response, when what it wrote can be read. Default: 1.5. */
  readonly ttft?: number
}

/** The prompt cache of one model and one workspace, by the documented rules of its provider. Empty at first. */
export function createPromptCache(
  profile: CacheProfile,
  { ttlModel = 'segment', ttft = 1.5 }: PromptCacheOptions = {},
): PromptCache {
  return profile.mechanism === 'automatic'
    ? createPageCache(profile, ttft)
    : createMarkedCache(profile, { ttlModel, ttft })
}
