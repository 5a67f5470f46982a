import type { ModelQuestion } from './model-question.ts'
import type { ScriptedAnswer } from './model-script.ts'
import { jsonReply, streamReply, typedEvent, type WireReply, wordsOf } from './wire-reply.ts'

type Block =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use'
      readonly id: string
      readonly name: string
      readonly input: unknown
    }

/** Writes an answer as the Anthropic Messages API does, streamed or not. */
export function anthropicReply(question: ModelQuestion, answer: ScriptedAnswer): WireReply {
  const content = blocksOf(answer)
  const stop = {
    stop_reason: answer.toolCalls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
  }
  const usage = {
    input_tokens: answer.inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: answer.outputTokens,
  }
  const message = {
    id: `msg_scripted_${answer.number}`,
    type: 'message',
    role: 'assistant',
    model: question.model,
    content,
    ...stop,
    usage,
  }
  if (!question.stream) return jsonReply(message)
  const opening = { ...message, content: [], stop_reason: null }
  return streamReply([
    typedEvent('message_start', { message: opening }),
    ...content.flatMap(blockEvents),
    typedEvent('message_delta', { delta: stop, usage }),
    typedEvent('message_stop', {}),
  ])
}

function blocksOf(answer: ScriptedAnswer): readonly Block[] {
  const text: readonly Block[] = answer.text === null ? [] : [{ type: 'text', text: answer.text }]
  const calls = answer.toolCalls.map(
    ({ id, name, input = {} }): Block => ({ type: 'tool_use', id: `toolu_${id}`, name, input }),
  )
  return [...text, ...calls]
}

function blockEvents(block: Block, index: number): readonly string[] {
  const empty = block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} }
  const deltas =
    block.type === 'text'
      ? wordsOf(block.text).map((text) => ({ type: 'text_delta', text }))
      : [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }]
  return [
    typedEvent('content_block_start', { index, content_block: empty }),
    ...deltas.map((delta) => typedEvent('content_block_delta', { index, delta })),
    typedEvent('content_block_stop', { index }),
  ]
}
