import { applyEdits, type TracedText, textOf } from '../model/traced-text.ts'
import { neutralisingEdits } from './structure.ts'

declare const passedTheGuard: unique symbol

/** Text that has passed the guard and may enter a composition. Only the guard makes it. */
export type SafeText = TracedText & { readonly [passedTheGuard]: true }

/** Text that has not passed the guard: what `guardText` takes, so that guarding twice does not type-check. */
export type UnguardedText = TracedText & { readonly [passedTheGuard]?: never }

/** Declares a text safe; for the guard alone. */
export function sealText(text: TracedText): SafeText {
  return text as SafeText
}

/**
 * Seals text made from safe text by leaving parts out and putting markers in.
 * Nothing is escaped a second time; should the cut have uncovered a reserved tag
 * (`<user-x` cut to `<user`), its bracket becomes `&lt;`.
 */
export function resealSafe(_original: SafeText, derived: TracedText): SafeText {
  return sealText(applyEdits(derived, neutralisingEdits(textOf(derived))))
}
