import {
  clearProjectState,
  readProjectState,
  type SavedState,
  STATE_EXAMPLES,
  STATE_KINDS,
  type StateKind,
  writeProjectState,
} from '@onesoul/sources'
import { describeAge } from '../format/describe-amount.ts'
import { formatTable } from '../format/format-table.ts'
import { visible } from '../format/visible.ts'
import { openProject } from '../prepare/open-project.ts'
import { readStandardInput } from '../scan/read-standard-input.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { knownValue } from '../terminal/known-value.ts'
import { printJson } from '../terminal/print-json.ts'

/** `onesoul state write KIND JSON`: replaces what is saved of one kind; `-` reads it from standard input. */
export async function writeStateCommand(
  invocation: Invocation,
  typed: string,
  json: string,
): Promise<number> {
  const kind = knownKind(typed)
  const value = parse(kind, json === '-' ? await readText() : json)
  const { place } = await openProject(invocation)
  const saved = await writeProjectState(place, kind, { value })
  if (invocation.flags.json) printJson(invocation, { saved })
  else invocation.terminal.out(`${kind} saved\n`)
  return EXIT.done
}

/** More than any kind can take. */
const MAX_BYTES = 1024 * 1024

async function readText(): Promise<string> {
  const { bytes, isWhole } = await readStandardInput(MAX_BYTES)
  if (isWhole) return new TextDecoder().decode(bytes)
  throw new CliError(EXIT.usage, `standard input has more than ${MAX_BYTES} bytes`)
}

function parse(kind: StateKind, json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    // biome-ignore lint/style/useErrorCause: CliError takes the cause among its options, which come third.
    throw new CliError(EXIT.usage, 'this is no JSON', {
      hints: [`for example: onesoul state write ${kind} '${STATE_EXAMPLES[kind]}'`],
      cause: error,
    })
  }
}

/** `onesoul state read [KIND]`: what is saved of the work tree. */
export async function readStateCommand(
  invocation: Invocation,
  typed: string | undefined,
): Promise<number> {
  const wanted = typed === undefined ? null : knownKind(typed)
  const { place } = await openProject(invocation)
  const { entries, faults } = await readProjectState(place)
  const shown = entries.filter(({ kind }) => wanted === null || kind === wanted)
  const { terminal, flags } = invocation
  if (flags.json) printJson(invocation, { root: place.root, saved: shown, faults })
  else {
    terminal.out(shown.map(describe).join('\n'))
    if (shown.length === 0) terminal.out(`nothing is saved of ${wanted ?? visible(place.root)}\n`)
  }
  for (const fault of faults) terminal.err(`onesoul: ${visible(fault)}\n`)
  return faults.length > 0 ? EXIT.failed : EXIT.done
}

function describe({ kind, at, value }: SavedState): string {
  const rows = Object.entries(value).map(([key, one]) => [`  ${key}`, visible(show(one))])
  const age = describeAge(Date.now() - Date.parse(at))
  return `${kind}, saved ${age}\n${formatTable(rows)}\n`
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** `onesoul state clear KIND…`: removes what is saved; of everything only with `--all`. */
export async function clearStateCommand(
  invocation: Invocation,
  typed: readonly string[],
  flags: { readonly all?: boolean },
): Promise<number> {
  if (typed.length > 0 === (flags.all ?? false)) {
    throw new CliError(EXIT.usage, 'name what to clear, or everything with --all', {
      hints: [`the kinds are ${STATE_KINDS.join(', ')}`],
    })
  }
  const kinds = flags.all ? STATE_KINDS : typed.map(knownKind)
  const { place } = await openProject(invocation)
  const cleared = await clearProjectState(place, kinds)
  if (invocation.flags.json) printJson(invocation, { cleared })
  else invocation.terminal.out(`cleared ${cleared.length > 0 ? cleared.join(', ') : 'nothing'}\n`)
  return EXIT.done
}

function knownKind(typed: string): StateKind {
  return knownValue('state', typed, STATE_KINDS)
}
