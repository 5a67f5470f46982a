import { isSummaryRequest } from '@onesoul/core/history'
import type { RecordedRequest, RequestKind } from '../port/request.ts'
import { readSlots } from '../wire/read-slots.ts'
import { SUBAGENT_NOTE } from './subagent-note.ts'

/** Names a request of a loop of ours: a turn, one of a sub-agent, or the one that asks for a summary. Pure. */
export function classifyApi(request: RecordedRequest): RequestKind {
  if (request.protocol === null) return { kind: 'other' }
  const slots = readSlots(request)
  const isTold = (text: string): boolean => text.endsWith(SUBAGENT_NOTE)
  if (slots.some(({ level, text }) => level === 'instruction' && isTold(text))) {
    return { kind: 'subagent' }
  }
  const said = slots.filter(({ level }) => level === 'conversation')
  const last = said.at(-1)
  return last?.role === 'user' && isSummaryRequest(last.text)
    ? { kind: 'compaction' }
    : { kind: 'turn' }
}
