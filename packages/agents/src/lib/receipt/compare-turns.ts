import { estimateTokens } from '@onesoul/core'
import type { Slot } from '../wire/slot.ts'
import type { FirstDifference, ReceiptSlot } from './receipt.ts'

export interface TurnDifference {
  readonly firstDifference: FirstDifference | null
  /** Tokens (estimated) from the start of the request that a prompt cache could reuse. */
  readonly prefixTokensKept: number
}

/**
 * Where a turn first differs from the one before, reading both as the model
 * does: tools, instructions, conversation. Where the earlier one just ends, the
 * difference is the first place that was added.
 */
export function compareTurns(
  before: readonly Slot[],
  now: readonly Slot[],
  labelled: readonly ReceiptSlot[],
): TurnDifference {
  let kept = 0
  for (const [index, slot] of now.entries()) {
    const earlier = before[index]
    const same = earlier?.role === slot.role ? commonPrefix(earlier.text, slot.text) : 0
    if (earlier && earlier.role === slot.role && earlier.text === slot.text) {
      kept += estimateTokens(slot.text)
      continue
    }
    const firstDifference = { slot: slot.path, offset: same, owner: ownerAt(labelled[index], same) }
    return { firstDifference, prefixTokensKept: kept + estimateTokens(slot.text.slice(0, same)) }
  }
  return { firstDifference: endOf(before, now, labelled), prefixTokensKept: kept }
}

/** A turn that is the beginning of the one before differs where it ends. */
function endOf(
  before: readonly Slot[],
  now: readonly Slot[],
  labelled: readonly ReceiptSlot[],
): FirstDifference | null {
  const last = now.at(-1)
  if (before.length === now.length || !last) return null
  const offset = last.text.length
  return { slot: last.path, offset, owner: ownerAt(labelled.at(-1), offset) }
}

function commonPrefix(a: string, b: string): number {
  let length = 0
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}

function ownerAt(slot: ReceiptSlot | undefined, offset: number): FirstDifference['owner'] {
  const span = slot?.spans.find(({ start, end }) => start <= offset && offset < end)
  return (span ?? slot?.spans.at(-1))?.owner ?? 'unknown'
}
