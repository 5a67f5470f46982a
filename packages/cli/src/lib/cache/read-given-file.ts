import { resolve } from 'node:path'
import { readFileSafely } from '@onesoul/disk'
import { findUserHome } from '@onesoul/sources'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

/** The text of a file that a person named, relative to where the command runs. Throws `CliError` when it cannot be read. */
export async function readGivenFile(
  { cwd, env }: Invocation,
  file: string,
  maxBytes: number,
): Promise<string> {
  const found = await readFileSafely(resolve(cwd, file), {
    links: 'anywhere',
    homeDir: findUserHome(env),
    maxBytes,
  })
  if (found.outcome === 'missing') throw new CliError(EXIT.usage, `there is no file ${file}`)
  if (found.outcome === 'failed') throw new CliError(EXIT.failed, found.message)
  return new TextDecoder().decode(found.bytes)
}
