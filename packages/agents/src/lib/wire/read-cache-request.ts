import { readAnthropicBlocks } from './anthropic-blocks.ts'
import { readGeminiBlocks } from './gemini-blocks.ts'
import { asList, asRecord, asText, type JsonRecord, roleOf } from './json.ts'
import { readOpenAiBlocks } from './openai-blocks.ts'
import type { ReadBlocks } from './read-blocks.ts'

/**
 * Reads a body of the Anthropic Messages, OpenAI Responses, OpenAI Chat Completions or Gemini API, told apart by what
 * stands in it. Null for anything else.
 */
export function readCacheRequest(value: unknown): ReadBlocks | null {
  const body = asRecord(value)
  if (Array.isArray(body['contents'])) return readGeminiBlocks(body)
  if (body['input'] !== undefined) return readOpenAiBlocks(body)
  if (!Array.isArray(body['messages'])) return null
  return isChat(body) ? readOpenAiBlocks(body) : readAnthropicBlocks(body)
}

/** Chat Completions have the system prompt, and results of tools, among the messages, and functions for tools. */
function isChat(body: JsonRecord): boolean {
  if (body['system'] !== undefined) return false
  const roles = new Set(asList(body['messages']).map((message) => roleOf(asRecord(message))))
  const hasFunctions = asList(body['tools']).some(
    (tool) => asRecord(tool)['function'] !== undefined,
  )
  const isFirstSystem = ['system', 'developer'].includes(
    roleOf(asRecord(asList(body['messages'])[0])),
  )
  return roles.has('tool') || isFirstSystem || hasFunctions || !/claude/.test(asText(body['model']))
}
