import type { Slot } from '../wire/slot.ts'
import { findExact, findNormalised, type TextHit } from './find-text.ts'

/** A copy of the whole delivered text in one slot. */
export interface DeliveredCopy {
  readonly slot: Slot
  readonly hit: TextHit
  /** Byte for byte, not only up to white space. */
  readonly exact: boolean
}

/** Where the whole delivered text stands. Up to white space it is looked for only when it stands nowhere exactly. */
export function locateDelivery(
  slots: readonly Slot[],
  delivered: string,
): readonly DeliveredCopy[] {
  const exact = copiesIn(slots, (text) => findExact(text, delivered), true)
  if (exact.some((copy) => copy.slot.level === 'instruction')) return exact
  const altered = copiesIn(slots, (text) => findNormalised(text, delivered), false)
  const isNew = (copy: DeliveredCopy): boolean => !exact.some((known) => known.slot === copy.slot)
  return [...exact, ...altered.filter(isNew)]
}

function copiesIn(
  slots: readonly Slot[],
  find: (text: string) => readonly TextHit[],
  exact: boolean,
): readonly DeliveredCopy[] {
  return slots.flatMap((slot) => find(slot.text).map((hit) => ({ slot, hit, exact })))
}
