import { NAMED_STRATEGIES, type NamedStrategy } from '@onesoul/core/cache'
import { describe, expect, it } from 'vitest'
import { FOURTEEN } from '../../bench/lib/cache-fourteen.mjs'
import { boundOf, costOf, openWorkload, plainCost, saved } from '../../bench/lib/cache-table.mjs'

const NAMES = [
  'system_only',
  'layers',
  'auto',
  'system_and_3',
  'system_and_3_1h',
  'static',
] as const

/** Saved % of each strategy above, and the bound: as another simulator had them of the same requests. */
const KNOWN: Readonly<Record<string, readonly number[]>> = {
  a: [29.3, 26.4, 86.2, 86.2, 83.7, 85.7, 86.2],
  c: [26.3, 26.4, 77.1, 77.1, 68.7, 85.6, 86.1],
  g: [28.6, 26.2, 84.2, 84.2, 80.5, 85.7, 86.2],
  h: [-23.6, -21.2, -25, -25, -100, 71, 75.4],
  i: [-8.4, 26.3, -25, -25, -100, 85.6, 86],
}

describe('NAMED_STRATEGIES', () => {
  it.each(Object.keys(KNOWN))('save on workload %s what they are known to save', (id) => {
    const opened = openWorkload(workload(id))
    const plain = plainCost(opened)
    const start = (name: NamedStrategy) => NAMED_STRATEGIES[name]
    const savings = NAMES.map((name) => saved(costOf(opened, start(name)), plain))
    const bound = saved(boundOf(opened, [start('static')]), plain)
    expect([...savings, bound].map((value) => Math.round(value * 10) / 10)).toEqual(KNOWN[id])
  })

  it.each(Object.keys(KNOWN))(
    'planner stays within 1.2 points of the bound on workload %s',
    (id) => {
      const opened = openWorkload(workload(id))
      const { planner, static: fixed } = NAMED_STRATEGIES
      const plain = plainCost(opened)
      const difference =
        saved(boundOf(opened, [fixed, planner]), plain) - saved(costOf(opened, planner), plain)
      expect(difference).toBeGreaterThanOrEqual(0)
      expect(difference).toBeLessThanOrEqual(1.2)
    },
  )
})

function workload(id: string) {
  const found = FOURTEEN.find((one) => one.id === id)
  if (!found) throw new Error(`there is no workload ${id}`)
  return found
}
