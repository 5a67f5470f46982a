import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { execute } from './lib.mjs'

const cache = process.env.ONESOUL_AGENT_CACHE ?? join(homedir(), '.cache/onesoul-agents')

/** The folder that a package, `name@version`, is installed in. */
export function peerFolder(wanted) {
  return join(cache, 'peers', wanted.replace(/^@[^/]*\//, '').replace('@', '-'))
}

/** Installs a package outside of the project, once; gives its folder. Needs the npm registry the first time. */
export async function installPeer(wanted) {
  const folder = peerFolder(wanted)
  if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', wanted]
    await execute('npm', args, { cwd: folder })
  }
  return join(folder, 'node_modules', wanted.slice(0, wanted.lastIndexOf('@')))
}
