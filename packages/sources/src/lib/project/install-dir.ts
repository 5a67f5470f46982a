import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The tree that a package manager installed us into: the outermost
 * `node_modules` around a module; `null` for a clone, which is a project like any other.
 */
export function findInstallDir(moduleUrl: string): string | null {
  const path = fileURLToPath(moduleUrl)
  const mark = `${sep}node_modules${sep}`
  const at = path.indexOf(mark)
  return at < 0 ? null : path.slice(0, at + mark.length - 1)
}
