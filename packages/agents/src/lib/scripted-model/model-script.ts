import type { ModelQuestion } from './model-question.ts'

/** When a rule applies: all given patterns must match; a text matches where it occurs. */
export interface ModelPattern {
  readonly lastUserText?: string | RegExp
  /** Anywhere in the request, tools aside. */
  readonly text?: string | RegExp
  readonly model?: string | RegExp
  /** A tool of exactly this name is offered. */
  readonly tool?: string
}

export interface ScriptedToolCall {
  readonly name: string
  /** The tool's namespace, where the protocol has one. */
  readonly namespace?: string
  readonly input?: Readonly<Record<string, unknown>>
}

/** One rule of a script. The first that applies and is not used up answers. */
export interface ModelRule {
  /** Default: always. */
  readonly when?: ModelPattern | ((question: ModelQuestion) => boolean)
  /** How often the rule answers. Default: without limit. */
  readonly times?: number
  /** Default: the default answer, or no text beside tool calls. */
  readonly text?: string
  readonly toolCalls?: readonly ScriptedToolCall[]
  /** An HTTP failure in place of an answer. */
  readonly failure?: { readonly status: number; readonly message: string }
  /** Breaks the connection after the first event of a stream. */
  readonly cut?: boolean
  /** Before the answer begins. Default 0. */
  readonly delayMs?: number
  /** Between the events of a stream. Default 0. */
  readonly chunkDelayMs?: number
  /** What the answer reports as used. Defaults 100 and 5. */
  readonly inputTokens?: number
  readonly outputTokens?: number
}

export type ModelScript = readonly ModelRule[]

/** What the scripted model says when no rule applies. */
export const DEFAULT_ANSWER = 'This is a scripted answer; no model was asked.'

/** A chosen answer with every default filled in. */
export interface ScriptedAnswer {
  /** Counts the answers of this model, from 1. */
  readonly number: number
  readonly text: string | null
  readonly toolCalls: readonly (ScriptedToolCall & { readonly id: string })[]
  readonly inputTokens: number
  readonly outputTokens: number
}

export function ruleApplies(rule: ModelRule, question: ModelQuestion): boolean {
  const { when = {} } = rule
  if (typeof when === 'function') return when(question)
  return (
    matches(when.lastUserText, question.lastUserText) &&
    matches(when.text, question.text) &&
    matches(when.model, question.model) &&
    (when.tool === undefined || question.tools.includes(when.tool))
  )
}

function matches(pattern: string | RegExp | undefined, text: string): boolean {
  if (pattern === undefined) return true
  return typeof pattern === 'string' ? text.includes(pattern) : text.search(pattern) >= 0
}
