import { createHash } from 'node:crypto'
import type { Manifest } from '@onesoul/core'
import type { StoredSession } from '../session/session-record.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { RunFlags } from './run-flags.ts'

/** The record of no text at all. */
const NOTHING: string = JSON.stringify({ parts: [], sections: [], totals: { tokens: 0 } })

/**
 * Returns a session whose text is the one that its manifest describes; with
 * `reset` one that has no text, so that all of it is taken anew. Another text
 * would be sent as if it were proven: without `reset` throws `CliError` with exit
 * code 4.
 */
export function requireKeptText(
  stored: StoredSession,
  flags: Pick<RunFlags, 'reset'>,
): StoredSession {
  if (isIntact(stored)) return stored
  if (flags.reset) return { ...stored, text: '', manifest: NOTHING }
  const message = `the text of session ${stored.record.id} is not the one that it recorded`
  throw new CliError(EXIT.refused, message, {
    hints: [
      'somebody edited it, or a run was killed while it replaced it; --reset goes on with the text of now',
      'nothing was started',
    ],
  })
}

function isIntact({ text, manifest }: StoredSession): boolean {
  try {
    const { digest } = JSON.parse(manifest) as Partial<Manifest>
    return digest === `sha256:${createHash('sha256').update(text).digest('hex')}`
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
