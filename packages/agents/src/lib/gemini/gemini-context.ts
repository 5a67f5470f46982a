import { type CacheProfile, type CacheUsage, findCacheProfile } from '@onesoul/core/cache'
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

/** A content of a generateContent request; those of the official SDK are ones. */
export interface GeminiContent {
  readonly role?: string
  readonly parts?: readonly object[]
}

/** A request of a session, as the caller knows it. */
export interface GeminiTurn<Tool, Content> extends TurnOptions {
  /** The whole conversation, the person's new message or the results of functions last. */
  readonly contents: readonly Content[]
  readonly tools?: readonly Tool[]
}

/** The fields of a request that a plan decides; `systemInstruction` and `tools` belong into the `config` of the SDK. */
export interface GeminiRequest<Tool, Content> {
  systemInstruction: { parts: { text: string }[] }
  tools: Tool[]
  contents: Content[]
}

/** The usage of an answer; that of the official SDK is one. */
export interface GeminiUsage {
  readonly promptTokenCount?: number
  readonly cachedContentTokenCount?: number
}

/** The context of one session on the Gemini API, which caches by itself what begins alike: the order is all there is to plan. */
export interface GeminiContext extends SessionContext<GeminiUsage> {
  readonly prepare: <Tool extends object, Content extends GeminiContent>(
    turn: GeminiTurn<Tool, Content>,
  ) => PlannedTurn<GeminiRequest<Tool, Content>>
}

const CONTENTS: MessageShape<GeminiContent, object> = {
  partsOf: ({ parts }) => parts ?? null,
  roleOf: ({ role }) => (role === 'model' ? 'assistant' : 'user'),
  factsOf: (part) => ({ kind: kindOf(part), markable: false }),
  unmarked: (part) => part,
  textPart: (text) => ({ text }),
  marked: (part) => part,
  withParts: (content, parts) => ({ ...content, parts }),
  ownMessage: (_, parts) => ({ role: 'user', parts }),
  // A content of results holds nothing else.
  joins: ({ role, parts }) =>
    role === 'user' && !(parts ?? []).some((part) => 'functionResponse' in part),
}

function kindOf(part: object | null): 'text' | 'tool_use' | 'tool_result' | 'image' {
  if (part === null) return 'text'
  if ('functionCall' in part) return 'tool_use'
  if ('functionResponse' in part) return 'tool_result'
  return 'inlineData' in part || 'fileData' in part ? 'image' : 'text'
}

type Value = HeadValue<object> | ConversationValue<GeminiContent, object>

/** Begins or resumes a session. */
export function createGeminiContext(options: ContextOptions): GeminiContext {
  const profile = options.profile ?? findCacheProfile('gemini', options.model).value
  const planner = createPlanner<Value>(profile, options)
  const made = {
    memo: createBlockMemo(),
    ...(options.count && { count: options.count }),
  }
  return {
    prepare<Tool extends object, Content extends GeminiContent>(turn: GeminiTurn<Tool, Content>) {
      const layers = headLayers<object>({
        composition: turn.composition ?? options.composition,
        tools: turn.tools ?? [],
        nameOf: (tool) => JSON.stringify(tool),
        marksTools: false,
        changeRole: 'user',
        made,
      })
      const talk = turnBlocks<GeminiContent, object>(turn.contents, CONTENTS, { ...turn, made })
      const { plan, blocks } = planner.plan({ layers, ...talk }, turn)
      // Each tool and content is the caller's, or a copy of it with a text of ours.
      return { plan, request: joinRequest(blocks) as GeminiRequest<Tool, Content> }
    },
    ...sessionContext(planner, profile, geminiUsage),
  }
}

function joinRequest(blocks: readonly PlacedBlock<Value>[]): GeminiRequest<object, GeminiContent> {
  const tools: object[] = []
  const parts: { text: string }[] = []
  const talk: PlacedBlock<ConversationValue<GeminiContent, object>>[] = []
  for (const { value, block, from, at, mark } of blocks) {
    if (value.is === 'tool') tools.push(value.tool)
    else if (value.is === 'system') parts.push({ text: value.text })
    else talk.push({ value, block, from, at, mark })
  }
  const contents = joinConversation(talk, CONTENTS)
  return { systemInstruction: { parts }, tools, contents }
}

/** What an answer was charged for, in the words of every provider. */
export function geminiUsage(usage: GeminiUsage, profile: CacheProfile): CacheUsage {
  const total = usage.promptTokenCount ?? 0
  const read = usage.cachedContentTokenCount ?? 0
  return { read, written: {}, plain: total - read, total, cost: read * profile.read + total - read }
}
