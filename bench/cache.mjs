/** (h) What prompt caches save: workloads × strategies, beside the least that any marks could cost. Exit 1 when a goal is missed. */
import { layeredStrategy, NAMED_STRATEGIES } from '@onesoul/core/cache'
import { FOURTEEN } from './lib/cache-fourteen.mjs'
import { MACHINES } from './lib/cache-machines.mjs'
import { PEOPLE } from './lib/cache-people.mjs'
import {
  boundOf,
  costOf,
  headPremium,
  mean,
  openWorkload,
  plainCost,
  saved,
} from './lib/cache-table.mjs'
import { printTable } from './lib.mjs'

/** Points that a plan may save less than the bound. */
const NEAR = 1.2
const FAR = 4.5
const REGULAR = new Set(['a', 'b1', 'b2', 'b3', 'c', 'f', 'g', 'h', 'i'])
const LEAST_MEAN = 81
const LEAST_LEAD = 20

const { planner, static: fixed, layers, system_and_3: three } = NAMED_STRATEGIES
const OTHERS = ['system_only', 'layers', 'auto', 'system_and_3', 'system_and_3_1h', 'static']
const short = (value) => value.toFixed(1)

if (import.meta.filename === process.argv[1] && report().missed.length > 0) process.exitCode = 1

export function report() {
  const main = FOURTEEN.map(measure)
  printSavings('Prompt caches, saved of the uncached cost, %', main)
  const own = [...PEOPLE, ...MACHINES].map(measure)
  printSavings('Further workloads', own)
  printAblation(main)
  printSensitivities()
  const missed = missedGoals(main, own)
  for (const line of missed) console.log(`  missed: ${line}`)
  if (missed.length === 0) console.log('\n  every goal is met')
  return { mean: mean(main.map(({ planned }) => planned)), missed }
}

function measure(workload) {
  const opened = openWorkload(workload)
  const plain = plainCost(opened)
  const savedBy = (start, options) => saved(costOf(opened, start, options), plain)
  return {
    workload,
    opened,
    plain,
    savedBy,
    others: OTHERS.map((name) => savedBy(NAMED_STRATEGIES[name])),
    planned: savedBy(planner),
    three: savedBy(three),
    premium: (100 * headPremium(opened, planner)) / plain,
    bound: saved(boundOf(opened, [fixed, planner, layers, hourLong]), plain),
  }
}

function hourLong(profile) {
  return layeredStrategy(profile, { head: '1h', tail: '1h' })
}

function printSavings(title, rows) {
  const cells = ({ workload, plain, others, planned, bound }) => [
    `${workload.id}  ${workload.title}`,
    `${(plain / workload.seeds.length / 1e6).toFixed(2)}M`,
    ...[...others, planned, bound, planned - bound].map(short),
  ]
  const means = rows[0].others.map((_, index) => mean(rows.map(({ others }) => others[index])))
  const planned = mean(rows.map((row) => row.planned))
  const bound = mean(rows.map((row) => row.bound))
  printTable(title, [
    ['', 'tokens', ...OTHERS, 'planner', 'bound', 'difference'],
    ...rows.map(cells),
    ['mean', '', ...[...means, planned, bound, planned - bound].map(short)],
  ])
}

/** From `system_and_3` to the planner, one ingredient at a time. */
function printAblation(rows) {
  const short5 = (profile) => layeredStrategy(profile, { head: '5m', tail: '5m' })
  const alone = { singleFlight: false }
  const steps = [
    ['system_and_3, 5m', three, {}],
    ['the planner’s layout with its marks, 5m', short5, alone],
    ['+ one request writes a cold head', short5, {}],
    ['+ 1h for the shared head', fixed, {}],
    ['+ life times chosen (planner)', planner, {}],
    ['planner without waiting for heads', planner, alone],
    ['planner, entries with lives of their own', planner, { ttlModel: 'entry' }],
  ]
  printTable('Where it comes from, mean of the first table', [
    ['', 'saved, %'],
    ...steps.map(([name, start, options]) => [
      name,
      short(mean(rows.map(({ savedBy }) => savedBy(start, options)))),
    ]),
  ])
}

/** The same requests under other rules. */
function printSensitivities() {
  const rules = [
    ['read 0.1', {}],
    ['read 0.05', { profile: { read: 0.05 } }],
    ['read 0.025', { profile: { read: 0.025 } }],
    ['at least 4,096', { profile: { minTokens: 4096 } }],
    ['GPT-5.6', { model: ['openai', 'gpt-5.6'] }],
  ]
  const ids = ['a', 'c', 'd2', 'e2', 'h', 'j']
  const rows = rules.map(([name, override]) => {
    const cells = ids.map((id) => {
      const opened = openWorkload(
        FOURTEEN.find((one) => one.id === id),
        override,
      )
      const plain = plainCost(opened)
      const [simple, planned] = [three, planner].map((start) => saved(costOf(opened, start), plain))
      return `${short(simple)} → ${short(planned)}`
    })
    return [name, ...cells]
  })
  printTable('Under other rules, system_and_3 → planner, %', [['', ...ids], ...rows])
}

function missedGoals(main, own) {
  const average = mean(main.map(({ planned }) => planned))
  const lead = average - mean(main.map((row) => row.three))
  const missed = []
  if (average < LEAST_MEAN) missed.push(`mean ${short(average)} is below ${LEAST_MEAN}`)
  if (lead < LEAST_LEAD) missed.push(`${short(lead)} above system_and_3, not ${LEAST_LEAD}`)
  for (const { workload, planned, bound } of main) {
    const most = REGULAR.has(workload.id) ? NEAR : FAR
    if (bound - planned > most) {
      missed.push(`${workload.id} is ${short(bound - planned)} below its bound, not ${most}`)
    }
  }
  for (const { workload, planned, three: simple, premium } of [...main, ...own]) {
    if (simple - planned > premium + 1e-9) {
      missed.push(`${workload.id} is ${short(simple - planned)} below system_and_3`)
    }
  }
  return missed
}
