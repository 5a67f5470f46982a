import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The root of the workspace. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Runs a program with our terminal and resolves with its exit status. With
 * `stdout: 'stderr'` its output goes to standard error, so that ours stays clean;
 * with `'pipe'` it is returned. `beside` runs it in the moments that other
 * programs leave free, and writes what it says once it has ended. POSIX only.
 */
export function run(command, args, options = {}) {
  const { stdout = 'inherit', env = plainEnvironment(), cwd = root, beside = false } = options
  const target = stdout === 'stderr' ? 2 : stdout
  const stdio = beside ? ['ignore', 'pipe', 'pipe'] : ['inherit', target, 'inherit']
  const [program, ...given] = beside ? ['nice', '-n', '10', command, ...args] : [command, ...args]
  return new Promise((resolve, reject) => {
    const child = spawn(program, given, { cwd, env, stdio })
    let output = ''
    const keep = (chunk) => {
      output += chunk
    }
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', keep)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (beside && stdout !== 'pipe') process.stdout.write(output)
      resolve({ code: code ?? 128, signal, output })
    })
  })
}

/** No colours where nobody sees them. */
function plainEnvironment() {
  return process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1' }
}

/** Runs one of the workspace's own tools under this Node, or under the one at `node`. */
export function tool(name, args, { node = process.execPath, ...options } = {}) {
  return run(node, [toolPath(name), ...args], options)
}

function toolPath(name) {
  return fileURLToPath(new URL(`../../node_modules/${TOOLS[name]}`, import.meta.url))
}

const TOOLS = {
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
  biome: '@biomejs/biome/bin/biome',
  depcruise: 'dependency-cruiser/bin/dependency-cruise.mjs',
  knip: 'knip/bin/knip.js',
  publint: 'publint/src/cli.js',
  attw: '@arethetypeswrong/cli/dist/index.js',
}

/** Milliseconds as `1.2 s`. */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
}
