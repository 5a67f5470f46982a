import { ensureInstalled, requireNode } from './lib/prepare.mjs'
import { seconds, tool } from './lib/run.mjs'

/** Tests that start processes or try thousands of texts; `npm run test:unit` runs them too. */
const SLOW = [
  'packages/disk/src/lib/{lock,write,lease,state}/**',
  'packages/agents/src/lib/launch/**',
  'packages/agents/src/lib/codex/{agent,conversation}.test.ts',
  'packages/core/src/lib/guard/guard.test.ts',
  'test/unit/**',
]
const quick = SLOW.flatMap((pattern) => ['--exclude', pattern])

/** Every fast check, each with its time; a check that looked at nothing has failed. */
const checks = [
  ['format and lint', () => tool('biome', ['check', '--error-on-warnings', '.'])],
  ['types', () => tool('tsc', ['-p', 'tsconfig.json'])],
  ['architecture', cruise],
  ['dead code', () => tool('knip', [])],
  ['unit tests', () => tool('vitest', ['run', '--reporter=dot', ...quick])],
]

requireNode()
await ensureInstalled()
const failed = []
const skipTests = process.argv.includes('--no-tests')
for (const [name, check] of checks) {
  if (skipTests && name === 'unit tests') continue
  const start = Date.now()
  const { code } = await check()
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'}  ${name}  ${seconds(Date.now() - start)}`)
  if (code !== 0) failed.push(name)
}
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`)
  process.exitCode = 1
}

async function cruise() {
  const { code, output } = await tool(
    'depcruise',
    ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'packages'],
    { stdout: 'pipe' },
  )
  const { summary } = JSON.parse(output)
  for (const { rule, from, to } of summary.violations)
    console.error(`${rule.name}: ${from} → ${to}`)
  if (summary.totalCruised > 0) return { code: summary.error > 0 ? 1 : code }
  console.error('dependency-cruiser looked at no module')
  return { code: 1 }
}
