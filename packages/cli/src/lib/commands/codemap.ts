import { renderCodeMap } from '@onesoul/core'
import { type FoundCodeMap, findUserHome, readCodeMap } from '@onesoul/sources'
import { findPlace } from '../prepare/open-place.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

export interface CodeMapFlags {
  readonly maxChars: string
  readonly exclude?: readonly string[]
}

/** `onesoul codemap`: prints the map of the working directory. A home is used for its cache and not needed. */
export async function codeMapCommand(invocation: Invocation, flags: CodeMapFlags): Promise<number> {
  const { cwd, env, terminal } = invocation
  const maxChars = readMaxChars(flags.maxChars)
  const place = await findPlace(invocation)
  const found = await readCodeMap({
    cwd,
    env,
    userHome: findUserHome(env),
    home: place instanceof Error || !place.exists ? null : place.dir,
    exclude: flags.exclude ?? [],
    now: new Date(),
  })
  const { text, cut } = renderCodeMap(found.map, maxChars)
  if (invocation.flags.json) terminal.out(`${JSON.stringify(documentOf(found, cut), null, 2)}\n`)
  else terminal.out(text)
  if (!invocation.flags.quiet) terminal.err(notesOf(found, cut))
  return EXIT.done
}

function documentOf(found: FoundCodeMap, cut: number): object {
  const { folder, source, isKept, map, unseen } = found
  return { schemaVersion: 1, folder, source, kept: isKept, ...map, cutRows: cut, unseen }
}

function notesOf({ map, source, unseen }: FoundCodeMap, cut: number): string {
  const notes = unseen.map((reason) => `not seen: ${reason}`)
  if (map.files === 0) notes.push(source === 'git' ? 'git tracks no file here' : 'no file here')
  if (cut > 0) notes.push(`${cut} of ${map.rows.length} lines had no room; see --max-chars`)
  return notes.map((note) => `  ${note}\n`).join('')
}

function readMaxChars(value: string): number {
  const number = Number(value)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new CliError(
    EXIT.usage,
    `--max-chars ${JSON.stringify(value)} is no number of characters`,
    {
      hints: ['give a whole number, e.g. --max-chars 2000'],
    },
  )
}
