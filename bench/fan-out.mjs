/**
 * Five rules and ten skills to four agents, by `onesoul export`, rulesync and ruler: wall time, rules that an agent does
 * not get, files of somebody that are changed or deleted, and what a check says of a hand edit and of a lost rule.
 * `node bench/fan-out.mjs [RUNS]`; needs a build and, the first time, the npm registry.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ms, printTable, root, stats } from './lib.mjs'
import { installPeer, peerFolder } from './peers.mjs'

const RUNS = Number(process.argv[2] ?? 9)
const RULES = ['tests', 'commits', 'naming', 'errors', 'review']
const SKILLS = Array.from({ length: 10 }, (_, index) => `skill-${index}`)
const bodyOf = (rule) =>
  `Marker ${rule}-rule. ${`About ${rule}: one sentence of a rule. `.repeat(36)}\n`
const skillOf = (name) =>
  `---\nname: ${name}\ndescription: What ${name} does and when.\n---\n\n# ${name}\n\n${'A step to take. '.repeat(60)}\n`

/** Files of somebody, there before any tool ran. */
const FOREIGN = {
  'CLAUDE.md': '# By hand\n\nKeep the lock file.\n',
  '.claude/skills/mine/SKILL.md': '---\nname: mine\ndescription: By hand.\n---\n\nMine.\n',
  'src/index.js': 'export {}\n',
}

/** What each of four agents reads by itself of what any of the tools writes. */
const READ = {
  claude: [/^CLAUDE\.md$/, /^\.claude\/rules\//],
  codex: [/^AGENTS\.md$/],
  opencode: [/^AGENTS\.md$/, /^\.opencode\/memories\//],
  // ruler has Gemini CLI read AGENTS.md; rulesync has Antigravity in its place.
  fourth: [/^GEMINI\.md$/, /^AGENTS\.md$/, /^\.agents\/rules\//],
}

const EXPORT = ['export', '--home', '.home', '--agent', 'claude,codex,opencode,gemini']

const onesoul = (skills) => ({
  name: `onesoul export${skills ? ', rules and skills' : ', rules alone'}`,
  prepare: (dir) =>
    write(dir, {
      '.home/config.yaml': '',
      '.home/agent-configs/AGENTS.md': RULES.map((rule) => `## ${rule}\n\n${bodyOf(rule)}\n`).join(
        '',
      ),
      ...(skills &&
        Object.fromEntries(SKILLS.map((name) => [`.home/skills/${name}/SKILL.md`, skillOf(name)]))),
    }),
  program: () => join(root, 'packages/cli/dist/main.cjs'),
  apply: [...EXPORT, ...(skills ? ['--skills'] : [])],
  check: [...EXPORT, ...(skills ? ['--skills'] : []), '--check'],
  edit: 'AGENTS.md',
  own: /^\.home\//,
})

const rulesync = (features, more = []) => ({
  name: `rulesync 17.0.0 ${features === 'rules' ? 'rules alone' : 'rules and skills'}${more.length > 0 ? ', --delete' : ''}`,
  package: 'rulesync@17.0.0',
  prepare: (dir) =>
    write(dir, {
      ...Object.fromEntries(
        RULES.map((rule, index) => [
          `.rulesync/rules/${rule}.md`,
          `---\nroot: ${index === 0}\ntargets: ["*"]\ndescription: ${rule}\nglobs: ["**/*"]\n---\n\n# ${rule}\n\n${bodyOf(rule)}`,
        ]),
      ),
      ...Object.fromEntries(
        SKILLS.map((name) => [
          `.rulesync/skills/${name}/SKILL.md`,
          `---\nname: ${name}\ndescription: What ${name} does and when.\ntargets: ["*"]\n---\n\n${skillOf(name).split('---\n\n')[1]}`,
        ]),
      ),
    }),
  program: () => binOf('rulesync@17.0.0', 'rulesync'),
  apply: [
    'generate',
    '--targets',
    'claudecode,codexcli,opencode,antigravity-cli',
    '--features',
    features,
    ...more,
  ],
  check: [
    'generate',
    '--targets',
    'claudecode,codexcli,opencode,antigravity-cli',
    '--features',
    features,
    ...more,
    '--check',
  ],
  edit: 'AGENTS.md',
  own: /^\.rulesync\//,
})

const ruler = (skills) => ({
  name: `ruler 0.3.44 ${skills ? 'rules and skills' : 'rules alone'}`,
  package: '@intellectronica/ruler@0.3.44',
  prepare: (dir) =>
    write(dir, {
      ...Object.fromEntries(
        RULES.map((rule) => [`.ruler/${rule}.md`, `# ${rule}\n\n${bodyOf(rule)}`]),
      ),
      ...Object.fromEntries(
        SKILLS.map((name) => [`.ruler/skills/${name}/SKILL.md`, skillOf(name)]),
      ),
      '.ruler/ruler.toml': '',
    }),
  program: () => binOf('@intellectronica/ruler@0.3.44', 'ruler'),
  apply: [
    'apply',
    '--local-only',
    '--agents',
    'claude,codex,opencode,gemini-cli',
    ...(skills ? [] : ['--no-skills']),
  ],
  check: [
    'apply',
    '--local-only',
    '--agents',
    'claude,codex,opencode,gemini-cli',
    ...(skills ? [] : ['--no-skills']),
    '--dry-run',
  ],
  edit: 'AGENTS.md',
  own: /^\.ruler\//,
})

const TOOLS = [
  onesoul(false),
  onesoul(true),
  ruler(false),
  ruler(true),
  rulesync('rules'),
  rulesync('rules,skills'),
  rulesync('rules,skills', ['--delete']),
]

async function write(dir, files) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), text)
  }
}

const binOf = (wanted, name) => join(peerFolder(wanted), 'node_modules/.bin', name)

/** Milliseconds of processor time of all ended children, where the system tells; a busy machine changes it less. */
function processorTime() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[13]) + Number(fields[14])) * 10
  } catch {
    return Number.NaN
  }
}

/** Runs a tool in a folder with nothing of the real environment but PATH. */
function run(tool, args, dir) {
  const env = { PATH: process.env.PATH, HOME: join(dir, '.user'), CI: '1', NO_COLOR: '1' }
  const before = processorTime()
  const start = performance.now()
  return new Promise((done) => {
    execFile(
      process.execPath,
      [tool.program(), ...args],
      { cwd: dir, env, maxBuffer: 1e8 },
      (error) =>
        done({
          code: error ? (error.code ?? 1) : 0,
          time: performance.now() - start,
          processor: processorTime() - before,
        }),
    )
  })
}

async function fresh(tool) {
  const dir = await mkdtemp(join(tmpdir(), 'onesoul-bench-'))
  await write(dir, { '.git/HEAD': 'ref: refs/heads/main\n', ...FOREIGN })
  await tool.prepare(dir)
  return dir
}

async function timed(tool) {
  const dir = await fresh(tool)
  try {
    const first = await run(tool, tool.apply, dir)
    const again = await run(tool, tool.apply, dir)
    const check = await run(tool, tool.check, dir)
    return { first: first.time, again: again.time, check: check.time, processor: first.processor }
  } finally {
    await rm(dir, { recursive: true })
  }
}

async function filesBelow(dir) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(dir.length + 1))
}

async function judged(tool) {
  const dir = await fresh(tool)
  try {
    await run(tool, tool.apply, dir)
    // What is not of the first run may go at the second.
    await run(tool, tool.apply, dir)
    const paths = (await filesBelow(dir)).filter(
      (path) => !tool.own.test(path) && !path.startsWith('.user/'),
    )
    const texts = new Map(
      await Promise.all(paths.map(async (path) => [path, await readFile(join(dir, path), 'utf8')])),
    )
    const missing = Object.entries(READ).map(([agent, patterns]) => {
      const read = [...texts].filter(([path]) => patterns.some((pattern) => pattern.test(path)))
      const got = RULES.filter((rule) =>
        read.some(([, text]) => text.includes(`Marker ${rule}-rule.`)),
      )
      return { agent, lost: RULES.length - got.length }
    })
    const deleted = Object.keys(FOREIGN).filter((path) => !texts.has(path))
    const changed = Object.entries(FOREIGN).filter(
      ([path, text]) => texts.has(path) && !texts.get(path).includes(text),
    )
    const afterWrite = (await run(tool, tool.check, dir)).code
    const target = join(dir, tool.edit)
    await writeFile(
      target,
      (await readFile(target, 'utf8')).replace('one sentence', 'another sentence'),
    )
    const afterEdit = (await run(tool, tool.check, dir)).code
    return { missing, deleted, changed: changed.map(([path]) => path), afterWrite, afterEdit }
  } finally {
    await rm(dir, { recursive: true })
  }
}

async function report() {
  for (const tool of TOOLS) if (tool.package) await installPeer(tool.package)
  const times = new Map(TOOLS.map((tool) => [tool, []]))
  for (let round = 0; round < RUNS; round++) {
    for (const tool of TOOLS) times.get(tool).push(await timed(tool))
  }
  printTable(`five rules, ten skills, four agents: wall time, minimum / median of ${RUNS}`, [
    ['', 'first', 'again', 'check', 'processor, first'],
    ...TOOLS.map((tool) => timeRow(tool, times.get(tool))),
  ])
  const rows = []
  for (const tool of TOOLS) rows.push(verdictRow(tool, await judged(tool)))
  printTable('what became of it', [
    ['', 'rules lost', 'deleted', 'changed', 'tells of lost rules', 'tells of a hand edit'],
    ...rows,
  ])
}

function timeRow({ name }, runs) {
  const both = (values) => `${ms(stats(values).min)} / ${ms(stats(values).median)}`
  return [
    name,
    ...['first', 'again', 'check', 'processor'].map((key) => both(runs.map((one) => one[key]))),
  ]
}

function verdictRow({ name }, { missing, deleted, changed, afterWrite, afterEdit }) {
  const lost = missing.reduce((sum, one) => sum + one.lost, 0)
  const who = missing.filter((one) => one.lost > 0).map((one) => `${one.agent} ${one.lost}`)
  const told = (code) => (code === 0 ? 'no' : `yes (${code})`)
  return [
    name,
    [`${lost} of 20`, ...who].join(', '),
    deleted.join(', ') || '–',
    changed.join(', ') || '–',
    lost === 0 ? '–' : told(afterWrite),
    told(afterEdit),
  ]
}

if (import.meta.filename === process.argv[1]) {
  console.log(
    `Node ${process.version}, ${createHash('sha256')
      .update(await readFile(TOOLS[0].program()))
      .digest('hex')
      .slice(0, 8)}`,
  )
  await report()
}
