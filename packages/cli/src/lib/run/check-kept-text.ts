import { describeEdited, isIntact } from '../session/kept-manifest.ts'
import type { StoredSession } from '../session/session-record.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { RunFlags } from './run-flags.ts'

/** The record of no text at all. */
const NOTHING: string = JSON.stringify({
  schemaVersion: 1,
  digest: '',
  target: {},
  totals: { tokens: 0 },
  parts: [],
  sections: [],
  diagnostics: [],
})

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
  throw new CliError(EXIT.refused, describeEdited(stored), {
    hints: [
      'somebody edited it, or a run was killed while it replaced it; --reset goes on with the text of now',
      'nothing was started',
    ],
  })
}
