import { readFileSafely } from '@onesoul/disk'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'

/** Far above every text that a model takes. */
const MAX_BYTES = 256 * 1024 * 1024

/** What stands at the path of a file of ours: its text, nothing, or something that is not read. */
export type KeptFile =
  | { readonly outcome: 'text'; readonly text: string }
  | { readonly outcome: 'missing' }
  /** `reason`: one clause for people, with the path. */
  | { readonly outcome: 'unreadable'; readonly reason: string; readonly fix?: string }

/** Looks at a file of ours. Links are not followed, FIFOs and devices not waited for. */
export async function inspectKeptFile(path: string): Promise<KeptFile> {
  const read = await readFileSafely(path, { maxBytes: MAX_BYTES })
  if (read.outcome === 'missing') return read
  if (read.outcome === 'failed') {
    const { message, fix } = read
    return { outcome: 'unreadable', reason: plain(message), ...(fix && { fix: hintOf(fix) }) }
  }
  if (read.viaLink)
    return { outcome: 'unreadable', reason: `${path} is a link, not a file of ours` }
  return { outcome: 'text', text: Buffer.from(read.bytes).toString('utf8') }
}

/** Reads a file of ours; `null` when it is not there. Throws `CliError` with exit code 1 when it cannot be read. */
export async function readKeptFile(path: string): Promise<string | null> {
  const file = await inspectKeptFile(path)
  if (file.outcome === 'text') return file.text
  if (file.outcome === 'missing') return null
  throw new CliError(EXIT.failed, file.reason, { hints: file.fix === undefined ? [] : [file.fix] })
}

/** As {@link readKeptFile}, of a file without which a session cannot be used. */
export async function requireKeptFile(path: string): Promise<string> {
  const text = await readKeptFile(path)
  if (text !== null) return text
  throw new CliError(EXIT.failed, `${path} is missing`)
}

/** The value of a JSON text; `undefined` when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** An object of JSON, neither a list nor null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list of objects. */
export function isRecordList(
  value: unknown,
): value is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.every(isRecord)
}

/** `written by a newer onesoul (schema 2)` for such a document; `null` for every other. */
export function describeNewer(value: unknown): string | null {
  const schema = isRecord(value) ? value['schemaVersion'] : null
  if (typeof schema !== 'number' || schema <= 1) return null
  return `was written by a newer onesoul (schema ${schema})`
}

function plain(sentence: string): string {
  return sentence.replace(/\.$/, '')
}

function hintOf(fix: string): string {
  return plain(fix.charAt(0).toLowerCase() + fix.slice(1))
}
