import { createHash } from 'node:crypto'
import type { HistoryMessage } from '@onesoul/core/history'
import { createToolLoop, type ToolLoop, type TurnOutcome } from '../loop/tool-loop.ts'
import type { ExitStatus, LaunchOptions } from '../port/agent.ts'
import { AgentError } from '../port/agent-error.ts'
import type { DeliveryPlan } from '../port/plan.ts'
import { type AgentOutput, openOutput } from './agent-output.ts'
import type { ApiCredential, ApiProvider, OpenedModel } from './api-provider.ts'
import type { ApiRun } from './api-run.ts'
import { apiSubagents } from './api-subagents.ts'
import { apiTools } from './api-tools.ts'
import { type AskPerson, permissionOf, terminalOf } from './ask-at-terminal.ts'
import { chat } from './chat.ts'
import { type ConversationFile, withConversation } from './conversation-file.ts'
import { credentialOf } from './credential.ts'
import { withDirectAddress } from './direct-address.ts'
import { noteEvent } from './note-event.ts'
import { promptOf } from './prompt-of.ts'
import { textParts } from './text-parts.ts'
import { watchStops } from './watch-stops.ts'

/** Stands for a credential where a scripted model answers. */
const NO_KEY: ApiCredential = { variable: '', value: 'offline' }

/**
 * Holds the conversation in this process: one turn for a prompt, else turn by turn
 * with the person at the terminal. Ends with 0 when the model was done, with 1 and
 * a line on standard error when it was not, and with the signal that stopped it.
 *
 * @throws AgentError `refused`: the plan, or a conversation that another run has; `start-failed`: no credential
 */
export async function launchApi(
  provider: ApiProvider,
  plan: DeliveryPlan,
  options: LaunchOptions,
): Promise<ExitStatus> {
  if (plan.refusal !== null) throw new AgentError('refused', plan.refusal.message)
  const run = plan.details as unknown as ApiRun
  const credential = run.offline ? NO_KEY : credentialOf(provider, plan.env)
  if (credential === null) {
    throw new AgentError('start-failed', `${provider.keys.join(' or ')} is not set`)
  }
  const output = openOutput(options)
  return withConversation(run.sessionDir, (file) =>
    withDirectAddress(run, plan.env, async (baseUrl) => {
      const opening = { provider, plan, run, credential, baseUrl, file }
      const opened = await openSession(opening)
      const status = await converse({ ...opening, options, opened, output })
      await output.flushed()
      return status
    }),
  )
}

interface Opening {
  readonly provider: ApiProvider
  readonly plan: DeliveryPlan
  readonly run: ApiRun
  readonly credential: ApiCredential
  readonly baseUrl: string
  readonly file: ConversationFile
}

/** The model of the session. The ledger of a conversation counts for the text and the model that it was made with. */
function openSession(opening: Opening): Promise<OpenedModel> {
  const { plan, run, file } = opening
  const { kept } = file
  const isSame = kept?.model === run.model && kept.textSha256 === hashOf(plan.delivered)
  return openModel(opening, {
    text: plan.delivered,
    session: run.sessionId,
    channel: run.prompt === null ? 'chat' : 'tools',
    state: isSame ? kept.state : undefined,
  })
}

interface Told {
  readonly text: string
  readonly session: string
  readonly channel: string
  /** What an earlier process left. Default: nothing. */
  readonly state?: unknown
}

function openModel(
  { provider, plan, run, credential, baseUrl }: Opening,
  { text, session, channel, state }: Told,
): Promise<OpenedModel> {
  const { model, limits } = run
  const names = { bot: hashOf(text).slice(0, 16), session, channel }
  return provider.open({
    credential,
    baseUrl,
    env: plan.env,
    planned: { composition: textParts(text), model, names, state },
    asked: { model, ...(limits.answer !== undefined && { maxTokens: limits.answer }) },
  })
}

interface Conversing extends Opening {
  readonly options: LaunchOptions
  readonly opened: OpenedModel
  readonly output: AgentOutput
}

async function converse(conversing: Conversing): Promise<ExitStatus> {
  const { plan, run, file, output, options, provider } = conversing
  if (run.resume && file.kept === null)
    output.note(`${provider.id}: nothing was said yet; it begins`)
  const stops = watchStops(options.signal)
  try {
    const ask = options.stdio === 'inherit' ? terminalOf() : null
    if (run.prompt === null) {
      const talk = startLoop(conversing, { ask: (question) => chatting.ask(question), stops })
      const chatting = chat({ output, stops, turn: talk.turn })
      return await chatting.ended.then(({ signal }) =>
        ended(plan, signal === null ? 0 : null, signal),
      )
    }
    const { turn } = startLoop(conversing, { ask, stops })
    const outcome = await turn(await promptOf(run, options))
    output.endLine()
    if (outcome.end === 'aborted') return ended(plan, null, stops.signal() ?? 'SIGTERM')
    if (outcome.end !== 'done') output.note(`${provider.id}: ${outcome.reason}`)
    return ended(plan, outcome.end === 'done' ? 0 : 1, null)
  } finally {
    stops.close()
  }
}

interface Talking {
  readonly ask: AskPerson | null
  readonly stops: ReturnType<typeof watchStops>
}

function startLoop(
  conversing: Conversing,
  { ask, stops }: Talking,
): { readonly turn: (text: string) => Promise<TurnOutcome> } {
  const { plan, run, file, opened, output, options, provider } = conversing
  const { requests, cost } = run.limits
  const toolsOf = { root: plan.cwd, services: options.services ?? {}, tier: run.tier }
  const permission = permissionOf(run, ask, stops.turn)
  const task = apiSubagents({
    directivesText: run.directivesText,
    // A sub-agent begins with an empty conversation, which is told every hint once.
    makeTools: () => apiTools({ ...toolsOf, holds: () => false }),
    ask: permission,
    output,
    open: async (text, session) =>
      (await openModel(conversing, { text, session, channel: 'tools' })).model,
    ...(cost !== undefined && { cost }),
  })
  const loop: ToolLoop = createToolLoop({
    model: opened.model,
    tools: [...apiTools({ ...toolsOf, holds: (text) => holdsText(loop.history(), text) }), task],
    ask: permission,
    history: file.kept?.messages ?? [],
    limits: { ...(requests !== undefined && { requests }), ...(cost !== undefined && { cost }) },
    onEvent: (event) => noteEvent(event, output),
    keep: (messages) =>
      file.keep({
        schemaVersion: 1,
        agent: provider.id,
        model: run.model,
        textSha256: hashOf(plan.delivered),
        messages,
        state: opened.state(),
      }),
  })
  return { turn: (text) => loop.turn({ text, signal: stops.turn() }) }
}

/** Whether a result of a tool holds a text. */
function holdsText(history: readonly HistoryMessage[], text: string): boolean {
  return history.some(
    ({ content }) =>
      typeof content !== 'string' &&
      content.some((block) => 'content' in block && String(block.content).includes(text)),
  )
}

function ended(
  { agentSessionId }: DeliveryPlan,
  code: number | null,
  signal: NodeJS.Signals | null,
): ExitStatus {
  return { code, signal, agentSessionId }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
