import type { RecordedRequest } from '../port/request.ts'
import type { WireProtocol } from '../port/traits.ts'
import { asList, asRecord, asText } from '../wire/json.ts'
import { modelOf } from '../wire/model-of.ts'
import { readSlots } from '../wire/read-slots.ts'
import type { Slot } from '../wire/slot.ts'

/** What a script may look at to choose an answer. */
export interface ModelQuestion {
  readonly protocol: WireProtocol
  readonly path: string
  readonly model: string
  /** What the last message of the person says, tool results aside. */
  readonly lastUserText: string
  /** All text of the request, slots joined by newlines, tools aside. */
  readonly text: string
  readonly tools: readonly string[]
  readonly stream: boolean
}

/** Gemini says in the address whether it streams. */
const GEMINI_STREAM = /:streamGenerateContent(?:\?|$)/

/** Reads a model request as a question; `null` when it is none. */
export function readQuestion(
  request: Pick<RecordedRequest, 'protocol' | 'path' | 'body'>,
): ModelQuestion | null {
  if (request.protocol === null) return null
  const { tools, stream } = asRecord(request.body)
  const slots = readSlots(request).filter((slot) => slot.path !== 'tools')
  return {
    protocol: request.protocol,
    path: request.path,
    model: modelOf(request),
    lastUserText: lastUserText(slots),
    text: slots.map((slot) => slot.text).join('\n'),
    tools: asList(tools).flatMap(toolNames),
    stream: stream === true || GEMINI_STREAM.test(request.path),
  }
}

function lastUserText(slots: readonly Slot[]): string {
  const said = slots.filter((slot) => slot.role === 'user' && slot.level === 'conversation')
  const last = said.at(-1)
  if (!last) return ''
  const message = messageOf(last)
  return said
    .filter((slot) => messageOf(slot) === message)
    .map((slot) => slot.text)
    .join('\n')
}

/** `messages/3/0` and `messages/3/1` are one message. */
function messageOf(slot: Slot): string {
  return slot.path.split('/').slice(0, 2).join('/')
}

function toolNames(tool: unknown): readonly string[] {
  const { functionDeclarations } = asRecord(tool)
  return Array.isArray(functionDeclarations) ? functionDeclarations.map(toolName) : [toolName(tool)]
}

function toolName(tool: unknown): string {
  const { name, function: nested } = asRecord(tool)
  return asText(name) || (nested === undefined ? '' : toolName(nested))
}
