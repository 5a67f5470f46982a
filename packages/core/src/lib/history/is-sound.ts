import type { HistoryBlock, HistoryMessage } from '../layers/history-message.ts'
import { callIdOf, resultIdOf } from '../layers/tool-blocks.ts'
import { hasBlankParts, isRefused, isThinking } from './allowed-blocks.ts'
import type { OpenCalls } from './place-results.ts'

/**
 * Whether a history is one that the Messages API takes as it stands; with messages in
 * the system's name it is not looked into. One pass, which nearly every history of a
 * conversation passes: what has to be mended is rare.
 */
export function isSound(messages: readonly HistoryMessage[], open: OpenCalls): boolean {
  const named = new Set<string>()
  let asked: Asked | null = NONE
  for (let index = 0; index < messages.length && asked !== null; index++) {
    const message = messages[index]
    if (message?.role !== (index % 2 === 0 ? 'user' : 'assistant')) return false
    const mayWait = open === 'keep' && index === messages.length - 1
    asked = callsAfter(message, { asked, named, mayWait })
  }
  return asked !== null && (open === 'keep' || asked.length === 0)
}

/** Ids of the calls that the next message answers. */
type Asked = readonly string[]

interface Before {
  readonly asked: Asked
  /** Ids of all calls so far. */
  readonly named: Set<string>
  /** Whether results may be on their way. */
  readonly mayWait: boolean
}

/** The calls of a message; null: it is not sound. */
function callsAfter({ role, content }: HistoryMessage, before: Before): Asked | null {
  if (typeof content === 'string') {
    return before.asked.length > 0 || content.trim() === '' ? null : NONE
  }
  if (content.length === 0 || content.some((block) => isRefused(block, role))) return null
  if (role === 'assistant') return areSoundCalls(content, before.named) ? callsIn(content) : null
  return answersAll(content, before) ? NONE : null
}

const NONE: Asked = []

function callsIn(content: readonly HistoryBlock[]): Asked {
  return content.flatMap((block) => callIdOf(block) ?? [])
}

/** Each call has an id of its own, and something follows what was thought. */
function areSoundCalls(content: readonly HistoryBlock[], named: Set<string>): boolean {
  for (const block of content) {
    const id = callIdOf(block)
    if (id === null) continue
    if (id === '' || named.has(id)) return false
    named.add(id)
  }
  const last = content.at(-1)
  return last !== undefined && !isThinking(last)
}

/** The results stand first, one of each call; at the end of a history some may be on their way. */
function answersAll(content: readonly HistoryBlock[], { asked, mayWait }: Before): boolean {
  const answered = new Set<string>()
  for (const [index, block] of content.entries()) {
    const id = resultIdOf(block)
    if (id === null) continue
    if (index !== answered.size || answered.has(id) || !asked.includes(id)) return false
    if (hasBlankParts(block)) return false
    answered.add(id)
  }
  const waits = mayWait && answered.size === content.length
  return answered.size === asked.length || waits
}
