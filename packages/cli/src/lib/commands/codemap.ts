import { renderCodeMap } from '@onesoul/core'
import {
  type CodeMapInput,
  type FoundCodeMap,
  findGrammars,
  findUserHome,
  GRAMMARS_PACKAGE,
  GRAMMARS_RANGE,
  readCodeMap,
} from '@onesoul/sources'
import { printSymbolMap } from '../codemap/print-symbol-map.ts'
import { findPlace } from '../prepare/open-place.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { knownValue } from '../terminal/known-value.ts'
import { printJson } from '../terminal/print-json.ts'

export interface CodeMapFlags {
  readonly map?: string
  readonly maxChars?: string
  readonly tokens?: string
  readonly exclude?: readonly string[]
}

/**
 * `onesoul codemap`: prints the map of the working directory. A home is used for its cache and not needed. Where the
 * ranked map was asked for and its parser is not installed, the plain one is printed and the exit code is 1.
 */
export async function codeMapCommand(invocation: Invocation, flags: CodeMapFlags): Promise<number> {
  const variant = knownValue('--map', flags.map ?? 'plain', ['plain', 'symbols'])
  refuseOther(flags, variant)
  const maxChars = readNumber('--max-chars', flags.maxChars ?? '1000', 'characters')
  const maxTokens = readNumber('--tokens', flags.tokens ?? '1000', 'tokens')
  const input = await inputOf(invocation, flags)
  const grammars = variant === 'symbols' ? findGrammars(import.meta.url) : null
  if (grammars) {
    await printSymbolMap(invocation, { input, grammars, maxTokens })
    return EXIT.done
  }
  const { flags: globals, terminal } = invocation
  const found = await readCodeMap(input)
  const { text, cut } = renderCodeMap(found.map, maxChars)
  const missing = variant === 'symbols' ? GRAMMARS_PACKAGE : null
  if (globals.json) printJson(invocation, documentOf(found, { cut, missing }))
  else terminal.out(text)
  if (!globals.quiet) terminal.err(notesOf(found, cut))
  if (missing === null) return EXIT.done
  terminal.err(MISSING)
  return EXIT.failed
}

const MISSING = `  this is the plain map: for --map symbols a parser has to lie beside onesoul
  npm install --global ${GRAMMARS_PACKAGE}@${GRAMMARS_RANGE}   (in a project that has onesoul: without --global)
`

function refuseOther(flags: CodeMapFlags, variant: 'plain' | 'symbols'): void {
  const other =
    variant === 'plain'
      ? { option: '--tokens', value: flags.tokens, instead: '--max-chars, or add --map symbols' }
      : { option: '--max-chars', value: flags.maxChars, instead: '--tokens' }
  if (other.value === undefined) return
  throw new CliError(EXIT.usage, `${other.option} does not go with --map ${variant}`, {
    hints: [`use ${other.instead}`],
  })
}

async function inputOf(
  invocation: Invocation,
  { exclude = [] }: CodeMapFlags,
): Promise<CodeMapInput> {
  const { cwd, env } = invocation
  const place = await findPlace(invocation)
  const home = place instanceof Error || !place.exists ? null : place.dir
  return { cwd, env, userHome: findUserHome(env), home, exclude, now: new Date() }
}

function documentOf(
  { folder, source, isKept, map, unseen }: FoundCodeMap,
  { cut, missing }: { readonly cut: number; readonly missing: string | null },
): object {
  const instead = missing === null ? {} : { missing }
  return { map: 'plain', ...instead, folder, source, kept: isKept, ...map, cutRows: cut, unseen }
}

function notesOf({ map, source, unseen }: FoundCodeMap, cut: number): string {
  const notes = unseen.map((reason) => `not seen: ${reason}`)
  if (map.files === 0) notes.push(source === 'git' ? 'git tracks no file here' : 'no file here')
  if (cut > 0) notes.push(`${cut} of ${map.rows.length} lines had no room; see --max-chars`)
  return notes.map((note) => `  ${note}\n`).join('')
}

function readNumber(option: string, value: string, what: string): number {
  const number = Number(value)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new CliError(EXIT.usage, `${option} ${JSON.stringify(value)} is no number of ${what}`, {
    hints: [`give a whole number, e.g. ${option} 2000`],
  })
}
