import type { RecordedRequest } from '../port/request.ts'
import type { WireProtocol } from '../port/traits.ts'
import { anthropicReply } from './anthropic-reply.ts'
import { chatReply } from './chat-reply.ts'
import { geminiReply } from './gemini-reply.ts'
import { type ModelQuestion, readQuestion } from './model-question.ts'
import {
  DEFAULT_ANSWER,
  type ModelRule,
  type ModelScript,
  ruleApplies,
  type ScriptedAnswer,
} from './model-script.ts'
import { responsesReply } from './responses-reply.ts'
import { failureReply, jsonReply, type WireReply } from './wire-reply.ts'

/** A reply and its timing. */
export interface ScriptedReply extends WireReply {
  readonly delayMs: number
  readonly chunkDelayMs: number
  /** The connection breaks after the first frame. */
  readonly cut: boolean
}

export interface ScriptedModel {
  /** Answers any request that a client of a model API makes. Rules that answer are used up in order. */
  reply(
    request: Pick<RecordedRequest, 'method' | 'path' | 'protocol' | 'body' | 'bytes'>,
  ): ScriptedReply
}

const WRITERS: Readonly<
  Record<WireProtocol, (question: ModelQuestion, answer: ScriptedAnswer) => WireReply>
> = {
  'anthropic-messages': anthropicReply,
  'openai-responses': responsesReply,
  'openai-chat': chatReply,
  'gemini-generate': geminiReply,
}

/**
 * Makes a model that answers from a script: for Anthropic Messages, OpenAI
 * Responses and Chat Completions, and Gemini, streamed or not, and for the lists and counts
 * that their clients ask for. The same script and the same requests give the same bytes.
 */
export function createScriptedModel(script: ModelScript = []): ScriptedModel {
  const used = new Map<ModelRule, number>()
  let answers = 0
  const choose = (question: ModelQuestion): ModelRule => {
    const rule = script.find(
      (candidate) =>
        (used.get(candidate) ?? 0) < (candidate.times ?? Number.POSITIVE_INFINITY) &&
        ruleApplies(candidate, question),
    )
    if (rule) used.set(rule, (used.get(rule) ?? 0) + 1)
    return rule ?? {}
  }
  return {
    reply(request) {
      const question = readQuestion(request)
      if (question === null)
        return { ...sideReply(request), delayMs: 0, chunkDelayMs: 0, cut: false }
      const rule = choose(question)
      answers += 1
      return {
        ...(rule.failure
          ? failureReply(rule.failure.status, rule.failure.message)
          : WRITERS[question.protocol](question, answerOf(rule, answers))),
        delayMs: rule.delayMs ?? 0,
        chunkDelayMs: rule.chunkDelayMs ?? 0,
        cut: rule.cut ?? false,
      }
    },
  }
}

function answerOf(rule: ModelRule, number: number): ScriptedAnswer {
  const toolCalls = (rule.toolCalls ?? []).map((call, index) => ({
    ...call,
    id: `scripted_${number}_${index}`,
  }))
  return {
    number,
    text: rule.text ?? (toolCalls.length > 0 ? null : DEFAULT_ANSWER),
    toolCalls,
    inputTokens: rule.inputTokens ?? 100,
    outputTokens: rule.outputTokens ?? 5,
  }
}

/** What clients ask for besides answers. */
function sideReply(request: Pick<RecordedRequest, 'method' | 'path' | 'bytes'>): WireReply {
  const [path = ''] = request.path.split('?')
  if (request.method === 'HEAD') return { status: 200, contentType: 'text/plain', frames: [] }
  if (path.endsWith('/count_tokens'))
    return jsonReply({ input_tokens: Math.ceil(request.bytes / 4) })
  if (path.endsWith(':countTokens')) return jsonReply({ totalTokens: Math.ceil(request.bytes / 4) })
  if (path.endsWith('/models')) {
    // Anthropic and OpenAI list `data`, Codex asks for `models`.
    return jsonReply({ object: 'list', data: [], models: [], has_more: false })
  }
  return failureReply(
    404,
    `the scripted model does not know ${request.method} ${path}`,
    'not_found_error',
  )
}
