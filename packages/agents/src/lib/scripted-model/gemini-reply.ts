import type { ModelQuestion } from './model-question.ts'
import type { ScriptedAnswer } from './model-script.ts'
import { jsonReply, streamReply, type WireReply, wordsOf } from './wire-reply.ts'

/** Writes an answer as Gemini's `generateContent` does, or as `streamGenerateContent` does with `alt=sse`. */
export function geminiReply(question: ModelQuestion, answer: ScriptedAnswer): WireReply {
  const calls = answer.toolCalls.map(({ id, name, input = {} }) => ({
    functionCall: { id: `call_${id}`, name, args: input },
  }))
  const usageMetadata = {
    promptTokenCount: answer.inputTokens,
    candidatesTokenCount: answer.outputTokens,
    totalTokenCount: answer.inputTokens + answer.outputTokens,
  }
  const base = { modelVersion: question.model, responseId: `scripted-${answer.number}` }
  const said = (parts: readonly unknown[], end: object = {}): object => ({
    candidates: [{ index: 0, content: { role: 'model', parts }, ...end }],
    ...base,
  })
  const done = { finishReason: 'STOP' }
  if (!question.stream) {
    const text = answer.text === null ? [] : [{ text: answer.text }]
    return jsonReply({ ...said([...text, ...calls], done), usageMetadata })
  }
  const event = (data: object): string => `data: ${JSON.stringify(data)}\r\n\r\n`
  return streamReply([
    ...wordsOf(answer.text ?? '').map((text) => event(said([{ text }]))),
    event({ ...said(calls, done), usageMetadata }),
  ])
}
