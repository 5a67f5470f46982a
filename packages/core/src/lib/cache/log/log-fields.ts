import type { CacheBlock, CacheBlockKind, CachePart } from '../model/cache-block.ts'

/** Why a line of a log cannot be understood: one clause, of the line's own words. */
export class LogFault extends Error {}

export type Fields = Readonly<Record<string, unknown>>

/** A line's object; every other value is a fault. */
export function readObject(value: unknown, what: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw new LogFault(`${what} is no object`)
}

/** A text of at most 512 characters that is not empty. */
export function readText(fields: Fields, key: string): string {
  const value = fields[key]
  if (typeof value === 'string' && value !== '' && value.length <= 512) return value
  throw new LogFault(`"${key}" is no text of 1 to 512 characters`)
}

/** A text, or what stands for a missing one. */
export function readOptionalText<T>(fields: Fields, key: string, missing: T): string | T {
  return fields[key] === undefined ? missing : readText(fields, key)
}

/** A finite number of at least `least`. */
export function readNumber(fields: Fields, key: string, least: number): number {
  const value = fields[key]
  if (typeof value === 'number' && Number.isFinite(value) && value >= least) return value
  throw new LogFault(`"${key}" is no number from ${least} on`)
}

/** One of the words that a key knows, or what stands for a missing one. */
export function readWord<T extends string>(
  fields: Fields,
  key: string,
  { known, missing }: { readonly known: readonly T[]; readonly missing: T },
): T {
  const value = fields[key] ?? missing
  const word = known.find((one) => one === value)
  if (word !== undefined) return word
  throw new LogFault(`"${key}" is none of ${known.join(', ')}`)
}

const KINDS: readonly CacheBlockKind[] = [
  'text',
  'tool',
  'tool_use',
  'tool_result',
  'thinking',
  'image',
  'document',
]

/** Blocks of a part of the request; a tool stands among the tools wherever it is named. */
export function readBlocks(value: unknown, part: CachePart): readonly CacheBlock[] {
  if (!Array.isArray(value)) throw new LogFault('blocks are no list')
  return value.map((one) => readBlock(one, part))
}

/** One block. */
export function readBlock(value: unknown, part: CachePart): CacheBlock {
  const fields = readObject(value, 'a block')
  const kind = readWord(fields, 'kind', { known: KINDS, missing: 'text' })
  const role = readWord(fields, 'role', { known: ['user', 'assistant', 'system'], missing: 'user' })
  return {
    hash: readText(fields, 'hash'),
    tokens: readNumber(fields, 'tokens', 0),
    part: kind === 'tool' ? 'tools' : part,
    ...(part === 'messages' ? { role } : {}),
    kind,
    ...(kind === 'thinking' || fields['markable'] === false ? { markable: false } : {}),
  }
}
