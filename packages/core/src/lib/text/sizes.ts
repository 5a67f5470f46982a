import type { Size } from '../model/manifest.ts'
import { rememberByText } from './remember.ts'
import { isHighSurrogate, isLowSurrogate } from './surrogates.ts'
import { TOKEN_COSTS } from './token-costs.ts'

/** All measures of a text from one pass over it: a composition asks for each of them, of each text. */
export function sizesOf(text: string): Size {
  return sizeOf(measured(text))
}

/** {@link sizesOf} of texts joined, which need not be joined for it: those that were seen before are not read again. */
export function sizesOfJoined(texts: readonly string[]): Size {
  let [chars, bytes, hundredths] = [0, 0, 0]
  let before = ''
  for (const text of texts) {
    if (text === '') continue
    if (splitsPair(before, text)) return sizesOf(texts.join(''))
    const one = measured(text)
    chars += one.chars
    bytes += one.bytes
    hundredths += one.hundredths
    before = text
  }
  return sizeOf({ chars, bytes, hundredths })
}

interface Measures {
  readonly chars: number
  readonly bytes: number
  /** Of a token. */
  readonly hundredths: number
}

function sizeOf({ chars, bytes, hundredths }: Measures): Size {
  return { chars, bytes, tokens: Math.ceil(hundredths / 100) }
}

function splitsPair(before: string, after: string): boolean {
  return (
    isHighSurrogate(before.charCodeAt(before.length - 1)) && isLowSurrogate(after.charCodeAt(0))
  )
}

const measured: (text: string) => Measures = rememberByText(measure, 1_000_000)

function measure(text: string): Measures {
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
  return { chars, bytes, hundredths }
}
