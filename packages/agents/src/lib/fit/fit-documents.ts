import { countBytes, countChars } from '@onesoul/core'
import type { DocumentLimit } from '../port/limits.ts'
import { describePlace, type Loss } from './loss.ts'

/** A file that an agent may read, in the order in which it does. */
export interface FitFile {
  /** Relative to the root of the work tree. */
  readonly path: string
  readonly name: string
  /** Directory relative to the root; `''` is the root. */
  readonly directory: string
  readonly text: string
}

export interface Fit {
  /** What there is, in the unit of the limit. */
  readonly used: number
  /** In the order in which the agent reads. */
  readonly lost: readonly Loss[]
}

/** What an agent loses of its instruction files, given from the root down. Pure. */
export function fitDocuments(limit: DocumentLimit, files: readonly FitFile[]): Fit {
  const read = limit.choose === 'all' ? files : files.filter((file) => isChosen(file, files))
  const hidden = files.filter((file) => !read.includes(file) && isHidden(file, files))
  const lost: Loss[] = hidden.map((file) =>
    lostWhole(file, limit, 'an empty file beside it hides it'),
  )
  let left = limit.total ?? Number.POSITIVE_INFINITY
  for (const file of read) {
    const room = Math.min(left, limit.perFile ?? Number.POSITIVE_INFINITY)
    const size = sizeOf(file.text, limit)
    if (size > room) lost.push(lose(file, { size, room, limit }))
    left -= Math.min(size, room)
  }
  const order = (one: Loss): number => files.findIndex((file) => file.path === one.path)
  return {
    used: read.reduce((sum, file) => sum + sizeOf(file.text, limit), 0),
    lost: lost.sort((a, b) => order(a) - order(b)),
  }
}

/** The names come in the order in which the agent looks for them. */
function isChosen(file: FitFile, files: readonly FitFile[]): boolean {
  return files.find(({ directory }) => directory === file.directory) === file
}

/** Of a file that another stands for nothing is lost, unless that one is empty. */
function isHidden(file: FitFile, files: readonly FitFile[]): boolean {
  const first = files.find(({ directory }) => directory === file.directory)
  return first?.text.trim() === '' && file.text.trim() !== ''
}

interface Overflow {
  readonly size: number
  readonly room: number
  readonly limit: DocumentLimit
}

function lose(file: FitFile, { size, room, limit }: Overflow): Loss {
  if (room === 0) return lostWhole(file, limit, `nothing is left of ${limit.total} ${limit.unit}`)
  const kept = limit.cut === 'end' ? room : Math.floor(room * 0.7)
  const amount = limit.cut === 'end' ? size - room : size - kept - Math.floor(room * 0.2)
  const where = limit.cut === 'end' ? 'its end is cut off' : 'its middle is left out'
  const place = describePlace(file.text, offsetOf(file.text, kept, limit))
  return { path: file.path, ...place, amount, whole: false, reason: where }
}

function lostWhole(file: FitFile, limit: DocumentLimit, reason: string): Loss {
  const amount = sizeOf(file.text, limit)
  return { path: file.path, ...describePlace(file.text, 0), amount, whole: true, reason }
}

function sizeOf(text: string, { unit }: DocumentLimit): number {
  return unit === 'bytes' ? countBytes(text) : countChars(text)
}

/** Where a text ends of which so much is kept; a character that is kept in part is lost. */
function offsetOf(text: string, kept: number, { unit }: DocumentLimit): number {
  let offset = 0
  let used = 0
  for (const character of text) {
    used += unit === 'bytes' ? countBytes(character) : 1
    if (used > kept) break
    offset += character.length
  }
  return offset
}
