import { lstatSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { SymbolFile } from '@onesoul/core'
import { readEach, readFileSafely } from '@onesoul/disk'
import type { FileSymbols } from './extract-symbols.ts'
import { languageOf } from './languages.ts'
import { judgeText, type LeftOutReason, MAX_SOURCE_BYTES } from './left-out.ts'
import type { SymbolReader } from './symbol-reader.ts'

/** Changes whenever a file does. */
export interface FileStamp {
  /** `/`-separated, relative to the folder. */
  readonly path: string
  /** Size, times, inode; `''` for what is no file. */
  readonly stamp: string
  /** In ms: when its content or its place last changed. */
  readonly changedAt: number
}

/** A file that was read: what is in it, or why there is nothing. */
export type ReadSymbols = readonly [path: string, stamp: string, found: FileSymbols | LeftOutReason]

/** So many files are in memory at a time. */
const BATCH = 64

/** The stamps of files, in their order. Asked for one after the other, because that is quicker than at once. */
export function stampFiles(folder: string, paths: readonly string[]): readonly FileStamp[] {
  return paths.map((path) => {
    const stats = lstatSync(`${folder}${sep}${path}`, { throwIfNoEntry: false })
    if (!stats?.isFile()) return { path, stamp: '', changedAt: 0 }
    const { size, mtimeMs, ctimeMs, ino } = stats
    return { path, stamp: `${size} ${mtimeMs} ${ctimeMs} ${ino}`, changedAt: ctimeMs }
  })
}

export interface ReadSymbolsOptions {
  readonly folder: string
  readonly reader: SymbolReader
  /** Whether there is time for more; asked before each file. */
  readonly hasTime: () => boolean
}

/** Reads each file that its stamp says is there. What there is no time for is left out with that reason. */
export async function readSymbols(
  files: readonly FileStamp[],
  options: ReadSymbolsOptions,
): Promise<readonly ReadSymbols[]> {
  const read: ReadSymbols[] = []
  for (let at = 0; at < files.length; at += BATCH) {
    const batch = files.slice(at, at + BATCH)
    const texts = options.hasTime()
      ? await readEach(batch, (file) => readText(file, options.folder))
      : batch.map((): Text => ({ reason: 'no-time' }))
    for (const [place, { path, stamp }] of batch.entries()) {
      read.push([path, stamp, await symbolsOf(path, texts[place], options)])
    }
  }
  return read
}

type Text = { readonly text: string } | { readonly reason: LeftOutReason }

async function readText({ path, stamp }: FileStamp, folder: string): Promise<Text> {
  if (stamp === '') return { reason: 'link' }
  const options = { roots: [folder], maxBytes: MAX_SOURCE_BYTES, listedAsFile: true }
  const found = await readFileSafely(join(folder, path), options)
  if (found.outcome === 'content') return { text: new TextDecoder().decode(found.bytes) }
  return { reason: Number(stamp.split(' ', 1)[0]) > MAX_SOURCE_BYTES ? 'too-large' : 'unreadable' }
}

async function symbolsOf(
  path: string,
  text: Text | undefined,
  { reader, hasTime }: ReadSymbolsOptions,
): Promise<FileSymbols | LeftOutReason> {
  const language = languageOf(path)
  if (!text || !language) return 'unreadable'
  if ('reason' in text) return text.reason
  const reason = judgeText(text.text)
  if (reason !== null) return reason
  if (!hasTime()) return 'no-time'
  return reader.read(text.text, language)
}

/** The files with definitions or references among those that were read. */
export function toSymbolFiles(read: readonly ReadSymbols[]): readonly SymbolFile[] {
  return read.flatMap(([path, , found]) => (typeof found === 'string' ? [] : [{ path, ...found }]))
}
