import { type CacheProfile, findCacheProfile, type UsageDivergence } from '@onesoul/core/cache'
import {
  type ConversationValue,
  joinConversation,
  ownText,
  splitConversation,
} from '../request/conversation.ts'
import { type HeadValue, headLayers } from '../request/head-blocks.ts'
import type { PlacedBlock } from '../request/plan-request.ts'
import {
  type ContextOptions,
  createPlanner,
  type PlannedTurn,
  type StartTurn,
  type TurnOptions,
} from '../request/request-context.ts'
import type { RequestState } from '../request/request-state.ts'
import { ANTHROPIC_MESSAGES, controlOf, unmarked } from './anthropic-messages.ts'
import type {
  AnthropicContent,
  AnthropicMessage,
  AnthropicText,
  AnthropicTool,
} from './anthropic-shapes.ts'
import { type AnthropicUsage, anthropicUsage } from './anthropic-usage.ts'

/** A request of a session, as the caller knows it. */
export interface AnthropicTurn<Tool, Message> extends TurnOptions {
  /** The whole conversation, the person's new message or the results of tools last. */
  readonly messages: readonly Message[]
  readonly tools?: readonly Tool[]
}

/** The fields of a request that a plan decides. */
export interface AnthropicRequest<Tool, Message> {
  tools: Tool[]
  system: AnthropicText[]
  messages: Message[]
}

/** The context of one session on the Anthropic Messages API. */
export interface AnthropicContext {
  /**
   * Lays a request out so that most of it is read from the cache: tools, system
   * prompt and messages with their marks. Nothing of the caller's is changed; marks
   * that stand on it are left out.
   */
  readonly prepare: <Tool extends AnthropicTool, Message extends AnthropicMessage>(
    turn: AnthropicTurn<Tool, Message>,
  ) => PlannedTurn<AnthropicRequest<Tool, Message>>
  /**
   * To be called with the usage of the answer; without it the next plan counts on
   * nothing of this one. Gives what was charged otherwise than predicted.
   */
  readonly answered: (usage: AnthropicUsage) => UsageDivergence | null
  /** To be called when the request failed, so that others with the same head need not wait. */
  readonly failed: () => void
  /** `start(() => prepare(…))` waits while another session of the bot writes the same head. */
  readonly start: StartTurn
  /** To be stored with the session. */
  readonly state: () => RequestState
  /** The caching rules that it plans by. */
  readonly profile: CacheProfile
}

type Value = HeadValue<AnthropicTool> | ConversationValue<AnthropicMessage, AnthropicContent>

/** Begins or resumes a session. */
export function createAnthropicContext(options: ContextOptions): AnthropicContext {
  const profile = options.profile ?? findCacheProfile('anthropic', options.model).value
  const planner = createPlanner<Value>(profile, options)
  const made = options.count ? { count: options.count } : {}
  return {
    prepare<Tool extends AnthropicTool, Message extends AnthropicMessage>(
      turn: AnthropicTurn<Tool, Message>,
    ) {
      const layers = headLayers<AnthropicTool>({
        composition: turn.composition ?? options.composition,
        tools: (turn.tools ?? []).map((tool) => unmarked<AnthropicTool>(tool)),
        nameOf: ({ name }) => name,
        marksTools: true,
        changeRole: profile.systemInMessages ? 'system' : 'user',
        made,
      })
      const history = splitConversation(turn.messages, ANTHROPIC_MESSAGES, made)
      const volatile = (turn.volatile ?? []).map((text) =>
        ownText(text, { role: 'user', scope: 'turn' }, made),
      )
      const { plan, blocks } = planner.plan({ layers, history, volatile }, turn)
      // Each tool and message is the caller's, or a copy of it with a mark.
      return { plan, request: buildRequest(blocks) as AnthropicRequest<Tool, Message> }
    },
    answered: (usage) => planner.answered(anthropicUsage(usage, profile)),
    failed: planner.failed,
    start: planner.start,
    state: planner.state,
    profile,
  }
}

function buildRequest(
  blocks: readonly PlacedBlock<Value>[],
): AnthropicRequest<AnthropicTool, AnthropicMessage> {
  const tools: AnthropicTool[] = []
  const system: AnthropicText[] = []
  const talk: PlacedBlock<ConversationValue<AnthropicMessage, AnthropicContent>>[] = []
  for (const { value, ...placed } of blocks) {
    const control = controlOf(placed.mark)
    if (value.is === 'tool') tools.push({ ...value.tool, ...control })
    else if (value.is === 'system') system.push({ type: 'text', text: value.text, ...control })
    else talk.push({ ...placed, value })
  }
  return { tools, system, messages: joinConversation(talk, ANTHROPIC_MESSAGES) }
}
