import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { execute } from './lib.mjs'

const cache = process.env.ONESOUL_AGENT_CACHE ?? join(homedir(), '.cache/onesoul-agents')

/** Installs a package, `name@version`, outside of the project, once; gives its folder. Needs the npm registry the first time. */
export async function installPeer(wanted) {
  const at = wanted.lastIndexOf('@')
  const [name, version] = [wanted.slice(0, at), wanted.slice(at + 1)]
  const folder = join(cache, 'peers', `${name.split('/').at(-1)}-${version}`)
  if (!existsSync(join(folder, 'node_modules/.bin'))) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', wanted]
    await execute('npm', args, { cwd: folder })
  }
  return join(folder, 'node_modules', name)
}
