import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { root, run } from './run.mjs'

const OLDEST = [20, 19]
const PACKAGES = ['core', 'disk', 'sources', 'agents', 'skills', 'cli']

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

/**
 * Installs what tests call from the system, where that can be done: as root on a
 * machine with apt. Elsewhere it names what is missing and ends.
 */
export async function ensureSystemPrograms(names) {
  const missing = names.filter((name) => !isInPath(name))
  if (missing.length === 0) return
  const mayInstall = process.getuid?.() === 0 && isInPath('apt-get')
  if (!mayInstall) fail(`The tests need ${missing.join(', ')}; install them and run again.`)
  console.error(`Installing ${missing.join(', ')} (once) …`)
  const quiet = { stdout: 'stderr', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-qq'], quiet)
  const { code } = await run('apt-get', ['install', '-y', '-qq', ...missing], quiet)
  if (code !== 0) fail('Installing system packages failed; see the lines above.')
}

function isInPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, name)))
}

/** Builds every package whose sources changed since the last build; all anew when one of them is gone. */
export async function ensureBuilt() {
  const stamp = join(root, '.cache', 'built')
  const sources = await listSources()
  const builtOf = await readFile(stamp, 'utf8').catch(() => '')
  const isWhole = builtOf !== '' && builtOf.split('\n').every((path) => sources.includes(path))
  if (isWhole && (await modified(stamp)) > (await newestOf(sources))) return
  console.error('Building …')
  if (!isWhole) await cleanBuild()
  const started = new Date()
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { code } = await run(process.execPath, [tsc, '-b', 'tsconfig.build.json'], {
    stdout: 'stderr',
  })
  if (code !== 0) fail('The build failed; see the lines above.')
  await bundleCommand()
  await mkdir(join(root, '.cache'), { recursive: true })
  await writeFile(stamp, sources.join('\n'))
  await utimes(stamp, started, started)
}

/** Puts the command and all that it needs into one folder of files. */
async function bundleCommand() {
  const { build } = await import('vite')
  await build({ configFile: join(root, 'packages/cli/vite.config.mjs') })
}

/** Everything that the build reads, below the root. */
async function listSources() {
  const files = [
    'package-lock.json',
    'tsconfig.base.json',
    'tsconfig.build.json',
    'packages/cli/vite.config.mjs',
    'packages/skills/builtin/manifest.json',
    'packages/sources/schema/config.schema.json',
  ]
  for (const name of PACKAGES) {
    const folder = join('packages', name)
    const sources = await readdir(join(root, folder, 'src'), { recursive: true })
    files.push(join(folder, 'tsconfig.build.json'), join(folder, 'package.json'))
    files.push(...sources.map((path) => join(folder, 'src', path)))
  }
  return files
}

/** The newest change of any of these, in milliseconds. */
async function newestOf(files) {
  const times = await Promise.all(files.map((path) => modified(join(root, path))))
  return Math.max(...times)
}

/** When a file was last changed; 0 when it is not there. */
async function modified(path) {
  const found = await stat(path).catch(() => null)
  return found?.mtimeMs ?? 0
}

/** Removes every build output, so that outputs of deleted sources do not survive. */
export async function cleanBuild() {
  await rm(join(root, '.cache', 'built'), { force: true })
  await Promise.all(
    PACKAGES.flatMap((name) =>
      ['dist', '.types', 'tsconfig.build.tsbuildinfo'].map((output) =>
        rm(join(root, 'packages', name, output), { recursive: true, force: true }),
      ),
    ),
  )
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
