import { CoreError } from '../../core-error.ts'
import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheMark, MarkedRequest } from '../model/cache-request.ts'
import { TTL_SECONDS } from '../model/ttl-seconds.ts'

/**
 * The marks that a provider acts on: those of the request as it takes them, and the one that it sets itself.
 * Throws `cache-request-refused` where the provider answers 400.
 */
export function acceptedMarks(profile: CacheProfile, request: MarkedRequest): readonly CacheMark[] {
  if (profile.mechanism === 'automatic') return []
  for (const mark of request.marks) refuseMisplaced(profile, request, mark)
  refuseOrder(request.marks)
  const own = ownMark(profile, request)
  const room = profile.maxMarks - (own ? 1 : 0)
  if (request.marks.length > room && profile.surplusMarks !== 'earliest-dropped') {
    throw refused(`${request.marks.length} marks, and ${room} are taken`)
  }
  const taken = request.marks.slice(Math.max(0, request.marks.length - room))
  return own && taken.at(-1)?.index !== own.index ? [...taken, own] : taken
}

function refuseMisplaced(profile: CacheProfile, { blocks }: MarkedRequest, mark: CacheMark): void {
  const block = blocks[mark.index]
  if (!block) throw refused(`a mark on block ${mark.index} of ${blocks.length}`)
  if (block.markable === false) {
    throw refused(`block ${mark.index} (${block.kind}) can carry no mark`)
  }
  if (profile.write[mark.ttl] === undefined) {
    throw refused(`${profile.provider} ${profile.model} keeps nothing for ${mark.ttl}`)
  }
}

function refuseOrder(marks: readonly CacheMark[]): void {
  let before: CacheMark | undefined
  for (const mark of marks) {
    if (before && mark.index <= before.index) {
      throw refused(`the mark on block ${mark.index} stands behind that on block ${before.index}`)
    }
    if (before && TTL_SECONDS[mark.ttl] > TTL_SECONDS[before.ttl]) {
      throw refused(`a mark of ${mark.ttl} behind one of ${before.ttl}`)
    }
    before = mark
  }
}

/** Where marks are optional, the whole request is written unless it says that its marks are all. */
function ownMark(profile: CacheProfile, { blocks, markedOnly }: MarkedRequest): CacheMark | null {
  const ttl = profile.mechanism === 'both' && !markedOnly ? profile.automaticTtl : undefined
  return ttl && blocks.length > 0 ? { index: blocks.length - 1, ttl } : null
}

function refused(what: string): CoreError {
  return new CoreError('cache-request-refused', `The provider refuses this request: ${what}.`)
}
