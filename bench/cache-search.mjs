/**
 * Looks for timelines on which the planner saves less than `system_and_3` with 5 minutes, by more than the hour of its
 * heads costs: timelines of several shapes, drawn from seeds. `node bench/cache-search.mjs [COUNT] [FIRST-SEED] [SHAPE]`;
 * default: 60 of each shape, from seed 1 on. Needs a build.
 */
import { layeredStrategy, NAMED_STRATEGIES, replayTurns } from '@onesoul/core/cache'
import { SHAPES } from './lib/cache-shapes.mjs'
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

const { planner, static: fixed, layers, system_and_3: three } = NAMED_STRATEGIES
const hourLong = (profile) => layeredStrategy(profile, { head: '1h', tail: '1h' })
/** Timelines that are listed. */
const WORST = 12

if (import.meta.filename === process.argv[1]) {
  const [count = '60', first = '1', only] = process.argv.slice(2)
  report({ count: Number(count), first: Number(first), only })
}

export function report({ count, first, only }) {
  const seeds = Array.from({ length: count }, (_, index) => first + index)
  const shapes = SHAPES.filter(({ id }) => !only || id === only)
  const found = shapes.map((shape) => ({
    shape,
    rows: seeds.map((seed) => measure(shape.workload(seed))),
  }))
  printShapes(found)
  printWorst(found.flatMap(({ rows }) => rows))
}

function measure(workload) {
  const opened = openWorkload(workload)
  const plain = plainCost(opened)
  const savedBy = (start) => saved(costOf(opened, start), plain)
  const planned = savedBy(planner)
  const simple = savedBy(three)
  const premium = (100 * headPremium(opened, planner)) / plain
  return {
    workload,
    opened,
    planned,
    simple,
    premium,
    bound: saved(boundOf(opened, [fixed, planner, layers, hourLong]), plain),
    below: simple - planned - premium,
  }
}

function printShapes(found) {
  const all = { shape: { id: 'all', title: '' }, rows: found.flatMap(({ rows }) => rows) }
  printTable('Timelines by chance, saved of the uncached cost, %', [
    ['', 'number', 'planner', 'system_and_3', 'premium', 'bound', 'below', 'by at most'],
    ...[...found, all].map(({ shape, rows }) => [
      `${shape.id}  ${shape.title}`,
      String(rows.length),
      ...['planned', 'simple', 'premium', 'bound'].map((key) =>
        short(mean(rows.map((row) => row[key]))),
      ),
      String(rows.filter(isBelow).length),
      short(Math.max(0, ...rows.map(({ below }) => below))),
    ]),
  ])
}

function printWorst(rows) {
  const worst = rows.filter(isBelow).toSorted((one, other) => other.below - one.below)
  printTable('Below system_and_3 by more than the premium', [
    ['shape, seed', 'planner', 'system_and_3', 'premium', 'below', 'bound', 'why'],
    ...worst
      .slice(0, WORST)
      .map((row) => [
        row.workload.id,
        ...[row.planned, row.simple, row.premium, row.below, row.bound].map(short),
        reasonOf(row.opened),
      ]),
  ])
}

function isBelow({ below }) {
  return below > 1e-9
}

/** Where most of the difference was paid, in tokens of uncached input. */
function reasonOf({ profile, runs }) {
  const [mine, simple] = [planner, three].map((start) => replayTurns(runs[0], { profile, start }))
  const hour = (mine.written['1h'] ?? 0) * (profile.write['1h'] - profile.write['5m'])
  const resent = mine.total - mine.read - (simple.total - simple.read)
  const lost = Math.max(0, resent) * (1 - profile.read)
  const [what, cost] = hour > lost ? ['hours written', hour] : ['sent again, not read', lost]
  return `${mine.requests} requests, ${what}: ${Math.round(cost)} of ${Math.round(mine.cost - simple.cost)} more`
}

function short(value) {
  return value.toFixed(1)
}
