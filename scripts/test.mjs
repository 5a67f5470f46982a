import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  cleanBuild,
  ensureBuilt,
  ensureInstalled,
  ensureSystemPrograms,
  requireNode,
} from './lib/prepare.mjs'
import { root, run, seconds, tool } from './lib/run.mjs'

/**
 * Runs every suite, or those named, and prints the time of each. The last line
 * is the plain count over all of them.
 */
const suites = {
  static: staticChecks,
  unit: () => vitest('unit', 'vitest.config.ts'),
  // Before `package`: it brings the second Node that the packed command is tried on.
  agents: () => vitest('agents', 'test/agents/vitest.config.ts', ensureBuilt),
  package: () => vitest('package', 'test/package/vitest.config.ts', rebuild),
}

requireNode()
await ensureInstalled()
await ensureSystemPrograms(['git', 'openssl'])
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in suites))
if (unknown.length > 0) {
  console.error(`no suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}`)
  process.exit(2)
}
const rows = []
for (const [name, suite] of Object.entries(suites)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const start = Date.now()
  const counts = await suite()
  rows.push({ name, ms: Date.now() - start, ...counts })
}
report(rows)

function report(all) {
  console.log('')
  for (const { name, ms, passed, failed, skipped } of all) {
    const note = skipped > 0 ? `, ${skipped} skipped` : ''
    console.log(
      `${name.padEnd(10)}${seconds(ms).padStart(9)}   ${passed} passed, ${failed} failed${note}`,
    )
  }
  const sum = (key) => all.reduce((total, row) => total + row[key], 0)
  const skipped = sum('skipped')
  console.log('')
  console.log(
    `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  )
  if (sum('failed') > 0 || sum('passed') === 0) process.exitCode = 1
}

/** Format, lint, types, architecture and dead code, each counted as one test. */
async function staticChecks() {
  const { output, code } = await run(
    process.execPath,
    [join(root, 'scripts/check.mjs'), '--no-tests'],
    {
      stdout: 'pipe',
    },
  )
  process.stdout.write(output)
  const passed = (output.match(/^ok {2}/gm) ?? []).length
  const failed = (output.match(/^FAIL/gm) ?? []).length
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, skipped: 0 }
}

async function vitest(name, config, prepare) {
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
  ]
  const { code } = await tool('vitest', args)
  const result = JSON.parse(await readFile(file, 'utf8'))
  const failed = result.numFailedTests + (result.success || result.numFailedTests > 0 ? 0 : 1)
  return {
    passed: result.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: result.numPendingTests + result.numTodoTests,
  }
}

async function rebuild() {
  await cleanBuild()
  await ensureBuilt()
}
