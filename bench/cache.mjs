/** (g) What prompt caches save: workloads × strategies, beside the least that any marks could cost. */
import { NAMED_STRATEGIES } from '@onesoul/core/cache'
import { FOURTEEN } from './lib/cache-fourteen.mjs'
import { boundOf, costOf, mean, openWorkload, plainCost, saved } from './lib/cache-table.mjs'
import { printTable } from './lib.mjs'

if (import.meta.filename === process.argv[1]) report()

export function report() {
  const names = Object.keys(NAMED_STRATEGIES)
  const rows = FOURTEEN.map((workload) => {
    const opened = openWorkload(workload)
    const plain = plainCost(opened)
    const cells = names.map((name) => saved(costOf(opened, NAMED_STRATEGIES[name]), plain))
    const bound = saved(boundOf(opened, [NAMED_STRATEGIES.static]), plain)
    return { id: workload.id, plain, cells: [...cells, bound] }
  })
  const means = rows[0].cells.map((_, index) => mean(rows.map(({ cells }) => cells[index])))
  printTable('saved, %', [
    ['', 'tokens', ...names, 'bound'],
    ...rows.map(({ id, plain, cells }) => [
      id,
      `${(plain / 1e6).toFixed(2)}M`,
      ...cells.map((c) => c.toFixed(1)),
    ]),
    ['mean', '', ...means.map((c) => c.toFixed(1))],
  ])
}
