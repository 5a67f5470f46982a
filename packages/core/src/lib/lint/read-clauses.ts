import { plainText, type Statement } from './read-statements.ts'

/** A part of a sentence that can order or state something by itself. */
export interface Clause {
  /** Plain, without quotation marks around it. */
  readonly words: string
  /** The same in small letters. */
  readonly text: string
  /** It stands in quotation marks, or its sentence in a block quote. */
  readonly quoted: boolean
  /** A colon follows it: it names what the rest of the sentence says. */
  readonly isLabel: boolean
  readonly language: 'en' | 'zh'
}

const HAN = /\p{Script=Han}/u
const QUOTES = /["“”„«»「」『』]/g
const OPENING = /^["“„«「『(（'‘[*_\s]+/
const CLOSING = /["”»」』)）'’\]*_\s.!?。！？；;,，]+$/

const BORDERS = {
  en: /[:;]\s+|\s+[–—-]\s+|—|,\s+(?=(?:so|and then|then|and|but|just|please|always|never|do not|don['’]t|not|you)\b)|\s+(?=["“][a-z])/gi,
  zh: /[：；，,:;]|——|—|\s+[–-]\s+/g,
} as const

/** Words that begin a condition; the first comma behind them ends no clause. */
const CONDITIONS = {
  en: /^[\s"'*_(]*(?:if|when|whenever|unless|once|before|after|in case|as soon as|while)\b/i,
  zh: /^\s*(?:如果|若|假如|当|一旦|除非|遇到|凡是)/,
} as const

/** Splits a sentence into clauses. A leading condition stays with the clause that it rules. */
export function readClauses(statement: Statement): readonly Clause[] {
  const plain = plainText(statement.text)
  const language = HAN.test(plain) ? 'zh' : 'en'
  let marks = 0
  return splitAtBorders(plain, language).map(({ text, border }) => {
    const opensQuoted = /^\s*["“„«「『]/.test(text)
    const inside = marks % 2 === 1
    marks += text.match(QUOTES)?.length ?? 0
    const words = text.replace(OPENING, '').replace(CLOSING, '')
    return {
      words,
      text: words.toLowerCase(),
      quoted: statement.quoted || inside || opensQuoted,
      isLabel: /^[:：]/.test(border),
      language,
    }
  })
}

interface Part {
  readonly text: string
  /** What separates it from the next; empty for the last. */
  readonly border: string
}

function splitAtBorders(plain: string, language: 'en' | 'zh'): readonly Part[] {
  const parts: Part[] = []
  let from = 0
  for (const match of plain.matchAll(BORDERS[language])) {
    const text = plain.slice(from, match.index)
    const endsCondition = /^[，,]/.test(match[0]) && CONDITIONS[language].test(text)
    if (endsCondition && !/[，,]/.test(text)) continue
    parts.push({ text, border: match[0] })
    from = match.index + match[0].length
  }
  return [...parts, { text: plain.slice(from), border: '' }]
}
