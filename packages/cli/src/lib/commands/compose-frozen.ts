import type { Manifest } from '@onesoul/core'
import { formatManifest } from '../format/format-manifest.ts'
import { openSessions } from '../session/session-place.ts'
import type { StoredSession } from '../session/session-record.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { documentOf } from './compose-document.ts'
import type { ComposeFlags } from './compose-flags.ts'

/**
 * `onesoul compose --session ID`: the text that a session keeps, byte for byte
 * and with nothing behind it, or the manifest of that text.
 */
export async function composeFrozen(
  invocation: Invocation,
  wanted: string,
  flags: ComposeFlags,
): Promise<number> {
  const { store } = await openSessions(invocation)
  const session = await store.find(wanted)
  const manifest = JSON.parse(session.manifest) as Manifest
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
