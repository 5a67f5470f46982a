import type { Size } from '../model/manifest.ts'
import { rememberByText } from './remember.ts'
import { isHighSurrogate, isLowSurrogate } from './surrogates.ts'
import { TOKEN_COSTS } from './token-costs.ts'

/** All measures of a text from one pass over it: a composition asks for each of them, of each text. */
export const sizesOf: (text: string) => Size = rememberByText(measure, 1_000_000)

function measure(text: string): Size {
  let chars = text.length
  let bytes = text.length
  let hundredths = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    hundredths += TOKEN_COSTS[unit] ?? 0
    if (unit < 0x80) continue
    bytes += unit < 0x800 ? 1 : 2
    if (!isHighSurrogate(unit) || !isLowSurrogate(text.charCodeAt(i + 1))) continue
    // The low half costs no tokens.
    chars--
    i++
  }
  return { chars, bytes, tokens: Math.ceil(hundredths / 100) }
}
