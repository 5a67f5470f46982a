import type { PlanInput } from '../port/plan.ts'
import { parseArguments } from './arguments.ts'
import type { ConfigValue } from './config-content.ts'
import { factsOf } from './facts.ts'

const PROVIDER = 'onesoul-offline'
const MODEL = 'scripted'

/** The model that a scripted run asks when it cannot ask the person's, as OpenCode names it. */
export const OFFLINE_MODEL: string = `${PROVIDER}/${MODEL}`

/** A scripted model answers, so that nothing is waited for: no list of models, no newer version. */
export const OFFLINE_SWITCHES: Readonly<Record<string, string>> = {
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
}

/**
 * Says why a scripted run cannot ask the person's own model. `null`: it can, or
 * no script answers.
 */
export function explainStandIn({ offline, recorderUrl, inspection }: PlanInput): string | null {
  if (!offline || recorderUrl === undefined) return null
  const { endpoint } = inspection
  if (!endpoint.recordable) return endpoint.reason
  if (!factsOf(inspection)?.keyless) return null
  return `no key is known for the provider ${endpoint.provider}`
}

/**
 * Configuration that brings the requests of a run to its recorder: the base URL
 * of the person's provider, or a provider of our own. Empty without a recorder.
 */
export function recordingValues(input: PlanInput): readonly ConfigValue[] {
  const { recorderUrl, inspection } = input
  const { endpoint } = inspection
  if (recorderUrl === undefined) return ownModel(input)
  if (explainStandIn(input) !== null) return standIn(input, recorderUrl)
  if (!endpoint.recordable) return []
  const { model = null, titleModel = null } = factsOf(inspection) ?? {}
  const baseUrl = ['provider', endpoint.provider, 'options', 'baseURL']
  return [
    ...ownModel(input),
    { path: baseUrl, value: recorderUrl },
    // Titles would leave this machine for the other provider.
    ...(input.offline && titleModel !== null ? [{ path: ['small_model'], value: model }] : []),
  ]
}

/**
 * True when a session would go on with the model that its latest turn asked, and
 * that may be the scripted one: the run was offline, and nobody names another.
 */
export function wouldAskScripted(input: PlanInput): boolean {
  const { session, offline, model, inspection } = input
  if (offline || session.mode !== 'resume' || !session.offline) return false
  return model === undefined && !parseArguments(inspection.args).options.has('model')
}

/** Stronger than the model of the session, as in {@link standIn}. */
function ownModel(input: PlanInput): readonly ConfigValue[] {
  const { agent, model } = factsOf(input.inspection) ?? {}
  if (!(agent && model && wouldAskScripted(input))) return []
  return [{ path: ['agent', agent, 'model'], value: model }]
}

/** The client of `@ai-sdk/openai-compatible` is a part of OpenCode: nothing is installed for it. */
function standIn({ inspection }: PlanInput, recorderUrl: string): readonly ConfigValue[] {
  const provider = {
    npm: '@ai-sdk/openai-compatible',
    name: 'OneSoul offline',
    options: { baseURL: `${recorderUrl}/v1`, apiKey: 'offline' },
    models: {
      [MODEL]: {
        name: 'Scripted model',
        tool_call: true,
        limit: { context: 200_000, output: 8192 },
      },
    },
  }
  const agent = factsOf(inspection)?.agent ?? 'build'
  return [
    { path: ['provider', PROVIDER], value: provider },
    { path: ['enabled_providers'], value: [PROVIDER] },
    { path: ['model'], value: OFFLINE_MODEL },
    { path: ['small_model'], value: OFFLINE_MODEL },
    // Stronger than the model of the session that goes on; `--model` would be noted as the last one used.
    { path: ['agent', agent, 'model'], value: OFFLINE_MODEL },
  ]
}
