import type { RecordedRequest, RequestKind } from '../port/request.ts'

interface SideCall {
  readonly kind: RequestKind
  /** How one of the first two texts of the request begins. */
  readonly opening: RegExp
}

/** Requests without tools that OpenCode makes for itself, measured on 1.18.33. */
const SIDE_CALLS: readonly SideCall[] = [
  { kind: { kind: 'side', name: 'title' }, opening: /^You are a title generator\./ },
  // With a title prompt of the person's own the question still begins so.
  { kind: { kind: 'side', name: 'title' }, opening: /^Generate a title for this conversation:/ },
  { kind: { kind: 'compaction' }, opening: /^You are a context summarization agent\./ },
  {
    kind: { kind: 'side', name: 'summary' },
    opening: /^Summarize what was done in this conversation\./,
  },
]

/** Header of every request of a session that another one started, whatever the provider. */
const PARENT_SESSION = 'x-parent-session-id'

/**
 * Names a request of OpenCode. Pure. What is not known as one of its own side
 * calls counts as a turn, so that an unknown one cannot hide from a receipt.
 */
export function classifyOpenCodeRequest(request: RecordedRequest): RequestKind {
  if (request.method !== 'POST' || request.protocol === null) return { kind: 'other' }
  const body = asRecord(request.body)
  if (asList(body['tools']).length === 0) {
    const openings = firstTexts(body)
    const known = SIDE_CALLS.find(({ opening }) => openings.some((text) => opening.test(text)))
    if (known) return known.kind
  }
  return request.headers[PARENT_SESSION] === undefined ? { kind: 'turn' } : { kind: 'subagent' }
}

function firstTexts(body: Readonly<Record<string, unknown>>): readonly string[] {
  const { system, instructions, messages, input } = body
  const said = [...asList(messages), ...asList(input)].map(
    (message) => asRecord(message)['content'],
  )
  return [system, instructions, ...said].flatMap(textsOf).slice(0, 2)
}

function textsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content]
  return asList(content)
    .map((part) => asRecord(part)['text'])
    .filter((text) => typeof text === 'string')
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
