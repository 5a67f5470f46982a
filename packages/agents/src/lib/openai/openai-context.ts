import { findCacheProfile } from '@onesoul/core/cache'
import { type ConversationValue, joinConversation, turnBlocks } from '../request/conversation.ts'
import { type HeadValue, headLayers } from '../request/head-blocks.ts'
import type { MessageShape } from '../request/message-shape.ts'
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
import { CHAT_MESSAGES } from './chat-messages.ts'
import { cacheFields, marked } from './openai-parts.ts'
import type {
  ChatMessage,
  OpenAICacheFields,
  OpenAIPart,
  OpenAITool,
  ResponsesItem,
} from './openai-shapes.ts'
import { type OpenAIUsage, openaiUsage } from './openai-usage.ts'
import { RESPONSES_ITEMS } from './responses-items.ts'

/** A request of a session, as the caller knows it. */
export interface OpenAITurn<Tool, Message> extends TurnOptions {
  /** The whole conversation, the person's new message or the results of tools last. */
  readonly messages: readonly Message[]
  readonly tools?: readonly Tool[]
}

/** The fields of a Responses request that a plan decides. */
export interface ResponsesRequest<Tool, Item> extends OpenAICacheFields {
  tools: Tool[]
  input: Item[]
}

/** The fields of a Chat Completions request that a plan decides. */
export interface ChatRequest<Tool, Message> extends OpenAICacheFields {
  /** Absent when there are none: the API refuses an empty list. */
  tools?: Tool[]
  messages: Message[]
}

/** The context of one session at OpenAI, or at whoever speaks its protocols. */
export interface OpenAIContext extends SessionContext<OpenAIUsage> {
  /** Lays a request of the Responses API out, the composition as the developer message that opens its input. */
  readonly prepareResponse: <Tool extends OpenAITool, Item extends ResponsesItem>(
    turn: OpenAITurn<Tool, Item>,
  ) => PlannedTurn<ResponsesRequest<Tool, Item>>
  /** The same for the Chat Completions API. A session keeps to one of the two. */
  readonly prepareChat: <Tool extends OpenAITool, Message extends ChatMessage>(
    turn: OpenAITurn<Tool, Message>,
  ) => PlannedTurn<ChatRequest<Tool, Message>>
}

type Value<Message> = HeadValue<OpenAITool> | ConversationValue<Message, OpenAIPart>

/** Begins or resumes a session. */
export function createOpenAIContext(options: ContextOptions): OpenAIContext {
  const profile = options.profile ?? findCacheProfile('openai', options.model).value
  const planner = createPlanner<Value<ResponsesItem | ChatMessage>>(profile, options)
  const made = {
    memo: createBlockMemo(),
    ...(options.count && { count: options.count }),
  }
  const lay = <Message extends ResponsesItem | ChatMessage>(
    turn: OpenAITurn<OpenAITool, Message>,
    shape: MessageShape<Message, OpenAIPart>,
  ) => {
    const layers = headLayers<OpenAITool>({
      composition: turn.composition ?? options.composition,
      tools: turn.tools ?? [],
      nameOf: nameOfTool,
      marksTools: false,
      changeRole: 'system',
      made,
    })
    const talk = turnBlocks(turn.messages, shape, { ...turn, made })
    const { plan, blocks } = planner.plan({ layers, ...talk }, turn)
    return { plan, ...joinRequest(blocks as readonly PlacedBlock<Value<Message>>[], shape) }
  }
  return {
    prepareResponse<Tool extends OpenAITool, Item extends ResponsesItem>(
      turn: OpenAITurn<Tool, Item>,
    ) {
      const { plan, tools, messages } = lay<ResponsesItem>(turn, RESPONSES_ITEMS)
      const request = { tools, input: messages, ...cacheFields(plan, profile) }
      // Each tool and item is the caller's, or a copy of it with a mark.
      return { plan, request: request as ResponsesRequest<Tool, Item> }
    },
    prepareChat<Tool extends OpenAITool, Message extends ChatMessage>(
      turn: OpenAITurn<Tool, Message>,
    ) {
      const { plan, tools, messages } = lay<ChatMessage>(turn, CHAT_MESSAGES)
      const some = tools.length > 0 ? { tools } : {}
      const request = { ...some, messages, ...cacheFields(plan, profile) }
      return { plan, request: request as ChatRequest<Tool, Message> }
    },
    ...sessionContext(planner, profile, openaiUsage),
  }
}

function nameOfTool(tool: OpenAITool): string {
  const { name, function: inner } = tool as OpenAITool & {
    readonly name?: unknown
    readonly function?: { readonly name?: unknown }
  }
  return `${name ?? inner?.name ?? tool.type}`
}

/** The parts of the composition are the developer message that opens the conversation. */
function joinRequest<Message extends ResponsesItem | ChatMessage>(
  blocks: readonly PlacedBlock<Value<Message>>[],
  shape: MessageShape<Message, OpenAIPart>,
): { readonly tools: OpenAITool[]; readonly messages: Message[] } {
  const tools: OpenAITool[] = []
  const opening: OpenAIPart[] = []
  const talk: PlacedBlock<ConversationValue<Message, OpenAIPart>>[] = []
  for (const { value, block, from, at, mark } of blocks) {
    if (value.is === 'tool') tools.push(value.tool)
    else if (value.is === 'system') {
      const part = shape.textPart(value.text)
      opening.push(mark === null ? part : marked(part))
    } else talk.push({ value, block, from, at, mark })
  }
  const messages = joinConversation(talk, shape)
  const first = opening.length > 0 ? [shape.ownMessage('system', opening)] : []
  return { tools, messages: [...first, ...messages] }
}
