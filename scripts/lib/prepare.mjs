import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, run } from './run.mjs'

const OLDEST = [20, 19]

/** Ends with one sentence when this Node is too old to run anything here. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
  console.error(
    `OneSoul needs Node ${OLDEST.join('.')} or newer; this is ${process.versions.node}.`,
  )
  process.exit(1)
}

/** Installs the locked dependencies unless exactly these are installed already. */
export async function ensureInstalled() {
  const wanted = createHash('sha256')
    .update(await readFile(join(root, 'package-lock.json')))
    .update(process.version)
    .digest('hex')
  const stamp = join(root, 'node_modules', '.onesoul-lock')
  const present = await readFile(stamp, 'utf8').catch(() => '')
  if (present === wanted) return
  console.error('Installing dependencies (once) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { code } = await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdout: 'stderr',
  })
  if (code !== 0) fail('Installing the dependencies failed; see the lines above.')
  await writeFile(stamp, wanted)
}

/** Builds every package whose sources changed. */
export async function ensureBuilt() {
  const first = !(await stat(join(root, 'packages/cli/dist/main.js')).catch(() => null))
  if (first) console.error('Building (once) …')
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { code } = await run(process.execPath, [tsc, '-b', 'tsconfig.build.json'], {
    stdout: 'stderr',
  })
  if (code !== 0) fail('The build failed; see the lines above.')
}

/** Removes every build output, so that outputs of deleted sources do not survive. */
export async function cleanBuild() {
  const packages = ['core', 'disk', 'sources', 'agents', 'cli']
  await Promise.all(
    packages.flatMap((name) =>
      ['dist', 'tsconfig.build.tsbuildinfo'].map((output) =>
        rm(join(root, 'packages', name, output), { recursive: true, force: true }),
      ),
    ),
  )
  await mkdir(join(root, '.cache'), { recursive: true })
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
