/** (a) Composing in memory: five slots of 8 KB, 50 skill lines, facts, always with the full manifest. */
import { fileURLToPath } from 'node:url'
import { inProcess, median, ms, printTable, stats } from './lib.mjs'
import { composeInput } from './workload.mjs'

const self = fileURLToPath(import.meta.url)

if (import.meta.filename === process.argv[1]) {
  if (process.argv[2] === '--first') await first()
  else await report()
}

/** Modules are loaded and the input is read; nothing has been composed in this process. */
async function first() {
  const core = await import('@onesoul/core')
  const input = composeInput(core, Number(process.argv[3]))
  const start = performance.now()
  const { manifest } = core.compose(input)
  const time = performance.now() - start
  if (manifest.sections.length < 7) throw new Error('the manifest is not full')
  console.log(JSON.stringify(time))
}

export async function report() {
  const core = await import('@onesoul/core')
  const firsts = []
  for (let seed = 1; seed <= 15; seed++) firsts.push(await inProcess(self, ['--first', seed]))
  for (let seed = 1000; seed < 1050; seed++) core.compose(composeInput(core, seed))
  const fresh = Array.from({ length: 50 }, (_, index) => composeInput(core, 2000 + index))
  const cold = fresh.map((input) => timed(() => core.compose(input)))
  const again = composeInput(core, 3000)
  core.compose(again)
  const warm = Array.from({ length: 200 }, () => timed(() => core.compose(again)))
  const { totals, digest } = core.compose(again).manifest
  if (core.compose(composeInput(core, 3000)).manifest.digest !== digest)
    throw new Error('not deterministic')
  printTable(`compose: ${totals.chars} characters, ${totals.tokens} estimated tokens`, [
    ['', 'min', 'median', 'goal'],
    row('first call in a process, modules loaded', firsts, 25),
    row('text never seen, code warm', cold, 5),
    row('same text again', warm, 1),
  ])
  return { first: median(firsts), cold: median(cold), warm: median(warm) }
}

function row(name, values, goal) {
  const { min, median: middle } = stats(values)
  return [name, ms(min), ms(middle), `≤ ${goal} ms`]
}

function timed(work) {
  const start = performance.now()
  work()
  return performance.now() - start
}
