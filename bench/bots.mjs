/** (b) A home of 1,000 bots with five slots each: every bot composed once in a fresh process from the files on disk, as a gateway that starts. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inProcess, ms, printTable, stats } from './lib.mjs'
import { markdown, SLOT_FILES } from './workload.mjs'

const BOTS = 1000
const SLOT_CHARS = 600
const self = fileURLToPath(import.meta.url)

if (import.meta.filename === process.argv[1]) {
  if (process.argv[2] === '--run') await run(process.argv[3])
  else await report()
}

async function run(home) {
  const { openHome } = await import('@onesoul/sources')
  const start = performance.now()
  const opened = await openHome({ dir: home, env: { HOME: home }, cwd: home })
  let chars = 0
  const bots = Array.from({ length: BOTS }, (_, bot) => `bot-${bot}`)
  const requests = bots.map((bot) => ({ agent: 'none', platform: 'slack', bot }))
  for await (const { manifest, text } of opened.composeEach(requests)) {
    if (manifest.sections.filter(({ status }) => status === 'included').length < 5) {
      throw new Error(`${manifest.target.bot} lacks a slot`)
    }
    chars += text.length
  }
  const time = performance.now() - start
  console.log(JSON.stringify({ time, chars, resident: process.memoryUsage.rss() }))
}

export async function report() {
  const home = await mkdtemp(join(tmpdir(), 'onesoul-bench-'))
  try {
    await writeBots(home)
    const runs = []
    for (let index = 0; index < 5; index++) runs.push(await inProcess(self, ['--run', home]))
    const times = stats(runs.map(({ time }) => time))
    const resident = stats(runs.map((one) => one.resident / 1e6))
    printTable(`${BOTS} bots × 5 slots of ${SLOT_CHARS} characters, from disk`, [
      ['', 'min', 'median', 'goal'],
      ['all composed once', ms(times.min), ms(times.median), '≤ 1000 ms'],
      [
        'resident memory',
        `${resident.min.toFixed(0)} MB`,
        `${resident.median.toFixed(0)} MB`,
        '≤ 150 MB',
      ],
    ])
    return { time: times.median, resident: resident.median }
  } finally {
    await rm(home, { recursive: true })
  }
}

async function writeBots(home) {
  const names = Array.from({ length: BOTS }, (_, bot) => `bot-${bot}`)
  const bots = names.map((name) => `  - { name: ${name}, platform: slack }`).join('\n')
  await writeFile(join(home, 'config.yaml'), `bots:\n${bots}\n`)
  for (const [bot, name] of names.entries()) {
    const folder = join(home, 'agent-configs', 'slack', name)
    await mkdir(folder, { recursive: true })
    for (const [slot, file] of SLOT_FILES.entries()) {
      await writeFile(join(folder, file), markdown(bot * 10 + slot, SLOT_CHARS))
    }
  }
}
