/** Repeatable numbers, so that a workload is the same on every machine. */
export function createRandom(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const normal = () => {
    const radius = Math.sqrt(-2 * Math.log(1 - next()))
    return radius * Math.cos(2 * Math.PI * next())
  }
  return {
    next,
    normal,
    /** Whole numbers from 0 on, below `end`. */
    below: (end) => Math.floor(next() * end),
    between: (least, most) => least + next() * (most - least),
    /** Even on a logarithmic scale, rounded. */
    logarithmic: (least, most) =>
      Math.round(Math.exp(Math.log(least) + next() * (Math.log(most) - Math.log(least)))),
    /** Seconds to the next of events that come at random, so many apart on average. */
    wait: (mean) => -Math.log(1 - next()) * mean,
  }
}

/** Gaps of a messenger: median 90 s, 30 % above 5 minutes, 5 % above 1 hour. */
export const messengerGap = (random) => Math.max(5, Math.exp(Math.log(90) + 2.3 * random.normal()))

const SPREAD = Math.log(3600 / 300) / (2.3263 - 1.6449)

/** Gaps with a long tail: 5 % above 5 minutes, 1 % above 1 hour, none below 3 s. */
export const idleGap = (random) =>
  Math.max(3, Math.exp(Math.log(300) + SPREAD * (random.normal() - 1.6449)))
