import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheTtl } from '../model/cache-request.ts'
import { TTL_SECONDS } from '../model/ttl-seconds.ts'
import { chanceWithin } from './gap-model.ts'
import type { Outlook } from './session-lengths.ts'

/** How long a token is kept that is sent now and not in the cache; `none`: it is not written. */
export type Keeping = CacheTtl | 'none'

/** What a decision about life times depends on. */
export interface LifeQuestion {
  readonly profile: CacheProfile
  /** Shares of gaps by class. */
  readonly shares: readonly number[]
  readonly outlook: Outlook
  /** Where the next request is announced: seconds within which it almost certainly comes. */
  readonly announced?: number
  /** The life times that may be chosen. */
  readonly allowed: readonly CacheTtl[]
}

/** How sure an announced request is. */
const ANNOUNCED = 0.97

/** A choice, with what one token is expected to cost from now on under it and under the others. */
export interface LifeAnswer {
  readonly best: Keeping
  readonly costs: ReadonlyMap<Keeping, number>
}

/** Life times of a profile, shortest first. */
export function lifeTimes({ write }: CacheProfile): readonly CacheTtl[] {
  const known = Object.keys(TTL_SECONDS) as CacheTtl[]
  return known.filter((ttl) => write[ttl] !== undefined)
}

/**
 * The life time that costs a token least, over this request and all that are expected: backwards from the last one,
 * a token that is not in the cache is sent plain or written for a while, one that is there is read. Each further request
 * comes with the outlook's chance and finds a token with the chance that the gap was no longer than its life.
 */
export function bestLife(question: LifeQuestion): LifeAnswer {
  const { profile, outlook, allowed, shares, announced } = question
  const lives = allowed.map((ttl) => ({
    ttl,
    price: profile.write[ttl] ?? 1,
    found: chanceWithin(shares, TTL_SECONDS[ttl]),
    foundNext: chanceNext(chanceWithin(shares, TTL_SECONDS[ttl]), ttl, announced),
    /** Of a token that is in the cache at the request after the one looked at. */
    kept: 0,
  }))
  let missing = 0
  for (let at = outlook.goesOn.length - 1; at > 0; at--) {
    const goesOn = outlook.goesOn[at] ?? 0
    let least = 1 + goesOn * missing
    for (const life of lives) {
      const later = goesOn * (life.found * life.kept + (1 - life.found) * missing)
      least = Math.min(least, life.price + later)
      life.kept = profile.read + later
    }
    missing = least
  }
  return answerNow(question, lives, missing)
}

interface Life {
  readonly ttl: CacheTtl
  readonly price: number
  readonly foundNext: number
  readonly kept: number
}

function answerNow(
  { outlook, announced }: LifeQuestion,
  lives: readonly Life[],
  missing: number,
): LifeAnswer {
  const first = outlook.goesOn[0] ?? 0
  const goesOn = announced === undefined ? first : Math.max(first, ANNOUNCED)
  const costs = new Map<Keeping, number>([['none', 1 + goesOn * missing]])
  for (const { ttl, price, foundNext, kept } of lives) {
    costs.set(ttl, price + goesOn * (foundNext * kept + (1 - foundNext) * missing))
  }
  let best: Keeping = 'none'
  for (const [keeping, cost] of costs) {
    if (cost < (costs.get(best) ?? 0) - 1e-9) best = keeping
  }
  return { best, costs }
}

function chanceNext(found: number, ttl: CacheTtl, announced: number | undefined): number {
  return announced === undefined
    ? found
    : ANNOUNCED * Math.min(1, TTL_SECONDS[ttl] / Math.max(1, announced))
}
