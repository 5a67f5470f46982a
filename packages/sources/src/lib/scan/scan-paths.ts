import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { decodeText, type Trust } from '@onesoul/core'
import { type ReadOutcome, readFileSafely } from '@onesoul/disk'
import { type FileList, type ListedFile, listFiles } from './list-files.ts'
import { type ScanRules, scanFile, type TextToScan, unreadFile } from './scan-file.ts'
import type { ScannedFile, ScanReport } from './scan-report.ts'

/** Bytes of a file that was read, before anything is looked for in it. */
export interface ReadBytes {
  readonly path: string
  readonly absolute: string
  readonly bytes: Uint8Array
  readonly sha256: string
}

export interface ScanPathsOptions extends ScanRules {
  /** Absolute; paths are relative to it. */
  readonly cwd: string
  readonly trustOf: (absolute: string) => Trust
  /** Whether a file is looked at; one that is not is in no list. Default: every file is. */
  readonly wants?: (file: ReadBytes) => boolean
  /** Gets the text of every file that was scanned. */
  readonly onText?: (file: ScannedFile, text: string) => void
  /** Of one file; a larger one is named and not read. Default: 16 MiB. */
  readonly maxBytes?: number
  /** Of one named folder. Default: 20,000. */
  readonly maxFiles?: number
  /** Absolute real paths of folders that are left out, unless they are named. Default: none. */
  readonly leaveOut?: readonly string[]
}

/** The largest file that is read, 16 MiB. */
export const MAX_SCANNED_BYTES: number = 16 * 1024 * 1024
/** What is no text is looked through for text up to here. */
const MAX_OPAQUE_BYTES = 1024 * 1024
/** From this share of undecodable characters on, it is no text. */
const OPAQUE_SHARE = 0.1

/**
 * Scans files and folders, one after the other, in the order of their names. Never
 * throws for what stands on the disk: what could not be seen is in the report.
 */
export async function scanPaths(
  paths: readonly string[],
  options: ScanPathsOptions,
): Promise<ScanReport> {
  const list = await listAll(paths, options)
  const files: ScannedFile[] = []
  for (const listed of list.files) {
    const file = await scanListed(listed, options)
    if (file !== null) files.push(file)
  }
  const { skipped, unseen, deadLinks } = list
  return { files, skipped, unseen, deadLinks }
}

/** What is named twice is listed once. */
async function listAll(paths: readonly string[], options: ScanPathsOptions): Promise<FileList> {
  const lists: FileList[] = []
  for (const path of paths) lists.push(await listNamed(path, options))
  const files = new Map<string, ListedFile>()
  for (const file of lists.flatMap((list) => list.files)) {
    if (!files.has(file.absolute)) files.set(file.absolute, file)
  }
  return {
    files: [...files.values()],
    skipped: [...new Set(lists.flatMap((list) => list.skipped))],
    unseen: lists.flatMap((list) => list.unseen),
    deadLinks: lists.flatMap((list) => list.deadLinks),
  }
}

async function listNamed(path: string, options: ScanPathsOptions): Promise<FileList> {
  const { cwd, maxFiles, leaveOut = [] } = options
  const named = { path: path.replace(/(?<=[^/])\/+$/, ''), absolute: resolve(cwd, path) }
  const found = await listFiles(named, {
    leaveOut,
    ...(maxFiles === undefined ? {} : { maxFiles }),
  })
  if (found) return found
  const unseen = [{ path, reason: 'nothing stands there' }]
  return { files: [], skipped: [], unseen, deadLinks: [] }
}

async function scanListed(
  listed: ListedFile,
  options: ScanPathsOptions,
): Promise<ScannedFile | null> {
  const { path, absolute, root } = listed
  const place = { path, absolute, trust: options.trustOf(absolute) }
  const found = await readFileSafely(absolute, {
    roots: [root],
    maxBytes: options.maxBytes ?? MAX_SCANNED_BYTES,
    // A file that the person named is read wherever its link leads.
    links: root === absolute ? 'anywhere' : 'by-rule',
  })
  if (found.outcome !== 'content') return unreadFile(place, reasonOf(found, absolute))
  const { bytes, sha256 } = found
  if (options.wants && !options.wants({ path, absolute, bytes, sha256 })) return null
  return scanBytes(bytes, { ...options, place: { ...place, sha256 } })
}

function reasonOf(found: Exclude<ReadOutcome, { outcome: 'content' }>, absolute: string): string {
  if (found.outcome === 'missing') return 'it was gone when it was to be read'
  return found.message.replace(`${absolute} `, '').replace(/\.$/, '')
}

/** Scans bytes that were read by whoever calls, such as those of standard input. */
export function scanBytes(
  bytes: Uint8Array,
  options: ScanRules & {
    readonly place: Pick<TextToScan, 'path' | 'absolute' | 'trust'> & { readonly sha256?: string }
    readonly onText?: (file: ScannedFile, text: string) => void
  },
): ScannedFile {
  const { place, onText } = options
  const sha256 = place.sha256 ?? createHash('sha256').update(bytes).digest('hex')
  const { text, opaque } = readText(bytes)
  const partial = opaque === null ? [] : [opaque]
  const seen = opaque !== null && bytes.length > MAX_OPAQUE_BYTES ? '' : text
  const file = scanFile(
    {
      path: place.path,
      absolute: place.absolute,
      trust: place.trust,
      text: seen,
      sha256,
      bytes: bytes.length,
      partial,
      opaque: opaque !== null,
    },
    options,
  )
  onText?.(file, seen)
  return file
}

/** The text of bytes; `opaque` says why they are none. What looks like text in them is looked at all the same. */
function readText(bytes: Uint8Array): { readonly text: string; readonly opaque: string | null } {
  const { text, issues } = decodeText(bytes)
  if (issues.some(({ kind }) => kind === 'nul')) {
    return { text, opaque: 'it is no text: it holds NUL bytes' }
  }
  const broken = issues.length === 0 ? 0 : text.split('\ufffd').length - 1
  const opaque =
    broken > text.length * OPAQUE_SHARE ? 'it is no text: most of it cannot be decoded' : null
  return { text, opaque }
}
