import type { CacheTtl } from './cache-request.ts'

/** Seconds of every life time, shortest first. */
export const TTL_SECONDS: Readonly<Record<CacheTtl, number>> = {
  '5m': 300,
  '30m': 1800,
  '1h': 3600,
  '12h': 43_200,
}
