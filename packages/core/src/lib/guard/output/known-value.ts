import { byFirstUnit } from './by-first-unit.ts'
import type { OutputFindingKind, Stopped } from './output-finding.ts'
import { standsAt, type TextReader } from './text-reader.ts'
import { formsOf } from './value-forms.ts'

/** So many characters of a token are enough to know it by. */
const PIECE = 24

/** A value that must not come out, with all its spellings. */
export interface KnownValue {
  readonly kind: OutputFindingKind
  readonly forms: readonly string[]
}

/** What is looked for when the values of a prompt and an account are known. */
export function knownValues(
  canary: string | undefined,
  secrets: readonly string[],
): readonly KnownValue[] {
  const values: KnownValue[] = secrets.flatMap(piecesOf).map((secret) => ({
    kind: 'known-secret',
    forms: formsOf(secret),
  }))
  return canary === undefined ? values : [{ kind: 'canary', forms: formsOf(canary) }, ...values]
}

/** A long secret and its pieces, so that a part of it, or it over several lines, is found too. */
function piecesOf(secret: string): readonly string[] {
  if (secret.length < 2 * PIECE || !/^[\w+/=.~:-]+$/.test(secret)) return [secret]
  const count = Math.floor(secret.length / PIECE)
  const pieces = Array.from({ length: count }, (_, index) => secret.slice(index * PIECE))
  return [secret, ...pieces.map((rest) => rest.slice(0, PIECE))]
}

/** Finds a known value in any of its spellings at one offset; the longest counts. */
export function createValueDetector(
  values: readonly KnownValue[],
): (reader: TextReader, at: number) => Stopped | undefined {
  const spellings = values
    .flatMap(({ kind, forms }) => forms.map((form) => ({ kind, form })))
    .sort((a, b) => b.form.length - a.form.length)
  const byUnit = byFirstUnit(spellings, ({ form }) => form)
  return (reader, at) => {
    const found = byUnit.get(reader.unit(at))?.find(({ form }) => standsAt(reader, at, form))
    return (
      found && { kind: found.kind, message: messageOf(found.kind), end: at + found.form.length }
    )
  }
}

/** Whether a text holds any of the values. */
export function holdsValue(text: string, values: readonly KnownValue[]): boolean {
  return values.some(({ forms }) => forms.some((form) => text.includes(form)))
}

function messageOf(kind: OutputFindingKind): string {
  return kind === 'canary'
    ? 'The output holds the canary of the prompt: the prompt is leaving.'
    : 'The output holds a secret of this installation.'
}
