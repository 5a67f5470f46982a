import type { ModelQuestion } from './model-question.ts'
import type { ScriptedAnswer } from './model-script.ts'
import { jsonReply, streamReply, type WireReply, wordsOf } from './wire-reply.ts'

/** Writes an answer as the OpenAI Chat Completions API does, streamed or not. */
export function chatReply(question: ModelQuestion, answer: ScriptedAnswer): WireReply {
  const calls = answer.toolCalls.map(({ id, name, input = {} }, index) => ({
    index,
    id: `call_${id}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  const usage = {
    prompt_tokens: answer.inputTokens,
    completion_tokens: answer.outputTokens,
    total_tokens: answer.inputTokens + answer.outputTokens,
  }
  const base = { id: `chatcmpl-scripted-${answer.number}`, created: 0, model: question.model }
  const finish = calls.length > 0 ? 'tool_calls' : 'stop'
  if (!question.stream) {
    const tools = calls.length > 0 ? { tool_calls: calls } : {}
    const message = { role: 'assistant', content: answer.text, ...tools }
    const choices = [{ index: 0, finish_reason: finish, message }]
    return jsonReply({ ...base, object: 'chat.completion', choices, usage })
  }
  const chunk = (rest: Readonly<Record<string, unknown>>): string =>
    `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', ...rest })}\n\n`
  const delta = (part: unknown, reason: string | null = null): string =>
    chunk({ choices: [{ index: 0, delta: part, finish_reason: reason }] })
  return streamReply([
    delta({ role: 'assistant', content: '' }),
    ...wordsOf(answer.text ?? '').map((content) => delta({ content })),
    ...calls.map((call) => delta({ tool_calls: [call] })),
    delta({}, finish),
    chunk({ choices: [], usage }),
    'data: [DONE]\n\n',
  ])
}
