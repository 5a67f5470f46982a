import type { Agent, FoundAgent, Inspection } from '@onesoul/agents'
import { compose } from '@onesoul/core'
import {
  buildRuntimeFacts,
  type GatheredInputs,
  type Home,
  presentSessionVariables,
} from '@onesoul/sources'
import { type ComposedFor, composeFor } from '../prepare/compose-for.ts'
import type { TargetFlags } from '../prepare/target-flags.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import type { FrozenSession } from './frozen-session.ts'

/** For whom a session's text is composed. */
export interface SessionTarget {
  readonly home: Home
  readonly agent: Agent
  /** Null: the agent is not installed; then nothing counts as read by itself. */
  readonly detection: FoundAgent | null
  readonly inspection?: Inspection
  readonly target: TargetFlags & { readonly permission?: string }
}

/**
 * Composes the text of a session, runtime facts included: first start, reset
 * and the preview of a reset build it here and nowhere else.
 */
export function composeSession(
  invocation: Invocation,
  { home, agent, detection, inspection, target }: SessionTarget,
): Promise<ComposedFor> {
  const facts = buildRuntimeFacts({
    agent: agent.id,
    scope: target.bot === undefined ? 'unbound' : 'bot',
    capabilities: agent.traits.capabilities,
    skillCatalogueOwner: 'worker',
    environmentKeys: presentSessionVariables(invocation.env),
    ...(target.platform === undefined ? {} : { platform: target.platform }),
    ...(target.permission === undefined ? {} : { permissionMode: target.permission }),
  })
  return composeFor(invocation, {
    home,
    target,
    agent,
    detection,
    ...(inspection === undefined ? {} : { inspection }),
    facts: facts.value,
  })
}

/** Throws `CliError` with exit code 4 for a composition that must not be delivered. */
export function requireDeliverable({ composition }: ComposedFor): void {
  if (!composition.refusal) return
  throw new CliError(EXIT.refused, composition.refusal.message, { hints: ['nothing was started'] })
}

/** The digest without the facts of the session, which differ by the flags of its first run. */
export function sourceDigest(gathered: GatheredInputs): string {
  return compose({ ...gathered.input, facts: null }).manifest.digest
}

/** The instruction files that the agent reads by itself. */
export function nativeTexts(gathered: GatheredInputs): FrozenSession['native'] {
  const project = gathered.input.project
    .filter((file) => file.delivery === 'native')
    .map(({ document }) => {
      const { path } = document.ref
      const verdict = gathered.verdicts.find((candidate) => candidate.path === path)
      const lost = verdict?.lostBytes === undefined ? {} : { lostBytes: verdict.lostBytes }
      const body = document.text.slice(document.body.start, document.body.end)
      return { section: `project:${path}`, path, text: document.text, body, ...lost }
    })
  return [...project, ...gathered.ownedTexts]
}

/** The target that a session was begun for. */
export function targetOf(record: SessionRecord): TargetFlags {
  return {
    viewer: record.viewer,
    ...(record.language === undefined ? {} : { language: record.language }),
    ...(record.model === undefined ? {} : { model: record.model }),
    ...(record.platform === null ? {} : { platform: record.platform }),
    ...(record.bot === null ? {} : { bot: record.bot }),
  }
}
