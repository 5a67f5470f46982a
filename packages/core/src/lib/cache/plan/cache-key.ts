import { fingerprint } from './fingerprint.ts'
import type { MadePlan } from './made-plan.ts'

/** Requests a minute of one prefix and key, beyond which a provider sends some to machines without it. */
const PER_MINUTE = 15

/**
 * One key per tenant, bot and head. A bot with more traffic than one key bears is spread by its sessions; a session stays
 * with the key that it began with as long as its head is in the cache.
 */
export function cacheKeyOf({ state, draft, predicted }: MadePlan): {
  readonly cacheKey: string
  readonly shard: number
} {
  const { names } = state.input
  const { headEnd } = draft.layout
  const head = headEnd > 0 ? draft.prefix.fingerprintAt(headEnd - 1) : ''
  const isWarm = state.session !== null && predicted.hit >= 0
  const shard = isWarm
    ? (state.session?.shard ?? 0)
    : shardOf(state.head?.pause ?? 0, names.session)
  const name = fingerprint([names.tenant ?? '', names.bot, head].join('\n'))
  return { cacheKey: shard === 0 ? name : `${name}-${shard}`, shard }
}

function shardOf(pause: number, session: string): number {
  const shards = pause > 0 ? Math.min(64, Math.ceil(60 / pause / PER_MINUTE)) : 1
  return Number.parseInt(fingerprint(session), 36) % shards
}
