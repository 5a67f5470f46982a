import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, ensureSystemPrograms, requireNode } from './lib/prepare.mjs'
import { root, run, seconds, tool } from './lib/run.mjs'

/**
 * Runs every suite, or those named, and prints the time of each; beside others a suite takes
 * longer. The last line is the plain count over all of them.
 */
const suites = {
  // Files share a process, in half the time. `npm run check` gives each one its own.
  unit: () => vitest('unit', 'vitest.config.ts', { flags: ['--no-isolate'] }),
  agents: async () => {
    await installing
    return vitest('agents', AGENTS_CONFIG, { prepare: ensureBuilt })
  },
  static: staticChecks,
  package: async (options) => {
    // They bring the second Node that the packed command is tried on.
    await installing
    return vitest('package', 'test/package/vitest.config.ts', { prepare: ensureBuilt, ...options })
  },
  node24: onNode24,
}

/** No stopwatch is in these: they run while the real agents wait for models, terminals and disks. */
const BESIDE_AGENTS = ['static', 'package']

const AGENTS_CONFIG = 'test/agents/vitest.config.ts'

/** What kills processes and undoes changes step by step: minutes of it ask the system, not Node. */
const KILLING = [
  'packages/skills/src/lib/sync/repair.test.ts',
  'packages/skills/src/lib/sync/hostile-sync.test.ts',
  'packages/skills/src/lib/add/crash.test.ts',
]

requireNode()
await ensureInstalled()
await ensureSystemPrograms(['git', 'openssl'])
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in suites))
if (unknown.length > 0) {
  console.error(`no suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}`)
  process.exit(2)
}
const isWanted = (name) => wanted.length === 0 || wanted.includes(name)
const installing = isWanted('agents') || isWanted('node24') ? fetchAgents() : null
// What is wrong with it is heard by whoever waits for it.
installing?.catch(() => undefined)
const rows = []
const begun = Date.now()
await runEach(['unit'])
if (isWanted('agents')) {
  await allOf([runEach(['agents']), runEach(BESIDE_AGENTS, { beside: true })])
} else {
  await runEach(BESIDE_AGENTS)
}
await runEach(['node24'])
report(rows, Date.now() - begun)

/** One after another, those of them that are wanted. */
async function runEach(names, options) {
  for (const name of names.filter(isWanted)) {
    const start = Date.now()
    const counts = await suites[name](options)
    rows.push({ name, ms: Date.now() - start, ...counts })
  }
}

/** What they resolve with; an error of one is thrown once all have ended. */
async function allOf(runs) {
  await Promise.allSettled(runs)
  return Promise.all(runs)
}

function report(all, totalMs) {
  console.log('')
  for (const { name, ms, passed, failed, skipped } of all) {
    const note = skipped > 0 ? `, ${skipped} skipped` : ''
    console.log(
      `${name.padEnd(10)}${seconds(ms).padStart(9)}   ${passed} passed, ${failed} failed${note}`,
    )
  }
  console.log(`${'together'.padEnd(10)}${seconds(totalMs).padStart(9)}`)
  const sum = (key) => all.reduce((total, row) => total + row[key], 0)
  const skipped = sum('skipped')
  console.log('')
  console.log(
    `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  )
  if (sum('failed') > 0 || sum('passed') === 0) process.exitCode = 1
}

/** Format, lint, types, architecture and dead code, each counted as one test. */
async function staticChecks(options) {
  const { output, code } = await run(
    process.execPath,
    [join(root, 'scripts/check.mjs'), '--no-tests'],
    { stdout: 'pipe', ...options },
  )
  process.stdout.write(output)
  const passed = (output.match(/^ok {2}/gm) ?? []).length
  const failed = (output.match(/^FAIL/gm) ?? []).length
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, skipped: 0 }
}

/**
 * What another Node may do differently: every unit test but those, and one turn of each real
 * agent that the built command runs, both under Node 24. `package` tries the
 * packed command there.
 */
async function onNode24() {
  await ensureBuilt()
  const node = await installNode24()
  const unit = vitest('node24-unit', 'vitest.config.ts', {
    node,
    // What looks at documents and at the tree of modules looks the same on every Node.
    flags: ['--no-isolate', ...['test/unit/**', ...KILLING].flatMap((path) => ['--exclude', path])],
    // Texts say nothing about a version of Node; the other suite has read them.
    env: { ...process.env, NO_COLOR: '1', ONESOUL_CORPUS: '' },
  })
  const turns = vitest('node24-turns', AGENTS_CONFIG, {
    node,
    // One file with programs that wait: it would leave a core unused.
    beside: true,
    flags: ['onesoul-turns'],
    env: { ...process.env, NO_COLOR: '1', ONESOUL_TURNS: '1' },
  })
  const counts = await allOf([unit, turns])
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/** The second Node, which comes with the real agents; ends when it is none of version 24. */
async function installNode24() {
  await installing
  const { agentProgram } = await loadHarness('agent-programs.ts')
  const node = agentProgram('node24')
  const { output } = await run(node, ['--version'], { stdout: 'pipe' })
  if (!output.startsWith('v24.')) throw new Error(`${node} is Node ${output.trim()}`)
  return node
}

/** Begins to install the real agents, while the suites before theirs run. */
async function fetchAgents() {
  await ensureBuilt()
  const { installAgents } = await loadHarness('install-agents.ts')
  await installAgents()
}

/** A module of the harness of the real agents, which is TypeScript. */
async function loadHarness(file) {
  const { runnerImport } = await import('vite')
  const path = join(root, 'test/agents/harness', file)
  const { module } = await runnerImport(path, { logLevel: 'warn' })
  return module
}

async function vitest(name, config, { prepare, node, env, beside, flags = [] } = {}) {
  await prepare?.()
  const file = join(root, '.cache', `${name}.json`)
  await mkdir(join(root, '.cache'), { recursive: true })
  const args = [
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...flags,
  ]
  const { code } = await tool('vitest', args, { node, env, beside })
  const result = JSON.parse(await readFile(file, 'utf8'))
  const failed = result.numFailedTests + (result.success || result.numFailedTests > 0 ? 0 : 1)
  return {
    passed: result.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: result.numPendingTests + result.numTodoTests,
  }
}
