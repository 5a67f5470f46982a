import type { Manifest } from '@onesoul/core'
import { sessionFolder } from '@onesoul/disk'
import { shortName } from '../agents/registry.ts'
import { formatManifest } from '../format/format-manifest.ts'
import { describeEdited, editedFile, keptManifest } from '../session/kept-manifest.ts'
import { openSessions } from '../session/session-place.ts'
import type { StoredSession } from '../session/session-record.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { documentOf } from './compose-document.ts'
import type { ComposeFlags } from './compose-flags.ts'

/**
 * `onesoul compose --session ID`: the text that a session keeps, byte for byte
 * and with nothing behind it, or the manifest of that text. Throws `CliError`
 * with exit code 4 for one whose files were edited since.
 */
export async function composeFrozen(
  invocation: Invocation,
  wanted: string,
  flags: ComposeFlags,
): Promise<number> {
  const { layout, store } = await openSessions(invocation)
  const session = await store.find(wanted)
  const manifest = keptManifest(session)
  const edited = editedFile(session)
  if (edited !== null) {
    throw new CliError(EXIT.refused, describeEdited(session), {
      hints: [
        `somebody edited it; as it is now: ${sessionFolder(layout, session.record.id)}/${edited}`,
        `go on with the text of now: onesoul run ${shortName(session.record.agent)} --resume ${session.record.id} --reset`,
      ],
    })
  }
  const { terminal } = invocation
  const json = (value: unknown): void => terminal.out(`${JSON.stringify(value, null, 2)}\n`)
  if (flags.manifest && invocation.flags.json) json(manifest)
  else if (flags.manifest) {
    const target = `${session.record.agent} ${session.record.agentVersion}`
    terminal.out(formatManifest(manifest, { target, style: terminal.style }))
  } else if (invocation.flags.json || flags.format === 'json')
    json(frozenDocument(session, manifest))
  else terminal.out(session.text)
  return EXIT.done
}

function frozenDocument({ text, updates }: StoredSession, manifest: Manifest): unknown {
  const parts = manifest.parts.map(({ id, role }) => ({ id, role, text }))
  return { ...documentOf({ parts, manifest }), updates }
}
