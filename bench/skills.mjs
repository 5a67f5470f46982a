/**
 * Finding skills: 10,000 of them, by a process that knows nothing, by one that finds the index of another, and again in
 * the same one; the memory of each. `node bench/skills.mjs [SKILLS] [RUNS]`; needs a build.
 */
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProcess, ms, printTable, root, stats } from './lib.mjs'

const COUNT = Number(process.argv[2] ?? 10_000)
const RUNS = Number(process.argv[3] ?? 7)
const SOURCES = join(root, 'packages/sources/dist/index.js')

/** Prints one line of JSON: the time of each look in one process, and what it holds afterwards. */
const LOOKS = `
  import { lstat, readdir } from 'node:fs'
  import { discoverSkills, openHome } from ${JSON.stringify(SOURCES)}
  const [userHome, looks] = process.argv.slice(2)
  const home = await openHome({ dir: userHome + '/.onesoul', env: { HOME: userHome } })
  const before = process.memoryUsage().rss
  const times = []
  let skills = []
  for (let look = 0; look < Number(looks); look++) {
    const start = performance.now()
    skills = (await discoverSkills(home, {})).skills
    times.push(performance.now() - start)
  }
  const memory = process.memoryUsage().rss - before
  const folder = userHome + '/.agents/skills/'
  const start = performance.now()
  await new Promise((done) => readdir(folder, (_, names) => {
    let open = names.length
    for (const name of names) lstat(folder + name + '/SKILL.md', () => { if (--open === 0) done() })
  }))
  const floor = performance.now() - start
  const ready = skills.filter(({ status }) => status === 'ready').length
  console.log(JSON.stringify({ times, memory, floor, ready }))
`

const dir = await mkdtemp(join(tmpdir(), 'onesoul-bench-'))
try {
  const script = join(dir, 'looks.mjs')
  await writeFile(script, LOOKS)
  await mkdir(join(dir, '.onesoul/agent-configs'), { recursive: true })
  await mkdir(join(dir, '.onesoul/state/cache'), { recursive: true })
  for (let at = 0; at < COUNT; at++) await writeSkill(at)
  // What changed within the last two seconds is never kept.
  await new Promise((done) => setTimeout(done, 2_500))
  const index = join(dir, '.onesoul/state/cache/skills.json')
  const cold = []
  for (let run = 0; run < Math.min(3, RUNS); run++) {
    await rm(index, { force: true })
    cold.push(await inProcess(script, [dir, '1']))
  }
  const warm = []
  for (let run = 0; run < RUNS; run++) warm.push(await inProcess(script, [dir, '8']))
  const { size } = await stat(index)
  const first = (look) => look.times[0]
  const again = (look) => Math.min(...look.times.slice(1))
  printTable(`${COUNT.toLocaleString('en')} skills, ${cold[0].ready.toLocaleString('en')} ready`, [
    ['look', 'minimum', 'median', 'memory'],
    row('without an index', cold, first),
    row('with the index of another process', warm, first),
    row('again in the same process', warm, again),
    row('one lstat a file, nothing else', warm, ({ floor }) => floor),
  ])
  console.log(`\n  index: ${(size / 1e6).toFixed(1)} MB`)
} finally {
  await rm(dir, { recursive: true, force: true })
}

function row(title, looks, timeOf) {
  const { min, median } = stats(looks.map(timeOf))
  const memory = `${(Math.max(...looks.map((look) => look.memory)) / 1e6).toFixed(0)} MB`
  return [title, ms(min), ms(median), memory]
}

async function writeSkill(at) {
  const folder = join(dir, '.agents/skills', `skill-${at}`)
  await mkdir(folder, { recursive: true })
  const description = `Does the thing number ${at} with files of its kind. Use it when a file of kind ${at} is spoken of.`
  const body = 'A line of what to do, and how.\n'.repeat(40)
  const text = `---\nname: skill-${at}\ndescription: ${description}\nlicense: MIT\n---\n# Skill ${at}\n\n${body}`
  await writeFile(join(folder, 'SKILL.md'), text)
}
