/** Prompt caches: the rules of providers as data, a simulator of them, and plans that spend the fewest tokens. */

export type {
  CacheBlock,
  CacheBlockKind,
  CachePart,
  CacheScope,
} from './lib/cache/model/cache-block.ts'
export type { CacheProfile } from './lib/cache/model/cache-profile.ts'
export type {
  CacheMark,
  CacheTtl,
  CacheUsage,
  MarkedRequest,
} from './lib/cache/model/cache-request.ts'
