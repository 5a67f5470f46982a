import type { RunVerdict } from '@onesoul/agents'
import { describe, expect, it } from 'vitest'
import { composeSample } from '../../../../../test/support/sample-composition.ts'
import { storedSession } from '../session/fixtures/stored-session.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { summarise } from './execute-run.ts'
import type { PreparedRun } from './prepare-run.ts'

interface Ended {
  readonly agentSessionId?: string | null
  readonly verdict?: RunVerdict
  readonly origin?: 'fresh' | 'kept'
  readonly offline?: boolean
}

/** What a run at a terminal ends with. */
function lastWords({ agentSessionId = 'a1', verdict, origin = 'fresh', offline }: Ended): string {
  const said: string[] = []
  const invocation = { flags: {}, terminal: { err: (text: string) => said.push(text) } }
  const run = {
    agent: { id: 'codex', traits: { provenVersions: ['1'] } },
    detection: { proven: true, version: '1' },
    session: { ...storedSession('20261101-aa'), parsed: composeSample().manifest, origin },
    offline: offline ?? false,
  }
  summarise(invocation as unknown as Invocation, run as unknown as PreparedRun, {
    interactive: true,
    status: { code: 0, signal: null, agentSessionId },
    ...(verdict === undefined ? {} : { verdict }),
  })
  return said.join('')
}

describe('summarise', () => {
  const ADVICE = 'onesoul: go on with `onesoul run codex --resume 20261101-aa`\n'

  it('names the way back into a conversation', () => {
    expect(lastWords({})).toContain(ADVICE)
    expect(lastWords({ verdict: 'proven' })).toContain(ADVICE)
    expect(lastWords({ origin: 'kept', verdict: 'unproven' })).toContain(ADVICE)
  })

  it.each<Ended>([{ agentSessionId: null }, { verdict: 'unproven' }, { offline: true }])(
    'names none when there is nothing to go back into: %j',
    (ended) => {
      expect(lastWords(ended)).not.toContain('go on with')
    },
  )
})
