/** (e) From the start of `onesoul run` to the start of the agent, and whole runs beside bare ones. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execute, ms, printTable, root, stats } from './lib.mjs'

const RUNS = 15
const main = join(root, 'packages/cli/dist/main.cjs')
const cache = process.env.ONESOUL_AGENT_CACHE ?? join(homedir(), '.cache/onesoul-agents')
const claude = join(
  cache,
  'claude-code-2.1.332/node_modules/@anthropic-ai/claude-agent-sdk-linux-x64/claude',
)

/** Says when it was started, and nothing else. */
const STUB = `#!/bin/sh
if [ "$1" = --version ]; then echo '2.1.332 (Claude Code)'; exit; fi
date +%s%N > "$BENCH_MARK"
`

export async function report() {
  const folder = await mkdtemp(join(tmpdir(), 'onesoul-bench-'))
  try {
    const place = await createPlace(folder)
    await reportMark(place)
    await reportWholeRuns(place)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function createPlace(folder) {
  for (const name of ['bin', 'work', 'user']) await mkdir(join(folder, name))
  await writeFile(join(folder, 'bin/claude'), STUB)
  await chmod(join(folder, 'bin/claude'), 0o755)
  const env = {
    PATH: [join(folder, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
    HOME: join(folder, 'user'),
    CLAUDE_CONFIG_DIR: join(folder, 'user/.claude'),
    BENCH_MARK: join(folder, 'mark'),
    ANTHROPIC_API_KEY: 'none',
    DISABLE_TELEMETRY: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }
  await execute(process.execPath, [main, 'init', '--yes'], { env, cwd: join(folder, 'work') })
  return { folder, env, cwd: join(folder, 'work') }
}

async function reportMark({ env, cwd }) {
  const times = []
  for (let index = 0; index <= RUNS; index++) {
    const start = performance.timeOrigin + performance.now()
    await run(process.execPath, [main, 'run', 'claude', 'hi', '--quiet'], { env, cwd })
    times.push(Number(await readFile(env.BENCH_MARK, 'utf8')) / 1e6 - start)
  }
  // The first run asks the agent for its version; later ones remember it.
  const [first, ...later] = times
  const { min, median } = stats(later)
  printTable('from the start of `onesoul run` to the start of the agent', [
    ['', 'min', 'median', 'goal'],
    ['agent known', ms(min), ms(median), '≤ 150 ms'],
    ['agent seen for the first time', ms(first), ms(first), ''],
  ])
}

async function reportWholeRuns({ env, cwd }) {
  const { startRecorder } = await import('@onesoul/agents')
  const model = await startRecorder({ offline: true })
  const real = { ...env, ANTHROPIC_BASE_URL: model.url, PATH: `${dirname(claude)}:${env.PATH}` }
  const kinds = {
    'claude -p hi': [claude, ['-p', 'hi']],
    'onesoul run claude hi': [process.execPath, [main, 'run', 'claude', 'hi', '--quiet']],
  }
  const times = { 'claude -p hi': [], 'onesoul run claude hi': [] }
  try {
    for (let index = 0; index < RUNS; index++) {
      for (const [name, [command, args]] of Object.entries(kinds)) {
        const start = performance.now()
        await run(command, args, { env: real, cwd })
        times[name].push(performance.now() - start)
      }
    }
  } finally {
    await model.close()
  }
  const rows = Object.entries(times).map(([name, values]) => {
    const { min, median } = stats(values)
    return [name, ms(min), ms(median)]
  })
  printTable(`whole runs of Claude Code 2.1.332 against a scripted model, ${RUNS} pairs`, [
    ['', 'min', 'median'],
    ...rows,
  ])
}

async function run(command, args, { env, cwd }) {
  const child = spawn(command, args, { env, cwd, stdio: ['ignore', 'ignore', 'pipe'] })
  let trouble = ''
  child.stderr.on('data', (chunk) => {
    trouble += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${trouble}`)
}

if (import.meta.filename === process.argv[1]) await report()
