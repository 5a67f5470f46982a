import { join } from 'node:path'
import type { DeliveryPlan, PlanInput } from '../port/plan.ts'
import { CODEX_ID } from './detect.ts'
import { type CodexFacts, factsOf } from './facts.ts'
import { type CodexFlags, sortFlags } from './flags.ts'
import type { PlanParts } from './plan-parts.ts'
import { findRefusal } from './refusal.ts'
import { relaySocketPath } from './relay-socket.ts'
import type { ThreadDelivery } from './thread-delivery.ts'
import { CODEX_TRAITS } from './traits.ts'

/** The `details` of a plan for Codex: what `launch` needs beside the client's command line. */
export interface CodexLaunch {
  /** The socket between the client and our relay. */
  readonly socket: string
  readonly deliverDir: string
  /** Arguments of `codex app-server`. */
  readonly serverArgs: readonly string[]
  readonly delivery: ThreadDelivery
  /** Hand `CODEX_API_KEY` of the environment to the server, which does not read it itself. */
  readonly handsOverKey: boolean
}

/**
 * Plans a run of the real client, `codex` or `codex exec`, against a
 * `codex app-server` of our own. A relay between the two puts our text, after
 * the person's own, into the developer instructions of each thread: nothing of
 * it stands in an argument vector, in the environment or in a file. Pure.
 */
export function planCodex(input: PlanInput): DeliveryPlan {
  const facts = factsOf(input.inspection)
  const flags = sortFlags(argumentsOf(input), input.prompt === null ? 'terminal' : 'exec')
  const parts: PlanParts = { input, facts, flags }
  const socket = relaySocketPath(input.deliverDir, input.freshSessionId, input.env)
  const environment = addRecorder(input)
  const details: CodexLaunch = {
    socket,
    deliverDir: input.deliverDir,
    serverArgs: serverArguments(parts),
    delivery: planDelivery(parts),
    handsOverKey: handsOverKey(input, facts),
  }
  return {
    agent: CODEX_ID,
    detection: input.detection,
    command: input.detection.path,
    args: clientArguments(input, flags, socket),
    env: environment.env,
    envChanges: environment.changes,
    cwd: input.cwd,
    files: [],
    ...(input.skills?.bundle ? { bundle: input.skills.bundle } : {}),
    channel: CODEX_TRAITS.channel,
    delivered: input.updates?.at(-1) ?? input.text,
    userSources: input.inspection.userSources,
    agentSessionId: input.session.mode === 'resume' ? input.session.agentSessionId : null,
    interactive: input.prompt === null,
    details: { ...details },
    notes: [...input.inspection.notes, ...noteTrust(input, facts)],
    refusal: findRefusal(parts),
  }
}

function argumentsOf(input: PlanInput): readonly string[] {
  const tier = input.permission && CODEX_TRAITS.permissionFlags[input.permission]
  const model = input.model === undefined ? [] : ['--model', input.model]
  return [...(tier ?? []), ...model, ...input.inspection.args]
}

function clientArguments(input: PlanInput, flags: CodexFlags, socket: string): readonly string[] {
  const resume = input.session.mode === 'resume' ? ['resume', input.session.agentSessionId] : []
  const remote = ['--remote', `unix://${socket}`]
  if (input.prompt === null) return [...remote, ...resume, ...flags.client]
  return ['exec', ...remote, ...flags.client, ...resume, '--', withCall(input, input.prompt)]
}

/** Codex adds the skill that a prompt mentions. */
function withCall({ skills }: PlanInput, prompt: string): string {
  const call = skills?.call
  return call ? `$${call.name} ${call.args}`.trimEnd() : prompt
}

function serverArguments({ input, facts, flags }: PlanParts): readonly string[] {
  return [
    ...flags.server,
    // A later `-c` wins: an untrusted work tree reaches the model as quoted data, not by Codex itself.
    ...(input.trusted ? [] : ['-c', 'project_doc_max_bytes=0']),
    ...(handsOverKey(input, facts) ? ['-c', 'cli_auth_credentials_store="ephemeral"'] : []),
  ]
}

function planDelivery({ input, facts, flags }: PlanParts): ThreadDelivery {
  const { recorderUrl } = input
  const { baseUrlKey } = facts
  return {
    developerInstructions: appendText(facts.developerInstructions, input.text),
    delivered: input.text,
    updates: input.updates ?? [],
    thread: flags.thread,
    profile: facts.profile,
    recorder: recorderUrl && baseUrlKey ? { [baseUrlKey]: recorderUrl } : {},
    skillRoots: skillRoots(input),
  }
}

/** Folders of skills that Codex is told to read beside its own. */
function skillRoots({ skills }: PlanInput): readonly string[] {
  return skills?.bundle ? [join(skills.bundle.path, 'skills')] : []
}

/** The person's text first, unchanged, one blank line, ours. */
function appendText(own: string | null, ours: string): string {
  if (own === null) return ours
  const missing = /\n\n$/.test(own) ? '' : own.endsWith('\n') ? '\n' : '\n\n'
  return own + missing + ours
}

function handsOverKey(input: PlanInput, facts: CodexFacts): boolean {
  return facts.apiKey && input.prompt !== null
}

const PROXY_EXCEPTIONS = ['NO_PROXY', 'no_proxy'] as const

/** A proxy of the person's must not stand between the agent and a recorder on this machine. */
function addRecorder(input: PlanInput): { env: Record<string, string>; changes: string[] } {
  const env = { ...input.env }
  const proxied = Object.keys(env).some((name) => /^(?:https?|all)_proxy$/i.test(name))
  if (input.recorderUrl === undefined || !proxied) return { env, changes: [] }
  const { hostname } = new URL(input.recorderUrl)
  for (const name of PROXY_EXCEPTIONS) {
    env[name] = [env[name], hostname].filter(Boolean).join(',')
  }
  return { env, changes: [...PROXY_EXCEPTIONS] }
}

function noteTrust(input: PlanInput, facts: CodexFacts): readonly string[] {
  if (input.prompt !== null || facts.folderTrusted) return []
  return [
    'codex does not trust this folder yet and begins read-only; run `codex` in it once to be asked',
  ]
}
