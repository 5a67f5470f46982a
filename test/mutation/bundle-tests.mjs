import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core'
import { build } from 'vite'

const GUARD = 'packages/core/src/lib/guard'
const THREATS = 'test/unit/threats'

/** Test files of the guard, from the root of the project; those that only read the corpus are left out. */
export function listTestFiles() {
  const below = (folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith('.test.ts') && name !== 'metamorphic.test.ts')
      .map((name) => join(folder, name))
  return [
    ...below(GUARD),
    ...below(THREATS),
    'packages/core/src/lib/compose/compose-threats.test.ts',
  ].sort()
}

/**
 * Compiles test files and what they import, each module by itself. The result
 * holds them twice: `counting` tells Stryker which mutants a test reaches, `quick` runs
 * with one mutant. `scripts` maps the name of a module to its script, whose value is
 * `(exports, require, module) => void`; `entries` maps a test file to its module.
 */
export async function bundleTests(files) {
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [{ name: 'own-address', transform: keepAddress }],
    build: {
      ssr: true,
      write: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(files.map((file) => [file, resolve(file)])),
        treeshake: false,
        output: { format: 'cjs', preserveModules: true, preserveModulesRoot: process.cwd() },
      },
    },
  })
  const counting = new Map()
  const scripts = new Map()
  const entries = new Map()
  for (const chunk of output) {
    if (chunk.type !== 'chunk') continue
    counting.set(chunk.fileName, compile(chunk.fileName, rewrite(chunk.code, COUNTING)))
    scripts.set(chunk.fileName, compile(chunk.fileName, rewrite(chunk.code, QUICK)))
    if (chunk.isEntry) entries.set(chunk.name, chunk.fileName)
  }
  return { counting: { scripts: counting, entries }, quick: { scripts, entries } }
}

function compile(filename, code) {
  return new vm.Script(`(function (exports, require, module) {${code}\n})`, { filename })
}

/**
 * Instrumented code asks at every step whether a mutant is on, and counts, which
 * takes longer than the code itself. Where one mutant runs it is known when a
 * module is evaluated, and nothing counts; where is counted, no mutant is on.
 */
const QUICK = {
  counts: () => '0',
  asks: (_all, id) => `(strykerOn === ${id} && strykerHit())`,
}
const COUNTING = {
  counts: (_all, ids) => `(${ids.replace(/"(\d+)"/g, 'strykerReached[$1]++')})`,
  asks: () => 'false',
}

function rewrite(code, { counts, asks }) {
  if (!code.includes('stryMutAct_9fa48')) return code
  const rewritten = code
    .replace(/stryCov_9fa48\(((?:"\d+"(?:, )?)+)\)/g, counts)
    .replace(/stryMutAct_9fa48\("(\d+)"\)/g, asks)
  const names = 'activeMutant: strykerOn, hit: strykerHit, reached: strykerReached'
  return `const { ${names} } = globalThis.${INSTRUMENTER_CONSTANTS.NAMESPACE};\n${rewritten}`
}

/** A compiled module has another address; tests find the files beside them by that of their source. */
function keepAddress(code, id) {
  if (!code.includes('import.meta.url')) return null
  return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
}
