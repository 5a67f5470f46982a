import { constants } from 'node:fs'
import { access, readFile, realpath, stat } from 'node:fs/promises'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { writeFileSafely } from '@onesoul/disk'
import type { DetectInput } from '../port/detection.ts'
import { sha256Hex } from './content-address.ts'
import { readVersion } from './version.ts'

export interface ProgramSearch {
  readonly id: string
  /** Names that are looked for in PATH when the configuration gives no command, best first. */
  readonly names: readonly string[]
  readonly versionArgs: readonly string[]
  readonly pattern: RegExp
}

export type ProgramDetection =
  | {
      readonly found: true
      readonly path: string
      readonly realPath: string
      readonly version: string
    }
  | { readonly found: false; readonly reason: string }

/**
 * Finds a program by `input.command` or in the PATH of `input.env` and asks for
 * its version. With `cacheDir` the answer is kept for as long as path, size and
 * times of the file stay the same. Never throws for a missing program.
 */
export async function detectProgram(
  input: DetectInput,
  search: ProgramSearch,
): Promise<ProgramDetection> {
  const path = await findProgram(input, search.names)
  if (path === null) return { found: false, reason: explainMissing(input, search.names) }
  if (/\.(?:cmd|bat)$/i.test(path)) return { found: false, reason: explainShim(path, search.id) }
  const realPath = await realpath(path)
  const stamp = await stampOf(realPath)
  const cacheFile =
    input.cacheDir && join(input.cacheDir, `${search.id}-${sha256Hex(path).slice(0, 16)}.json`)
  const remembered = cacheFile ? await readCache(cacheFile, stamp) : null
  if (remembered !== null) return { found: true, path, realPath, version: remembered }
  const version = await readVersion(path, search.versionArgs, {
    pattern: search.pattern,
    env: input.env,
  })
  if (version === null) {
    return {
      found: false,
      reason: `${path} did not tell its version (${search.versionArgs.join(' ')})`,
    }
  }
  if (cacheFile) await writeCache(cacheFile, { stamp, version })
  return { found: true, path, realPath, version }
}

async function findProgram(input: DetectInput, names: readonly string[]): Promise<string | null> {
  const wanted = input.command === undefined ? names : [input.command]
  for (const name of wanted) {
    for (const candidate of candidatesOf(name, input.env)) {
      if (await isProgram(candidate)) return candidate
    }
  }
  return null
}

function candidatesOf(name: string, env: Readonly<Record<string, string>>): readonly string[] {
  const { HOME, PATH = '' } = env
  if (isAbsolute(name)) return [name]
  if (name.startsWith('~/')) return HOME ? [join(HOME, name.slice(2))] : []
  if (name.includes('/') || name.includes('\\')) return []
  const folders = PATH.split(delimiter).filter(isAbsolute)
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : ['']
  return folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    // Not there or not executable: the next candidate.
    return false
  }
}

function explainMissing(input: DetectInput, names: readonly string[]): string {
  if (input.command === undefined) return `no ${names.join(' or ')} in PATH`
  if (isAbsolute(input.command)) return `${input.command} is not an executable file`
  if (/[/\\]/.test(input.command)) return `${input.command} is neither an absolute path nor a name`
  return `no ${input.command} in PATH`
}

function explainShim(path: string, id: string): string {
  return `${path} is a script for the Windows shell; set agents.${id}.command to the program behind it`
}

/** npm gives every installed file the same modification time, so the time of the change counts too. */
async function stampOf(path: string): Promise<string> {
  const { size, mtimeMs, ctimeMs, ino } = await stat(path)
  return `${path} ${size} ${mtimeMs} ${ctimeMs} ${ino}`
}

async function readCache(file: string, stamp: string): Promise<string | null> {
  try {
    const cached: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (typeof cached !== 'object' || cached === null) return null
    if (!('stamp' in cached && 'version' in cached) || cached.stamp !== stamp) return null
    return typeof cached.version === 'string' ? cached.version : null
  } catch {
    // No cache or a broken one: the program is asked again.
    return null
  }
}

async function writeCache(
  file: string,
  entry: { readonly stamp: string; readonly version: string },
): Promise<void> {
  try {
    await writeFileSafely(file, JSON.stringify(entry), { roots: [dirname(file)], mode: 0o600 })
  } catch {
    // A read-only home costs the next start a second, nothing else.
  }
}
