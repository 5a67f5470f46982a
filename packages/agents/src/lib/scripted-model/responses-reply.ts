import type { ModelQuestion } from './model-question.ts'
import type { ScriptedAnswer } from './model-script.ts'
import { jsonReply, streamReply, typedEvent, type WireReply, wordsOf } from './wire-reply.ts'

type Item = Readonly<Record<string, unknown>> & { readonly id: string }

/** Writes an answer as the OpenAI Responses API does, streamed or not; its compaction endpoint gets a summary. */
export function responsesReply(question: ModelQuestion, answer: ScriptedAnswer): WireReply {
  if (/\/compact(?:\?|$)/.test(question.path)) return compactReply(answer)
  const output = itemsOf(answer)
  const response = {
    id: `resp_scripted_${answer.number}`,
    object: 'response',
    created_at: 0,
    status: 'completed',
    model: question.model,
    output,
    usage: {
      input_tokens: answer.inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: answer.outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: answer.inputTokens + answer.outputTokens,
    },
  }
  if (!question.stream) return jsonReply(response)
  const opening = { ...response, status: 'in_progress', output: [], usage: null }
  return streamReply([
    typedEvent('response.created', { response: opening }),
    ...output.flatMap((item, index) => itemEvents(item, index, answer.text)),
    typedEvent('response.completed', { response }),
  ])
}

function itemsOf(answer: ScriptedAnswer): readonly Item[] {
  const message = (text: string): Item => ({
    type: 'message',
    id: `msg_scripted_${answer.number}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  })
  const calls = answer.toolCalls.map(
    ({ id, name, namespace, input = {} }): Item => ({
      type: 'function_call',
      id: `fc_${id}`,
      call_id: `call_${id}`,
      name,
      ...(namespace === undefined ? {} : { namespace }),
      arguments: JSON.stringify(input),
      status: 'completed',
    }),
  )
  return [...(answer.text === null ? [] : [message(answer.text)]), ...calls]
}

function itemEvents(item: Item, index: number, text: string | null): readonly string[] {
  const place = { output_index: index, item_id: item.id }
  const isMessage = 'content' in item
  const opening = {
    ...item,
    status: 'in_progress',
    ...(isMessage ? { content: [] } : { arguments: '' }),
  }
  return [
    typedEvent('response.output_item.added', { output_index: index, item: opening }),
    ...(isMessage ? textEvents(text ?? '', place) : argumentEvents(item, place)),
    typedEvent('response.output_item.done', { output_index: index, item }),
  ]
}

type Place = Readonly<Record<string, unknown>>

function textEvents(text: string, item: Place): readonly string[] {
  const place = { ...item, content_index: 0 }
  const part = (whole: string) => ({ type: 'output_text', text: whole, annotations: [] })
  return [
    typedEvent('response.content_part.added', { ...place, part: part('') }),
    ...wordsOf(text).map((delta) => typedEvent('response.output_text.delta', { ...place, delta })),
    typedEvent('response.output_text.done', { ...place, text }),
    typedEvent('response.content_part.done', { ...place, part: part(text) }),
  ]
}

function argumentEvents(item: Item, place: Place): readonly string[] {
  const words = item['arguments']
  return [
    typedEvent('response.function_call_arguments.delta', { ...place, delta: words }),
    typedEvent('response.function_call_arguments.done', { ...place, arguments: words }),
  ]
}

function compactReply(answer: ScriptedAnswer): WireReply {
  const text = answer.text ?? ''
  return jsonReply({
    output: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }],
  })
}
