import { randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import {
  type Agent,
  askingRun,
  type DeliveryPlan,
  type FoundAgent,
  type Inspection,
} from '@onesoul/agents'
import { type StateLayout, sessionFolder } from '@onesoul/disk'
import type { Home } from '@onesoul/sources'
import { findAgent } from '../agents/registry.ts'
import { childEnvironment, detectAgent, detectOffline } from '../prepare/detect-agent.ts'
import { inspectAgent } from '../prepare/inspect-agent.ts'
import { openPlace } from '../prepare/open-place.ts'
import { openState } from '../prepare/open-state.ts'
import { createSessionStore, type SessionStore } from '../session/session-store.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { freezeSession } from './freeze-session.ts'
import type { FrozenSession } from './frozen-session.ts'
import { isolatedEnvironment } from './isolated-environment.ts'
import { requireSlots } from './require-slots.ts'
import { checkRunFlags, parseTier, type RunFlags } from './run-flags.ts'
import { prepareSkills, type RunSkills } from './run-skills.ts'

export interface RunRequest {
  readonly agent: string
  readonly prompt: string | null
  /** The person's own flags, after `--`. */
  readonly args: readonly string[]
  readonly flags: RunFlags
}

/** A run that begins with a skill needs no words beside it. */
export function lacksPrompt({ prompt, flags }: RunRequest): boolean {
  return prompt === null && flags.skill === undefined
}

/** A recorder in front of the model, or in its place. */
export interface Recording {
  readonly url: string
  /** A scripted model answers: credentials are not needed. */
  readonly offline: boolean
}

/** Everything that is known before the agent starts, except where its requests go. */
export interface PreparedRun {
  readonly home: Home
  readonly agent: Agent
  readonly detection: FoundAgent
  readonly inspection: Inspection
  readonly session: FrozenSession
  /** What the agent gets of skills. */
  readonly skills: RunSkills
  readonly state: StateLayout
  readonly store: SessionStore
  /** A scripted model answers in place of the real one. */
  readonly offline: boolean
  /** Plans the start; with a recording the requests go through it. */
  plan(recording?: Recording): DeliveryPlan
}

/** Finds the agent, freezes the session's text and gets ready to plan; starts nothing. */
export async function prepareRun(
  invocation: Invocation,
  request: RunRequest,
): Promise<PreparedRun> {
  checkRunFlags(request.flags)
  const home = await openPlace(invocation)
  const agent = await findAgent(request.agent)
  const cwd = await realpath(invocation.cwd)
  const inside: Invocation = { ...invocation, cwd }
  await requireSlots(inside, { home, agent, flags: request.flags })
  const detection = await requireAgent(inside, { home, agent, flags: request.flags })
  const state = await openState(home)
  const store = createSessionStore(state)
  const own = home.config.settings.agents[agent.id]
  const whole = childEnvironment(agent, home, inside)
  const env = request.flags.isolated ? isolatedEnvironment(whole, own?.env) : whole
  const { model, permission } = request.flags
  const chosenModel = model ?? own?.model
  const asking = { args: request.args, env, run: askingRun(state.deliver) }
  const inspection = await inspectAgent(
    inside,
    { home, agent, detection },
    chosenModel === undefined ? asking : { ...asking, model: chosenModel },
  )
  const { flags } = request
  const session = await freezeSession(inside, { home, agent, detection, inspection, store, flags })
  const tier = permission ?? own?.permission
  const skills = await prepareSkills(inside, {
    ...{ home, agent, state, env, flags },
    prompt: request.prompt,
    trusted: session.trusted,
  })
  const freshSessionId = randomUUID()
  return {
    home,
    agent,
    detection,
    inspection,
    session,
    skills,
    state,
    store,
    offline: flags.offline ?? false,
    plan: (recording) =>
      agent.plan({
        detection,
        inspection,
        text: session.text,
        directivesText: session.directivesText,
        session: session.start,
        updates: session.updates,
        freshSessionId,
        prompt: skills.call === null ? request.prompt : (request.prompt ?? ''),
        skills: { bundle: skills.bundle, call: skills.call },
        cwd,
        env,
        deliverDir: state.deliver,
        sessionDir: sessionFolder(state, session.record.id),
        trusted: session.trusted,
        ...(chosenModel === undefined ? {} : { model: chosenModel }),
        ...(tier === undefined ? {} : { permission: parseTier(tier) }),
        ...(recording ? { recorderUrl: recording.url, offline: recording.offline } : {}),
        ...(own?.argv === undefined ? {} : { argv: own.argv }),
      }),
  }
}

async function requireAgent(
  invocation: Invocation,
  { home, agent, flags }: { readonly home: Home; readonly agent: Agent; readonly flags: RunFlags },
): Promise<FoundAgent> {
  const detect = flags.offline ? detectOffline : detectAgent
  const detection = await detect(agent, home, invocation)
  if (detection.found) return detection
  const { reason, fix } = detection
  throw new CliError(EXIT.failed, reason, {
    hints: [
      fix ?? `install ${agent.traits.name}, or set agents.${agent.id}.command in config.yaml`,
    ],
  })
}
