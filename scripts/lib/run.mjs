import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The root of the workspace. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Runs a program with our terminal and resolves with its exit status. With
 * `stdout: 'stderr'` its output goes to standard error, so that ours stays clean;
 * with `'pipe'` it is returned.
 */
export function run(command, args, options = {}) {
  const { stdout = 'inherit', env = plainEnvironment(), cwd = root } = options
  const target = stdout === 'stderr' ? 2 : stdout
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['inherit', target, 'inherit'] })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code: code ?? 128, signal, output }))
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
