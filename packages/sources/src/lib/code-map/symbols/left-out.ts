import { languageOf } from './languages.ts'

/** Why a file has no definitions in a map, for people. */
export const LEFT_OUT_TEXTS = {
  'other-language': 'in no language that is read',
  vendored: 'of others, in node_modules, vendor or third_party',
  'beyond-count': 'beyond the number of files that are read',
  link: 'links or submodules',
  unreadable: 'could not be read',
  'too-large': 'too large',
  binary: 'binary',
  generated: 'generated or minified',
  unparsable: 'could not be parsed',
  'no-grammar': 'in a language whose grammar could not be loaded',
  'no-time': 'not reached in time; the next call goes on with them',
} as const

export type LeftOutReason = keyof typeof LEFT_OUT_TEXTS

/** Files that a map says nothing about, and why. */
export interface LeftOut {
  readonly reason: LeftOutReason
  readonly files: number
}

/** Files with more bytes are rather data. */
export const MAX_SOURCE_BYTES = 524_288

const VENDORED = /(?:^|\/)(?:node_modules|vendor|third_party)\//
const GENERATED_NAME = /\.min\.[cm]?js$|\.pb\.go$|_pb2(?:_grpc)?\.pyi?$|\.(?:g|designer)\.cs$/i
const GENERATED_MARK = /@generated\b|DO NOT (?:EDIT|MODIFY)/
/** Where generators put their mark, in UTF-16 units. */
const HEAD = 1000
/** No person writes such lines, in UTF-16 units. */
const MAX_LINE = 5000
const MAX_MEAN_LINE = 300

/** What already the path of a file says against reading it; null for nothing. */
export function judgePath(path: string): LeftOutReason | null {
  if (path.endsWith('/')) return 'link'
  if (!languageOf(path)) return 'other-language'
  if (VENDORED.test(path)) return 'vendored'
  return GENERATED_NAME.test(path) ? 'generated' : null
}

/** What the text of a file says against reading its definitions; null for nothing. */
export function judgeText(text: string): LeftOutReason | null {
  if (text.includes('\0')) return 'binary'
  if (GENERATED_MARK.test(text.slice(0, HEAD))) return 'generated'
  const lines = text.split('\n')
  const isDense = text.length > MAX_LINE && text.length / lines.length > MAX_MEAN_LINE
  return isDense || lines.some((line) => line.length > MAX_LINE) ? 'generated' : null
}
