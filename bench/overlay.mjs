/**
 * The runtime overlay beside that of oh-my-codex 0.21.6: the same repositories, notes, memory, modes and plans; what of
 * them stands in either text, what is lost and whether that is told, and the time of a whole process.
 * `node bench/overlay.mjs [RUNS]`; needs a build and, the first time, the npm registry.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execute, ms, printTable, root, stats } from './lib.mjs'
import { installPeer } from './peers.mjs'

const RUNS = Number(process.argv[2] ?? 5)
const MAIN = join(root, 'packages/cli/dist/main.cjs')
const peer = join(await installPeer('oh-my-codex@0.21.6'), 'dist/hooks/agents-overlay.js')

/** What is put in, by the words that it is found by again. */
const NOTE = 'The tide table is authoritative.'
const MEMORY = {
  techStack: 'Fastify and Postgres',
  conventions: 'Buoy names for branches',
  build: 'make harbour',
  directives: [{ directive: 'Never push to the lighthouse branch', priority: 'high' }],
}
const PLAN = { 'plans/prd-harbour.md': '# Harbour\n\nA plan.\n' }
const MODE = { skill: 'ralph', phase: 'executing', active: true }

/** Files below `.omx`, as oh-my-codex 0.21.6 writes them. */
const OMX = {
  'notepad.md': `# Notes\n\n## PRIORITY\n${NOTE}\n\n## WORKING MEMORY\n`,
  'project-memory.json': JSON.stringify(MEMORY),
  'state/skill-active-state.json': JSON.stringify({
    ...{ version: 1, active: true, skill: 'ralph', phase: 'executing' },
    active_skills: [MODE],
  }),
  'state/ralph-state.json': JSON.stringify({
    ...{ active: true, mode: 'ralph', iteration: 3, max_iterations: 9 },
    current_phase: 'executing',
  }),
  ...PLAN,
}

/** What a reader of the overlay should find, and how a message would name what is not there. */
const MEMORY_TOLD = /memory/
const WANTED = {
  modes: { words: 'ralph', tells: /\bmodes\b|state\.json/ },
  note: { words: NOTE, tells: /notes|notepad/ },
  stack: { words: MEMORY.techStack, tells: MEMORY_TOLD },
  conventions: { words: MEMORY.conventions, tells: MEMORY_TOLD },
  build: { words: MEMORY.build, tells: MEMORY_TOLD },
  directive: { words: 'lighthouse branch', tells: MEMORY_TOLD },
  gate: { words: 'BLOCKED', tells: /\bgate\b|plans/ },
}

const many = (count, name) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), 'x\n']))

const REPOSITORIES = [
  {
    title: 'JavaScript, 60 files',
    files: many(60, (at) => `src/part${at % 6}/file${at}.js`),
    map: 'part3',
  },
  {
    title: 'Python, 60 files',
    files: many(60, (at) => `jetty/part${at % 6}/file${at}.py`),
    map: 'jetty',
  },
  { title: 'names in Chinese', files: many(12, (at) => `src/海图${at}.ts`), map: '海图' },
  {
    title: '30,000 files',
    files: many(30_000, (at) => `src/a-folder-with-a-long-name-${at % 100}/file-${at}.ts`),
    map: 'a-folder',
  },
  {
    title: 'called from a folder first',
    files: many(40, (at) => `${at % 2 === 0 ? 'src' : 'docs'}/part/file${at}.js`),
    map: 'docs',
    first: 'src',
  },
  {
    title: 'a heading of notes in a fence',
    files: many(6, (at) => `src/file${at}.js`),
    map: 'file1',
    omx: {
      'notepad.md': `Write notes so:\n\n\`\`\`\n## PRIORITY\nan example\n## END\n\`\`\`\n\n## PRIORITY\n${NOTE}\n`,
    },
  },
  {
    title: 'a memory that is no JSON',
    files: many(6, (at) => `src/file${at}.js`),
    map: 'file1',
    omx: { 'project-memory.json': '{ "techStack": ' },
  },
  {
    title: 'a note of 2,000 characters',
    files: many(6, (at) => `src/file${at}.js`),
    map: 'file1',
    omx: { 'notepad.md': `## PRIORITY\n${'A line about the sea. '.repeat(90)}\n${NOTE}\n` },
  },
]

const rows = []
for (const repository of REPOSITORIES) rows.push(...(await compare(repository)))
printTable('What stands in the overlay', [
  ['repository', 'by', 'of 8 facts', 'lost', 'lost and not told', 'minimum', 'median'],
  ...rows,
])

async function compare(repository) {
  const dir = await mkdtemp(join(tmpdir(), 'onesoul-bench-'))
  try {
    const repo = join(dir, 'repo')
    await prepare(repo, repository)
    const [ours, theirs] = [[], []]
    for (let run = 0; run < RUNS; run++) {
      ours.push(await runOurs(repo, dir, repository.first))
      theirs.push(await runTheirs(repo, repository.first))
    }
    return [
      rowOf(repository, 'onesoul', ours),
      rowOf({ ...repository, title: '' }, 'oh-my-codex', theirs),
    ]
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function prepare(repo, { files, omx }) {
  const all = { ...files }
  for (const [name, text] of Object.entries({ ...OMX, ...omx })) all[`.omx/${name}`] = text
  const folders = new Set(Object.keys(all).map((path) => dirname(path)))
  for (const folder of folders) await mkdir(join(repo, folder), { recursive: true })
  for (const [path, text] of Object.entries(all)) await writeFile(join(repo, path), text)
  const git = (...args) =>
    execute('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: repo })
  await git('init', '-q')
  await writeFile(join(repo, '.git/info/exclude'), '.omx/\n')
  await mkdir(join(repo, '../home'), { recursive: true })
  await writeFile(join(repo, '../home/config.yaml'), '')
  await git('add', '-A')
  await git('commit', '-qm', 'files')
}

async function runOurs(repo, dir, first) {
  const env = { ...process.env, ONESOUL_HOME: join(dir, 'home'), NO_COLOR: '1' }
  const run = (command, cwd) => timed([MAIN, 'overlay', command], { cwd, env })
  if (first) await run('apply', join(repo, first))
  const { stderr, time } = await run('apply', repo)
  const text = await readFile(join(repo, 'AGENTS.md'), 'utf8')
  await run('strip', repo)
  return { text, told: stderr, time }
}

async function runTheirs(repo, first) {
  const script = (cwd) =>
    `import { generateOverlay, applyOverlay } from ${JSON.stringify(peer)}
     const cwd = ${JSON.stringify(cwd)}
     await applyOverlay(${JSON.stringify(join(repo, 'THEIRS.md'))}, await generateOverlay(cwd), cwd)`
  const run = (cwd) => timed(['--input-type=module', '-e', script(cwd)], { cwd })
  if (first) await run(join(repo, first))
  const { stdout, stderr, time } = await run(repo)
  const text = await readFile(join(repo, 'THEIRS.md'), 'utf8')
  await rm(join(repo, 'THEIRS.md'))
  return { text, told: stdout + stderr, time }
}

function rowOf({ title, map }, by, runs) {
  const { text, told } = runs.at(-1)
  const facts = Object.entries({ map: { words: map, tells: /\bmap\b/ }, ...WANTED })
  const lost = facts.filter(([, { words }]) => !text.includes(words))
  const untold = lost.filter(([, { tells }]) => !tells.test(told))
  const times = stats(runs.map(({ time }) => time))
  const names = (list) => list.map(([name]) => name).join(', ') || '–'
  return [
    title,
    by,
    String(facts.length - lost.length),
    names(lost),
    names(untold),
    ms(times.min),
    ms(times.median),
  ]
}

async function timed(args, options) {
  const start = performance.now()
  const { stdout, stderr } = await execute(process.execPath, args, { ...options, maxBuffer: 1e8 })
  return { stdout, stderr, time: performance.now() - start }
}
