/**
 * Ten skills of a local folder to four agents, by `onesoul skills add` and `sync`, npm's skills and rulesync: wall time,
 * skills of somebody that are changed or deleted, and what is said and done about a copy that was edited.
 * `node bench/skill-sync.mjs [RUNS]`; needs a build and, the first time, the npm registry.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ms, printTable, root, stats } from './lib.mjs'
import { installPeer, peerFolder } from './peers.mjs'

const RUNS = Number(process.argv[2] ?? 9)
const NAMES = Array.from({ length: 10 }, (_, index) => `skill-${index}`)
const skillOf = (name) =>
  `---\nname: ${name}\ndescription: What ${name} does and when.\n---\n\n# ${name}\n\n${'A step to take. '.repeat(60)}\n`

/** Skills of somebody, there before any tool ran: one of another name, and two of a name that comes. */
const FOREIGN = {
  '.claude/skills/mine/SKILL.md': '---\nname: mine\ndescription: By hand.\n---\n\nMine.\n',
  '.claude/skills/skill-3/SKILL.md': '---\nname: skill-3\ndescription: By hand.\n---\n\nMine.\n',
  '.agents/skills/skill-3/SKILL.md': '---\nname: skill-3\ndescription: By hand.\n---\n\nMine.\n',
}
const EDITED = '.claude/skills/skill-5/SKILL.md'

const AGENTS = ['claude', 'codex', 'opencode', 'gemini'].flatMap((id) => ['--agent', id])

const TOOLS = [
  {
    name: 'onesoul skills',
    program: () => join(root, 'packages/cli/dist/main.cjs'),
    source: 'source',
    prepare: { '.onesoul/config.yaml': '', '.onesoul/agent-configs/AGENTS.md': 'x\n' },
    install: [
      ['skills', 'add', './source', '--all'],
      ['skills', 'sync', '--profile', 'none', ...AGENTS],
    ],
    again: ['skills', 'sync', '--profile', 'none', ...AGENTS],
    check: ['skills', 'status', '--profile', 'none', ...AGENTS],
  },
  {
    name: 'skills 1.5.18',
    package: 'skills@1.5.18',
    program: () => join(peerFolder('skills@1.5.18'), 'node_modules/.bin/skills'),
    source: 'source',
    prepare: {},
    install: [addOf()],
    again: addOf(),
    check: ['update', '--global', '--yes'],
  },
  {
    name: 'rulesync 17.0.0',
    package: 'rulesync@17.0.0',
    program: () => join(peerFolder('rulesync@17.0.0'), 'node_modules/.bin/rulesync'),
    source: '.rulesync/skills',
    prepare: {},
    install: [generateOf()],
    again: generateOf(),
    check: generateOf('--check'),
  },
]

function addOf() {
  const agents = ['claude-code', 'codex', 'opencode', 'gemini-cli']
  return ['add', './source', '--global', '--yes', '--skill', '*', '--agent', ...agents]
}

function generateOf(...more) {
  const targets = 'claudecode,codexcli,opencode,antigravity-cli'
  return ['generate', '--targets', targets, '--features', 'skills', ...more]
}

async function write(dir, files) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), text)
  }
}

/** Runs a tool with the folder as the person's home directory and nothing of the real environment but PATH. */
function run(tool, args, dir) {
  const { PATH } = process.env
  const env = { PATH, HOME: dir, CI: '1', NO_COLOR: '1', DISABLE_TELEMETRY: '1', DO_NOT_TRACK: '1' }
  const start = performance.now()
  return new Promise((done) => {
    const options = { cwd: dir, env, maxBuffer: 1e8 }
    execFile(process.execPath, [tool.program(), ...args], options, (error, stdout, stderr) => {
      const code = error ? (error.code ?? 1) : 0
      done({ code, said: stdout + stderr, time: performance.now() - start })
    })
  })
}

async function fresh(tool) {
  const dir = await mkdtemp(join(tmpdir(), 'onesoul-bench-'))
  const source = NAMES.map((name) => [`${tool.source}/${name}/SKILL.md`, skillOf(name)])
  await write(dir, { ...FOREIGN, ...tool.prepare, ...Object.fromEntries(source) })
  return dir
}

async function timed(tool) {
  const dir = await fresh(tool)
  try {
    let first = 0
    for (const args of tool.install) first += (await run(tool, args, dir)).time
    const again = (await run(tool, tool.again, dir)).time
    const check = (await run(tool, tool.check, dir)).time
    return { first, again, check }
  } finally {
    await rm(dir, { recursive: true })
  }
}

async function judged(tool) {
  const dir = await fresh(tool)
  const read = (path) => readFile(join(dir, path), 'utf8').catch(() => null)
  try {
    for (const args of tool.install) await run(tool, args, dir)
    const foreign = await Promise.all(
      Object.entries(FOREIGN).map(async ([path, text]) => ((await read(path)) === text ? 0 : 1)),
    )
    const installed = await Promise.all(
      NAMES.map(async (name) => ((await read(`.claude/skills/${name}/SKILL.md`)) === null ? 0 : 1)),
    )
    await writeFile(join(dir, EDITED), `${await read(EDITED)}\nEdited.\n`)
    const check = await run(tool, tool.check, dir)
    await run(tool, tool.again, dir)
    return {
      installed: sum(installed),
      lost: sum(foreign),
      told: check.code !== 0 && check.said.includes('skill-5'),
      code: check.code,
      edit: (await read(EDITED))?.endsWith('\nEdited.\n') === true,
    }
  } finally {
    await rm(dir, { recursive: true })
  }
}

const sum = (values) => values.reduce((total, value) => total + value, 0)

async function report() {
  for (const tool of TOOLS) if (tool.package) await installPeer(tool.package)
  const times = new Map(TOOLS.map((tool) => [tool, []]))
  for (let round = 0; round < RUNS; round++) {
    for (const tool of TOOLS) times.get(tool).push(await timed(tool))
  }
  const both = (values) => `${ms(stats(values).min)} / ${ms(stats(values).median)}`
  printTable(`ten skills, four agents: wall time, minimum / median of ${RUNS}`, [
    ['', 'first', 'again', 'check'],
    ...TOOLS.map((tool) => [
      tool.name,
      ...['first', 'again', 'check'].map((key) => both(times.get(tool).map((one) => one[key]))),
    ]),
  ])
  const rows = []
  for (const tool of TOOLS) {
    const { installed, lost, told, code, edit } = await judged(tool)
    rows.push([
      tool.name,
      `${installed} of 10`,
      `${3 - lost} of 3`,
      told ? `yes (${code})` : `no (${code})`,
      edit ? 'yes' : 'no',
    ])
  }
  printTable('what became of them', [
    ['', 'names there', 'foreign skills kept', 'tells of an edited copy', 'keeps the edit'],
    ...rows,
  ])
}

if (import.meta.filename === process.argv[1]) {
  console.log(`Node ${process.version}`)
  await report()
}
