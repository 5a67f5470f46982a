import type { Agent, FoundAgent, Inspection } from '@onesoul/agents'
import { type Composition, compose, type RuntimeFacts } from '@onesoul/core'
import { builtinFolder } from '@onesoul/skills'
import { type ComposeRequest, type GatheredInputs, gatherInputs, type Home } from '@onesoul/sources'
import type { Invocation } from '../terminal/global-flags.ts'
import { childEnvironment } from './detect-agent.ts'
import { inspectAgent } from './inspect-agent.ts'
import { parseLanguage, parseViewer, type TargetFlags } from './target-flags.ts'

export interface ComposeFor {
  readonly home: Home
  readonly target: TargetFlags
  /** Null: for no agent, everything is delivered by us. */
  readonly agent: Agent | null
  /** Null: the agent is not installed; then nothing counts as read by itself. */
  readonly detection: FoundAgent | null
  /** What the agent's own settings say; asked for when it is not given. */
  readonly inspection?: Inspection
  readonly format?: string
  readonly session?: string
  readonly facts?: RuntimeFacts
  readonly withHidden?: boolean
  /** Lists skills in the prompt, whatever the agent does. Default: for an agent without a list of its own. */
  readonly skills?: boolean
}

export interface ComposedFor {
  readonly gathered: GatheredInputs
  readonly composition: Composition
}

/** Gathers the sources and composes them for one target. */
export async function composeFor(invocation: Invocation, wanted: ComposeFor): Promise<ComposedFor> {
  const inspection = wanted.inspection ?? (await inspectIfFound(invocation, wanted))
  const request = requestOf(invocation, { ...wanted, ...(inspection ? { inspection } : {}) })
  const gathered = await gatherInputs(wanted.home, request)
  return { gathered, composition: compose(gathered.input) }
}

async function inspectIfFound(
  invocation: Invocation,
  { home, agent, detection }: ComposeFor,
): Promise<Inspection | undefined> {
  return agent && detection ? inspectAgent(invocation, { home, agent, detection }) : undefined
}

/** The same inputs as a viewer sees them who may see neither USER nor MEMORY. */
export function composeDirectives(gathered: GatheredInputs): Composition {
  const { input } = gathered
  const settings = { ...input.settings, userDataPublic: false }
  return compose({ ...input, settings, target: { ...input.target, viewer: 'public' } })
}

function requestOf(invocation: Invocation, wanted: ComposeFor): ComposeRequest {
  const { target, agent, format, session, facts } = wanted
  return {
    agent: agent?.id ?? 'none',
    cwd: invocation.cwd,
    explicitCwd: invocation.flags.cwd !== undefined,
    ...(target.platform === undefined ? {} : { platform: target.platform }),
    ...(target.bot === undefined ? {} : { bot: target.bot }),
    ...(target.viewer === undefined ? {} : { viewer: parseViewer(target.viewer) }),
    ...(target.language === undefined ? {} : { language: parseLanguage(target.language) }),
    ...(format === undefined ? {} : { format }),
    ...(session === undefined ? {} : { session }),
    ...(facts === undefined ? {} : { facts }),
    builtinSkills: builtinFolder(wanted.home.config.settings.skills.profile),
    // Its tool `memory` is there for whoever may read what is remembered.
    ...(agent?.traits.ownLoop && target.viewer !== 'public' && { alwaysSkills: ['user-memory'] }),
    listSkills: wanted.skills ?? (agent !== null && agent.traits.skills === undefined),
    ...modelOf(wanted),
    ...(agent ? agentPart(invocation, agent, wanted) : {}),
    withHidden: wanted.withHidden ?? false,
  }
}

/** The model that was asked for, else the one that the configuration has the agent ask for. */
function modelOf({ home, agent, target }: ComposeFor): Pick<ComposeRequest, 'model'> {
  const configured = agent ? home.config.settings.agents[agent.id]?.model : undefined
  const model = target.model ?? configured
  return model === undefined ? {} : { model }
}

function agentPart(
  invocation: Invocation,
  agent: Agent,
  { home, detection, inspection }: ComposeFor,
): Partial<ComposeRequest> {
  const { maxTokens, canReadFiles, tells: agentTells = [] } = agent.traits
  if (!detection) return { maxTokens, canReadFiles, agentTells }
  const env = childEnvironment(agent, home, invocation)
  return {
    maxTokens,
    canReadFiles,
    agentTells,
    ...(inspection?.personalFiles && { personalFiles: inspection.personalFiles }),
    ownership: (files, context) =>
      agent.ownership({
        detection,
        files,
        env,
        ...context,
        ...(inspection ? { inspection } : {}),
      }),
  }
}
