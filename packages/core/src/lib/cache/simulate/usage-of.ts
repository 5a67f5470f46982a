import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheTtl, CacheUsage } from '../model/cache-request.ts'

/** Tokens by what they are charged as, without the plain rest. */
export interface ChargedTokens {
  readonly total: number
  readonly read: number
  readonly written: Readonly<Partial<Record<CacheTtl, number>>>
}

/** The whole bill: the rest is plain, and all of it is priced by the profile. */
export function usageOf(
  profile: CacheProfile,
  { total, read, written }: ChargedTokens,
): CacheUsage {
  let plain = total - read
  let cost = read * profile.read
  for (const [ttl, tokens] of Object.entries(written) as [CacheTtl, number][]) {
    plain -= tokens
    cost += tokens * (profile.write[ttl] ?? 1)
  }
  return { read, written, plain, total, cost: cost + plain }
}
