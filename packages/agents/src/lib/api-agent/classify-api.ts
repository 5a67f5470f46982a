import { isSummaryRequest } from '@onesoul/core/history'
import type { RecordedRequest, RequestKind } from '../port/request.ts'
import { readSlots } from '../wire/read-slots.ts'

/** Names a request of a loop of ours: a turn, or the one that asks for a summary. Pure. */
export function classifyApi(request: RecordedRequest): RequestKind {
  if (request.protocol === null) return { kind: 'other' }
  const said = readSlots(request).filter(({ level }) => level === 'conversation')
  const last = said.at(-1)
  return last?.role === 'user' && isSummaryRequest(last.text)
    ? { kind: 'compaction' }
    : { kind: 'turn' }
}
