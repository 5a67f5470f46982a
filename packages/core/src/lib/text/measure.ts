import type { Size } from '../model/manifest.ts'
import { rememberByText } from './remember.ts'

const REMEMBERED_CHARS = 1_000_000

/** Counts Unicode code points: what every `chars` in a budget means. A lone surrogate counts as one. */
export const countChars: (text: string) => number = rememberByText(codePointsOf, REMEMBERED_CHARS)

function codePointsOf(text: string): number {
  let chars = text.length
  for (let i = 1; i < text.length; i++) {
    if (isLowSurrogate(text.charCodeAt(i)) && isHighSurrogate(text.charCodeAt(i - 1))) {
      chars--
      i++
    }
  }
  return chars
}

/** Counts the bytes of the UTF-8 encoding. A lone surrogate counts as 3, the length of U+FFFD that encoders write for it. */
export const countBytes: (text: string) => number = rememberByText(bytesOf, REMEMBERED_CHARS)

function bytesOf(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    bytes += unit < 0x800 ? 1 : 2
    if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(i + 1))) i++
  }
  return bytes
}

/** Measures a text in all three units; `tokens` is the estimator of the target, e.g. `estimateTokens`. */
export function measureText(text: string, tokens: (text: string) => number): Size {
  return { chars: countChars(text), bytes: countBytes(text), tokens: tokens(text) }
}

/** Whether a UTF-16 unit opens a surrogate pair. */
export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

/** Whether a UTF-16 unit closes a surrogate pair. */
export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
