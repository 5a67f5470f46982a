import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DiskError, stateLayout, writeOwnFile } from '@onesoul/disk'
import type { KnownRoot } from './known-root.ts'
import { plainText, recallRawSkill, wordRawSkill } from './raw-skill.ts'

/** Of each folder of skills by its real path, the last used at the end. */
export type CacheFile = ReadonlyMap<string, CachedRoot>

/** One folder of skills as it stands in the file: three pieces of ASCII. */
export interface CachedRoot {
  /** Of the paths those that are folders; -1: none were kept. */
  readonly folders: number
  /** Base64 of four doubles a path. */
  readonly stamps: string
  /** A JSON text a line. */
  readonly paths: string
  /** A skill a line, without the folders. */
  readonly skills: string
  /** Whether the file is whole; costs a look at all of it, once. */
  readonly isWhole: () => boolean
}

/** Changes with the meaning of a line and with the rules of the parser. */
const FORMAT = 'onesoul-skills 2'

/** Folders of skills that are kept. */
export const MAX_ROOTS = 32

const MAX_FILE_BYTES = 256 * 1024 * 1024

function pathOf(home: string): string {
  return join(stateLayout(home).cache, 'skills.json')
}

/**
 * Reads what was kept in a home. The first line is JSON: format, SHA-256 of what
 * follows, and for each root the lengths of its pieces. Lines of skills are taken
 * apart only when they are asked for: JSON alone takes four times as long to read.
 */
export function readCacheFile(home: string): CacheFile {
  try {
    const bytes = readFileSync(pathOf(home))
    const end = bytes.indexOf(10)
    const head: unknown = JSON.parse(bytes.toString('latin1', 0, Math.max(0, end)))
    if (!isHead(head) || bytes.length > MAX_FILE_BYTES) return new Map()
    const body = bytes.subarray(end + 1)
    const text = body.toString('latin1')
    let at = 0
    const next = (length: number): string => {
      at += length
      return text.slice(at - length, at)
    }
    let whole: boolean | undefined
    const isWhole = (): boolean => {
      whole ??= sha256Of(body) === head.sha256
      return whole
    }
    const entries = head.roots.map(([root, folders, stamps, paths, skills]) => {
      const pieces = { stamps: next(stamps), paths: next(paths), skills: next(skills) }
      return [root, { folders, ...pieces, isWhole }] as const
    })
    return new Map(entries)
  } catch {
    // Not there, not to be read, or damaged: everything is read anew.
    return new Map()
  }
}

interface Head {
  readonly format: typeof FORMAT
  readonly sha256: string
  readonly roots: readonly (readonly [
    root: string,
    folders: number,
    stamps: number,
    paths: number,
    skills: number,
  ])[]
}

function isHead(value: unknown): value is Head {
  const head = value as Partial<Head> | null
  return head?.format === FORMAT && typeof head.sha256 === 'string' && Array.isArray(head.roots)
}

function sha256Of(body: string | Uint8Array): string {
  const hash = createHash('sha256')
  return (typeof body === 'string' ? hash.update(body, 'latin1') : hash.update(body)).digest('hex')
}

/** Writes the last roots of a home; one that is read-only, full, or not prepared keeps nothing. */
export async function writeCacheFile(home: string, roots: CacheFile): Promise<void> {
  const kept = [...roots].slice(-MAX_ROOTS)
  const body = kept.map(([, { stamps, paths, skills }]) => stamps + paths + skills).join('')
  const head: Head = {
    format: FORMAT,
    sha256: sha256Of(body),
    roots: kept.map(([root, { folders, stamps, paths, skills }]) => {
      return [root, folders, stamps.length, paths.length, skills.length]
    }),
  }
  try {
    await writeOwnFile(pathOf(home), `${JSON.stringify(head)}\n${body}`)
  } catch (error) {
    if (!(error instanceof DiskError)) throw error
  }
}

/** What is known of a root, as it is kept. */
export function wordKnownRoot({ folders, files, stamps, raws }: KnownRoot): CachedRoot {
  const paths = [...(folders ?? []), ...files]
  return {
    folders: folders?.length ?? -1,
    stamps: Buffer.from(stamps.buffer, stamps.byteOffset, stamps.byteLength).toString('base64'),
    paths: paths.map((path) => asciiText(JSON.stringify(path))).join('\n'),
    skills: (raws() ?? []).map((raw) => asciiText(wordRawSkill(raw))).join('\n'),
    isWhole: () => true,
  }
}

/** The same read back. */
export function recallKnownRoot(cached: CachedRoot): KnownRoot {
  const bytes = Buffer.from(cached.stamps, 'base64')
  const { buffer, byteOffset, length } = bytes
  const paths = cached.paths === '' ? [] : cached.paths.split('\n').map(plainText)
  let raws: ReturnType<KnownRoot['raws']> | undefined
  const readRaws = (): ReturnType<KnownRoot['raws']> => {
    if (!cached.isWhole()) return null
    return cached.skills === '' ? [] : cached.skills.split('\n').map(recallRawSkill)
  }
  return {
    folders: cached.folders < 0 ? null : paths.slice(0, cached.folders),
    files: paths.slice(Math.max(0, cached.folders)),
    stamps: new Float64Array(buffer.slice(byteOffset, byteOffset + length)),
    raws() {
      if (raws === undefined) raws = readRaws()
      return raws
    },
  }
}

/** A JSON text in ASCII. */
function asciiText(json: string): string {
  return json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
