import type { RecordedRequest, RequestKind } from '../port/request.ts'

/** First words of the instruction to summarise, the last user text of a compaction (2.1.197, 2.1.332). */
const COMPACTION = 'CRITICAL: Respond with TEXT ONLY'

/** Marks in the first system block of a child agent's requests (2.1.197, 2.1.332). */
const SUBAGENT_MARK = 'cc_is_subagent=true'
const SUBAGENT_HEADER = 'x-claude-code-agent-id'

/**
 * Names a request of Claude Code. A turn is what carries tools, a context
 * policy or the agent's own reminders; side calls (titles, classifiers) carry
 * none of them. Measured on 2.1.197 and 2.1.332. Pure.
 */
export function classifyClaudeRequest(request: RecordedRequest): RequestKind {
  const path = request.path.split('?')[0] ?? ''
  if (path.endsWith('/count_tokens')) return { kind: 'other', name: 'token count' }
  if (request.method !== 'POST' || !path.endsWith('/messages')) return { kind: 'other' }
  const body = readBody(request.body)
  if (SUBAGENT_HEADER in request.headers || body.system[0]?.includes(SUBAGENT_MARK)) {
    return { kind: 'subagent' }
  }
  if (body.lastUserText.startsWith(COMPACTION)) return { kind: 'compaction' }
  if (body.asksForTitle) return { kind: 'side', name: 'title' }
  const isTurn = (body.hasTools && !body.forcesTool) || body.hasContextPolicy || body.hasReminder
  return isTurn ? { kind: 'turn' } : { kind: 'side' }
}

interface ReadBody {
  readonly system: readonly string[]
  readonly lastUserText: string
  readonly hasTools: boolean
  readonly forcesTool: boolean
  readonly hasContextPolicy: boolean
  readonly hasReminder: boolean
  readonly asksForTitle: boolean
}

function readBody(value: unknown): ReadBody {
  const body = asRecord(value)
  const messages = asList(body['messages']).map(asRecord)
  const users = messages.filter((message) => message['role'] === 'user')
  const texts = messages.flatMap((message) => textsOf(message['content']))
  const schema = asRecord(asRecord(asRecord(body['output_config'])['format'])['schema'])
  return {
    system: textsOf(body['system']),
    lastUserText: textsOf(users.at(-1)?.['content']).at(-1) ?? '',
    hasTools: asList(body['tools']).length > 0,
    forcesTool: 'tool_choice' in body && asRecord(body['tool_choice'])['type'] === 'tool',
    hasContextPolicy: 'context_management' in body,
    hasReminder:
      messages.some((message) => message['role'] === 'system') ||
      texts.some((text) => text.startsWith('<system-reminder>')),
    asksForTitle: asList(body['tools']).length === 0 && 'title' in asRecord(schema['properties']),
  }
}

function textsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content]
  return asList(content)
    .map((block) => asRecord(block)['text'])
    .filter((text) => typeof text === 'string')
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
