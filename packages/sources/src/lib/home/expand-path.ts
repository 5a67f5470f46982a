import { homedir } from 'node:os'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Environment } from '../config/environment-layer.ts'

/** The person's home directory: `HOME` (`USERPROFILE` on Windows) of the environment, else what the system says. */
export function findUserHome(env: Environment): string {
  const { HOME, USERPROFILE } = env
  const stated = HOME || USERPROFILE
  return stated && isAbsolute(stated) ? resolve(stated) : homedir()
}

/** Makes a path of the configuration absolute: `~` is the person's home directory, the rest is relative to `base`. */
export function expandPath(
  path: string,
  places: { readonly base: string; readonly userHome: string },
): string {
  if (path === '~') return places.userHome
  if (/^~[/\\]/.test(path)) return join(places.userHome, path.slice(2))
  return resolve(places.base, path)
}

/** The reverse for people and files that move with a home directory: a path below it begins with `~`. */
export function tildePath(path: string, userHome: string): string {
  const way = relative(userHome, path)
  return way === '' || way.startsWith('..') ? path : `~/${way.split(sep).join('/')}`
}
