import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { failed, type ToolResult } from '../loop-tool.ts'

/** A file of the work tree, as a model named it. */
export interface NamedFile {
  /** Absolute. */
  readonly path: string
  /** Relative to the work tree, `/`-separated. */
  readonly shown: string
}

/** Characters that some file systems do not see in a name. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu

/** Folders whose files run as programs or steer one. */
const STEERING: ReadonlySet<string> = new Set(['.git', 'git~1', '.hg', '.svn'])

/** The file that a model named; else what to tell it. Where it really lies is judged when it is opened. */
export function nameFile(root: string, path: string): NamedFile | ToolResult {
  if (path.trim() === '') return failed('name a file')
  if (path.includes('\0')) return failed('a path holds no NUL')
  const whole = isAbsolute(path) ? resolve(path) : join(root, path)
  const below = relative(root, whole)
  if (below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) {
    return failed(`${path} is not in the work tree`)
  }
  return { path: whole, shown: below.split(sep).join('/') }
}

/** Whether a file steers the tools of a developer, whatever the spelling: none of those is written. */
export function isSteering(shown: string): boolean {
  return shown.split('/').some((name) => {
    const seen = name
      .normalize('NFKC')
      .replace(UNSEEN, '')
      .toLowerCase()
      .replace(/[ .]+$/u, '')
    return STEERING.has(seen.split(':')[0] ?? '')
  })
}
