import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DiskError, stateLayout, writeOwnFile } from '@onesoul/disk'
import { plainText, type RawSkill, recallRawSkill, wordRawSkill } from './raw-skill.ts'
import type { FileStamp } from './walk-root.ts'

/** What is known of the skills of one root, by folder and file. */
export type KnownSkills = ReadonlyMap<string, KnownSkill>

export interface KnownSkill {
  readonly stamp: FileStamp
  readonly raw: RawSkill
}

/** The skills that were read before, in this process or another one. Raw facts only. */
export interface SkillCache {
  /** Of one root, by its real path; empty when nothing is known. */
  readonly recall: (root: string) => KnownSkills
  /** What is known of a root from now on. */
  readonly learn: (root: string, known: KnownSkills) => void
  /** Writes what was learnt, where the home can hold it. */
  readonly keep: () => Promise<void>
}

/** Changes with the meaning of a line and with the rules of the parser. */
const FORMAT = 'onesoul-skills 1'

/** Roots that are kept in a file, and in this process. */
const MAX_ROOTS = 32

const MAX_FILE_BYTES = 256 * 1024 * 1024

/** Of this process, by home and root; the last used at the end. */
const remembered = new Map<string, KnownSkills>()

/**
 * Opens the cache of a home: what this process remembers, else the file
 * `state/cache/skills.json`. A file that is damaged or of another version counts
 * as none and is written anew.
 */
export function openSkillCache(home: string): SkillCache {
  let file: CacheFile | undefined
  const learnt = new Map<string, KnownSkills>()
  return {
    recall(root) {
      const key = `${home}\0${root}`
      const known = remembered.get(key)
      if (known) return known
      file ??= readCacheFile(home)
      const section = file.get(root)
      const parsed = section === undefined ? new Map<string, KnownSkill>() : parseSection(section)
      remember(key, parsed)
      return parsed
    },
    learn(root, known) {
      remember(`${home}\0${root}`, known)
      learnt.set(root, known)
    },
    async keep() {
      if (learnt.size === 0) return
      const before = file ?? readCacheFile(home)
      const sections = new Map([...before].filter(([root]) => !learnt.has(root)))
      for (const [root, known] of learnt) sections.set(root, writeSection(known))
      await writeCacheFile(home, sections)
    },
  }
}

/** Forgets what this process remembers: the next look is that of a new process. */
export function forgetSkills(): void {
  remembered.clear()
}

function remember(key: string, known: KnownSkills): void {
  remembered.delete(key)
  remembered.set(key, known)
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MAX_ROOTS) return
    remembered.delete(oldest)
  }
}

/** Of one root: the stamps as numbers, the rest as a line a skill. All of it ASCII. */
interface Section {
  /** Base64 of four doubles a skill. */
  readonly stamps: string
  readonly lines: string
}

type CacheFile = ReadonlyMap<string, Section>

function pathOf(home: string): string {
  return join(stateLayout(home).cache, 'skills.json')
}

/**
 * The first line is JSON: format, SHA-256 of what follows, and for each root the
 * lengths of its two pieces. Lines of skills are taken apart only when they are
 * asked for: JSON alone takes four times as long to read.
 */
function readCacheFile(home: string): CacheFile {
  try {
    const bytes = readFileSync(pathOf(home))
    const end = bytes.indexOf(10)
    const head: unknown = JSON.parse(bytes.toString('latin1', 0, Math.max(0, end)))
    if (!isHead(head) || bytes.length > MAX_FILE_BYTES) return new Map()
    const body = bytes.subarray(end + 1)
    if (createHash('sha256').update(body).digest('hex') !== head.sha256) return new Map()
    const text = body.toString('latin1')
    let at = 0
    const next = (length: number): string => {
      at += length
      return text.slice(at - length, at)
    }
    return new Map(
      head.roots.map(([root, stamps, lines]) => [
        root,
        { stamps: next(stamps), lines: next(lines) },
      ]),
    )
  } catch {
    // Not there, not to be read, or damaged: everything is read anew.
    return new Map()
  }
}

interface Head {
  readonly format: typeof FORMAT
  readonly sha256: string
  readonly roots: readonly (readonly [root: string, stamps: number, lines: number])[]
}

function isHead(value: unknown): value is Head {
  const head = value as Partial<Head> | null
  return head?.format === FORMAT && typeof head.sha256 === 'string' && Array.isArray(head.roots)
}

async function writeCacheFile(home: string, sections: CacheFile): Promise<void> {
  const kept = [...sections].slice(-MAX_ROOTS)
  const body = kept.map(([, { stamps, lines }]) => stamps + lines).join('')
  const head: Head = {
    format: FORMAT,
    sha256: createHash('sha256').update(body, 'latin1').digest('hex'),
    roots: kept.map(([root, { stamps, lines }]) => [root, stamps.length, lines.length]),
  }
  try {
    await writeOwnFile(pathOf(home), `${JSON.stringify(head)}\n${body}`)
  } catch (error) {
    // A home that is read-only, full, or not prepared keeps nothing; the next process reads anew.
    if (!(error instanceof DiskError)) throw error
  }
}

function writeSection(known: KnownSkills): Section {
  const stamps = new Float64Array(known.size * 4)
  const lines: string[] = []
  for (const [key, { stamp, raw }] of known) {
    stamps.set([stamp.mtimeMs, stamp.ctimeMs, stamp.size, stamp.ino], lines.length * 4)
    lines.push(`${asciiText(JSON.stringify(key))}\t${asciiText(wordRawSkill(raw))}`)
  }
  const bytes = Buffer.from(stamps.buffer)
  return { stamps: bytes.toString('base64'), lines: lines.join('\n') }
}

function parseSection({ stamps, lines }: Section): KnownSkills {
  const bytes = Buffer.from(stamps, 'base64')
  const numbers = new Float64Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  )
  const known = new Map<string, KnownSkill>()
  if (lines === '') return known
  for (const [index, line] of lines.split('\n').entries()) {
    const tab = line.indexOf('\t')
    const number = (at: number): number => numbers[index * 4 + at] ?? 0
    const stamp = { mtimeMs: number(0), ctimeMs: number(1), size: number(2), ino: number(3) }
    known.set(plainText(line.slice(0, tab)), { stamp, raw: recallRawSkill(line.slice(tab + 1)) })
  }
  return known
}

/** A JSON text in ASCII. */
function asciiText(json: string): string {
  return json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
