import { kindOfOption, longName, type OptionKind } from './option-table.ts'

/** One option or positional of a command line, with the tokens that it was written as. */
export interface ArgumentItem {
  /** Long name with its dashes; `null`: a positional. */
  readonly name: string | null
  /** The last value of an option, the text of a positional, `null` for none. */
  readonly value: string | null
  readonly raw: readonly string[]
}

export interface ParsedArguments {
  readonly items: readonly ArgumentItem[]
  /** Everything from `--` on, which ends the options; empty without it. */
  readonly rest: readonly string[]
}

/**
 * Reads a command line of Claude Code the way its own parser does (measured on
 * 2.1.197 and 2.1.332): `--name value` and `--name=value`, a value that begins
 * with a dash where the option needs one, options that take several values,
 * joined short options, `--` as the end. An option that is not in the table
 * counts as one without a value.
 */
export function parseClaudeArguments(args: readonly string[]): ParsedArguments {
  const items: ArgumentItem[] = []
  const queue = [...args]
  for (let token = queue.shift(); token !== undefined; token = queue.shift()) {
    if (token === '--') return { items, rest: [token, ...queue] }
    items.push(readItem(token, queue))
  }
  return { items, rest: [] }
}

/** The command line that `parseClaudeArguments` read, less the items that `drop` names. */
export function printArguments(
  parsed: ParsedArguments,
  drop: (item: ArgumentItem) => boolean = () => false,
): readonly string[] {
  return [...parsed.items.filter((item) => !drop(item)).flatMap((item) => item.raw), ...parsed.rest]
}

/** The value of an option that is given last; `undefined`: it is not there. */
export function lastOption(parsed: ParsedArguments, name: string): string | null | undefined {
  return parsed.items.findLast((item) => item.name === name)?.value
}

function readItem(token: string, queue: string[]): ArgumentItem {
  if (!token.startsWith('-') || token === '-') return { name: null, value: token, raw: [token] }
  const assigned = /^(--[^=]+)=(.*)$/s.exec(token)
  if (assigned) return { name: longName(assigned[1] ?? ''), value: assigned[2] ?? '', raw: [token] }
  const name = longName(token)
  if (!token.startsWith('--') && token.length > 2) return readShort(token, queue)
  const values = takeValues(kindOfOption(name), queue)
  return { name, value: values.at(-1) ?? null, raw: [token, ...values] }
}

/** `-cp` is `-c -p`, `-rID` is `-r ID`. */
function readShort(token: string, queue: string[]): ArgumentItem {
  const first = token.slice(0, 2)
  const name = longName(first)
  const left = token.slice(2)
  if (kindOfOption(name) !== 'flag') return { name, value: left, raw: [first, left] }
  queue.unshift(`-${left}`)
  return { name, value: null, raw: [first] }
}

function takeValues(kind: OptionKind, queue: string[]): readonly string[] {
  const values: string[] = []
  if (kind === 'flag') return values
  if (kind !== 'optional' || isValue(queue[0])) values.push(...queue.splice(0, 1))
  while (kind === 'list' && isValue(queue[0])) values.push(...queue.splice(0, 1))
  return values
}

function isValue(token: string | undefined): boolean {
  return token !== undefined && (token === '-' || !token.startsWith('-'))
}
