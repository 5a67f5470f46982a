import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'
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
 * maps the name of a module to its script, whose value is `(exports, require, module) => void`;
 * `entries` maps a test file to the name of its module.
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
  const scripts = new Map()
  const entries = new Map()
  for (const chunk of output) {
    if (chunk.type !== 'chunk') continue
    const code = `(function (exports, require, module) {${chunk.code}\n})`
    scripts.set(chunk.fileName, new vm.Script(code, { filename: chunk.fileName }))
    if (chunk.isEntry) entries.set(chunk.name, chunk.fileName)
  }
  return { scripts, entries }
}

/** A compiled module has another address; tests find the files beside them by that of their source. */
function keepAddress(code, id) {
  if (!code.includes('import.meta.url')) return null
  return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
}
