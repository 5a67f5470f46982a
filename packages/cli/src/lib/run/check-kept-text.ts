import { describeEdited, editedFile } from '../session/kept-manifest.ts'
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
 * Returns a session whose texts are the ones that it recorded; with `reset` one
 * that has no text, so that all of it is taken anew. Another text would be sent as if it were proven: without `reset` throws `CliError` with exit
 * code 4.
 */
export function requireKeptText(
  stored: StoredSession,
  flags: Pick<RunFlags, 'reset'>,
): StoredSession {
  const edited = editedFile(stored)
  if (edited === null) return stored
  if (flags.reset) {
    // What somebody put among the updates must not reach the agent with the next one.
    const updates = edited === 'updates.json' ? [] : stored.updates
    return { ...stored, text: '', manifest: NOTHING, updates }
  }
  throw new CliError(EXIT.refused, describeEdited(stored), {
    hints: [
      'somebody edited it, or a run was killed while it replaced it; --reset goes on with the text of now',
      'nothing was started',
    ],
  })
}
