/** (c) Starting the built command, beside a bare Node that does nothing, interleaved in one run. */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { ms, printTable, root, stats } from './lib.mjs'

const RUNS = 25
const main = join(root, 'packages/cli/dist/main.cjs')
const home = join(root, 'examples/home')

const COMMANDS = {
  'bare node': ['-e', '0'],
  'onesoul --version': [main, '--version'],
  'onesoul compose': [main, 'compose', '--home', home, '--platform', 'slack', '--bot', 'dev-bot'],
}
const GOALS = { 'onesoul --version': 40, 'onesoul compose': 120 }

export async function report() {
  const times = Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, []]))
  for (let index = 0; index < RUNS; index++) {
    for (const [name, args] of Object.entries(COMMANDS)) times[name].push(timeOf(args))
  }
  const bare = stats(times['bare node'])
  const rows = Object.entries(times).map(([name, values]) => {
    const { min, median } = stats(values)
    const goal = GOALS[name]
    const over = goal === undefined ? '' : `+${ms(median - bare.median)}`
    return [name, ms(min), ms(median), over, goal === undefined ? '' : `≤ bare + ${goal} ms`]
  })
  printTable('start-up', [['', 'min', 'median', 'over bare', 'goal'], ...rows])
  return {
    version: stats(times['onesoul --version']).median - bare.median,
    compose: stats(times['onesoul compose']).median - bare.median,
  }
}

function timeOf(args) {
  const start = performance.now()
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
  return performance.now() - start
}

if (import.meta.filename === process.argv[1]) await report()
