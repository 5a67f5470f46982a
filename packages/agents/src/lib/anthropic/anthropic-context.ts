import { findCacheProfile } from '@onesoul/core/cache'
import { type ConversationValue, joinConversation, turnBlocks } from '../request/conversation.ts'
import { type HeadValue, headLayers } from '../request/head-blocks.ts'
import type { PlacedBlock } from '../request/plan-request.ts'
import {
  type ContextOptions,
  createPlanner,
  type PlannedTurn,
  type SessionContext,
  sessionContext,
  type TurnOptions,
} from '../request/request-context.ts'
import { createBlockMemo } from '../request/wire-block.ts'
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
export interface AnthropicContext extends SessionContext<AnthropicUsage> {
  /**
   * Lays a request out so that most of it is read from the cache: tools, system
   * prompt and messages with their marks. Nothing of the caller's is changed; marks
   * that stand on it are left out.
   */
  readonly prepare: <Tool extends AnthropicTool, Message extends AnthropicMessage>(
    turn: AnthropicTurn<Tool, Message>,
  ) => PlannedTurn<AnthropicRequest<Tool, Message>>
}

type Value = HeadValue<AnthropicTool> | ConversationValue<AnthropicMessage, AnthropicContent>

/** Begins or resumes a session. */
export function createAnthropicContext(options: ContextOptions): AnthropicContext {
  const profile = options.profile ?? findCacheProfile('anthropic', options.model).value
  const planner = createPlanner<Value>(profile, options)
  const made = {
    memo: createBlockMemo(),
    ...(options.count && { count: options.count }),
  }
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
      const talk = turnBlocks(turn.messages, ANTHROPIC_MESSAGES, { ...turn, made })
      const { plan, blocks } = planner.plan({ layers, ...talk }, turn)
      // Each tool and message is the caller's, or a copy of it with a mark.
      return { plan, request: buildRequest(blocks) as AnthropicRequest<Tool, Message> }
    },
    ...sessionContext(planner, profile, anthropicUsage),
  }
}

function buildRequest(
  blocks: readonly PlacedBlock<Value>[],
): AnthropicRequest<AnthropicTool, AnthropicMessage> {
  const tools: AnthropicTool[] = []
  const system: AnthropicText[] = []
  const talk: PlacedBlock<ConversationValue<AnthropicMessage, AnthropicContent>>[] = []
  for (const { value, block, from, at, mark } of blocks) {
    if (value.is === 'tool') tools.push({ ...value.tool, ...controlOf(mark) })
    else if (value.is === 'system') {
      system.push({ type: 'text', text: value.text, ...controlOf(mark) })
    } else talk.push({ value, block, from, at, mark })
  }
  return { tools, system, messages: joinConversation(talk, ANTHROPIC_MESSAGES) }
}
