import { byFirstUnit } from './by-first-unit.ts'
import type { Stopped } from './output-finding.ts'
import { SECRET_SHAPES, type SecretShape } from './secret-shapes.ts'
import { skipWhile, standsAt, type TextReader } from './text-reader.ts'

/** A token is cut here; what follows is no part of it. */
const LONGEST = 2048

const SHAPES = byFirstUnit(SECRET_SHAPES, ({ prefix }) => prefix)
const LONGEST_KEY = 8192
/** How an object begins in base64. */
const OBJECT = 'eyJ'
const LONGEST_HEADER = 512
const KEY_START = '-----BEGIN '
const KEY_END = '-----END '
const KEY_NAME = 'PRIVATE KEY'

/** Finds a token of a known provider, or a private key, at one offset. */
export function detectSecretShape(reader: TextReader, at: number): Stopped | undefined {
  if (/[A-Za-z0-9_]/.test(reader.slice(at - 1, at))) return undefined
  for (const shape of SHAPES.get(reader.unit(at)) ?? []) {
    const end = endOfToken(reader, at, shape)
    if (end > at) return stopped(shape.what, end)
  }
  const [key, token] = [endOfKey(reader, at), endOfSignedToken(reader, at)]
  if (key > at) return stopped('a private key', key)
  return token > at ? stopped('a signed token (JWT)', token) : undefined
}

function stopped(what: string, end: number): Stopped {
  return { kind: 'secret-shape', message: `The output holds what looks like ${what}.`, end }
}

/** The end of a token that begins at `start`; `start` when none does. */
function endOfToken(reader: TextReader, start: number, shape: SecretShape): number {
  if (!standsAt(reader, start, shape.prefix)) return start
  const first = start + shape.prefix.length
  const end = skipWhile(reader, first, { pattern: shape.letter, max: LONGEST })
  const token = reader.slice(first, end)
  const length = token.length
  if (shape.exact ? length !== shape.min : length < shape.min) return start
  return isPlaceholder(token) ? start : end
}

/** Rows of one letter and the example tokens of manuals are no secrets. */
function isPlaceholder(token: string): boolean {
  return new Set(token).size < 6 || /EXAMPLE$|your[-_]|placeholder|redacted/i.test(token)
}

/** The end of two objects in base64 and their signature; `start` when they do not stand here. */
function endOfSignedToken(reader: TextReader, start: number): number {
  if (!standsAt(reader, start, OBJECT)) return start
  const dot = skipWhile(reader, start, { pattern: /[A-Za-z0-9_-]/, max: LONGEST_HEADER })
  if (dot - start < 12 || !standsAt(reader, dot, `.${OBJECT}`)) return start
  const end = skipWhile(reader, dot, { pattern: /[A-Za-z0-9_.-]/, max: LONGEST })
  return end - dot < 40 || isPlaceholder(reader.slice(dot, end)) ? start : end
}

/** The end of a private key with its lines; `start` when none begins there, or only its first line. */
function endOfKey(reader: TextReader, start: number): number {
  if (!standsAt(reader, start, KEY_START)) return start
  const name = skipWhile(reader, start + KEY_START.length, { pattern: /[A-Z0-9 ]/, max: 40 })
  const head = reader.slice(start, name)
  const full = head.endsWith(KEY_NAME) && standsAt(reader, name, '-----')
  if (!full) return start
  // White space as it is and as JSON and shells escape it.
  const lines = /[A-Za-z0-9+/=\s\\,:]/
  const first = name + 5
  const end = skipWhile(reader, first, { pattern: lines, max: LONGEST_KEY })
  const body = reader.slice(first, end)
  if (!/[A-Za-z0-9+/=]{32}/.test(body)) return start
  return endOfFooter(reader, end) ?? first + (body.match(/^.*[A-Za-z0-9+/=]{16}/s)?.[0].length ?? 0)
}

/** The end of the closing line of a key; `undefined` when it does not stand here. */
function endOfFooter(reader: TextReader, start: number): number | undefined {
  if (!standsAt(reader, start, KEY_END)) return undefined
  const name = skipWhile(reader, start + KEY_END.length, { pattern: /[A-Z0-9 ]/, max: 40 })
  const full = reader.slice(start, name).endsWith(KEY_NAME) && standsAt(reader, name, '-----')
  return full ? name + 5 : undefined
}
