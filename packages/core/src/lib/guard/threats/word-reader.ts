import {
  DISGUISED,
  FOREIGN,
  INVISIBLE,
  KINDS,
  kindAt,
  LETTER,
  OTHER,
  SPACE,
  SYMBOL,
  UNSPACED,
} from './character-kinds.ts'
import type { CompiledRules } from './compiled-rules.ts'
import { foldWord, prependToHash } from './fold-word.ts'
import { type HashedWord, hashHead, LEADS, type Lexicon, type WordEntry } from './lexicon.ts'
import type { PhraseMachine } from './phrase-machine.ts'
import { NoteTaker } from './reader-notes.ts'
import { beginsEscape, endsSentence, isLetter, isMail, isOtherAlphabet } from './sign-checks.ts'
import { readUrl } from './url-signals.ts'
import { WordShape } from './word-shape.ts'

const LEAD_CODES = new Uint8Array(128)
for (const lead of LEADS) LEAD_CODES[lead.charCodeAt(0)] = 1
const LONG_RUN = 16
const MAX_LED = 40
const MAX_NESTED = 3
/** So many numbers in a row are no version and no date. */
const NUMBERS = 40
const OPAQUE = 60
const MAX_IDENTIFIER = 80
const DOT = 0x2e
const DASH = 0x2d
const SLASH = 0x2f
const BAR = 0x7c
const GREATER = 0x3e
const DOLLAR = 0x24
/** What makes `.env` a file without secrets. */
const SAMPLE = /^env[.-](?:ex|sam|tem|dist|sch|def)/i
const SAMPLE_REACH = 10
const SENTENCE = 6
/** Of Arabic, Hindi, Chinese and Japanese. */
const SENTENCE_ENDS = new Set([0x61f, 0x6d4, 0x964, 0x3002, 0xff01, 0xff1f])
const SECRET_NAME =
  /^(?=.*[a-z])[a-z0-9_]*(?:api_?key|access_?key|secret|token|passw(?:or)?d|passphrase|private_?key|credentials?|database_url|connection_string)[a-z0-9_]*$/i

/** Reads the words of a text into a machine, line by line. */
export class WordReader {
  readonly #machine: PhraseMachine
  readonly #lexicon: Lexicon
  readonly #text: string
  readonly notes: NoteTaker = new NoteTaker()
  #urlEnd = 0
  #nested = 0
  #numbers = 0
  readonly #shape = new WordShape()
  readonly #part = new WordShape()
  #prose = true

  constructor(rules: CompiledRules, machine: PhraseMachine, text: string) {
    this.#machine = machine
    this.#lexicon = rules.lexicon
    this.#text = text
  }

  /** Reads from one offset to another; `prose` gives ends of sentences distance. */
  read(from: number, to: number, prose: boolean): void {
    const text = this.#text
    this.#prose = prose
    this.notes.begin(from, to)
    let at = from
    while (at < to) {
      const code = text.charCodeAt(at)
      switch (KINDS[code]) {
        case SPACE:
        case OTHER:
          at++
          break
        case LETTER:
          at = this.#readWord(at, to)
          break
        case FOREIGN:
          at = this.#readForeign(at, to)
          break
        case UNSPACED:
          at = this.#readUnspaced(at)
          break
        case SYMBOL:
          this.#readSymbol(code, at, prose)
          at++
          break
        default:
          this.notes.unseen = true
          this.#readOdd(at)
          at++
      }
      if (code > 0x600 && prose && SENTENCE_ENDS.has(code)) this.#machine.pass(SENTENCE)
      if (prose && (code === 0x2014 || (code === 0x28 && text.charCodeAt(at - 2) === 0x20)))
        this.#machine.pass(2)
    }
  }

  /** Notes what characters stand there, and reads no words. */
  glance(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const code = this.#text.charCodeAt(at)
      const kind = KINDS[code] ?? OTHER
      if (kind === FOREIGN && isOtherAlphabet(code)) this.notes.letters = true
      else if (kind === INVISIBLE || kind === DISGUISED) this.notes.unseen = true
    }
  }

  #readWord(start: number, to: number): number {
    const at = this.#shape.measure(this.#text, start, to)
    const next = at < to ? (KINDS[this.#text.charCodeAt(at)] ?? OTHER) : OTHER
    if (next === FOREIGN || next === DISGUISED) return this.#readForeign(start, to)
    this.#advance(start)
    this.#noteShape(start, at)
    this.#meetMeasured(this.#shape)
    if (this.#shape.joints > 0 || (this.#prose && this.#shape.humped)) this.#readCompound(start, at)
    if (start > 0) this.#readLed(start, at)
    return at
  }

  #advance(start: number): void {
    if (start >= this.#urlEnd) this.#machine.pass(1)
  }

  #noteShape(start: number, end: number): void {
    const length = end - start
    const digits = this.#shape.digits
    if (length === 1) this.notes.addSingle(start)
    else if (length >= LONG_RUN) this.notes.runs.push(start)
    if (length >= OPAQUE) this.#signal('#opaque', start, end)
    if (digits > 0 && length < 24 && this.#shape.turns) this.notes.mixed.push(start)
    this.#numbers = digits === length ? this.#numbers + 1 : 0
    if (this.#numbers >= NUMBERS) this.#signal('#numbers', start, end)
  }

  /** A word that the character in front makes another one: a dot file, an option, a variable. */
  #readLed(start: number, end: number): void {
    const text = this.#text
    const lead = text.charCodeAt(start - 1)
    if (lead > 127 || LEAD_CODES[lead] !== 1 || end - start > MAX_LED) return
    const bare = lead === DOT || lead === DASH
    if (bare && isLetter(kindAt(text, start - 2))) return
    if (lead === DOT && SAMPLE.test(text.slice(start, end + SAMPLE_REACH))) return
    const hash = prependToHash(lead, this.#shape.hash, end - start)
    const led = { start: start - 1, end, hash, headHash: 0 }
    const entry = this.#lexicon.entryAt(text, led)
    if (entry) this.#machine.meet(entry, start - 1, end)
  }

  /** Meets a word that was measured. */
  #meetMeasured(word: HashedWord): void {
    const entry = this.#lexicon.entryAt(this.#text, word)
    if (entry) this.#machine.meet(entry, word.start, word.end)
    const stems = this.#lexicon.stemsAt(this.#text, word)
    for (let at = 0; at < stems.length; at++) {
      this.#machine.meet(stems[at] as WordEntry, word.start, word.end)
    }
  }

  /** Meets a folded word that stands at these offsets in some form. */
  #meetFolded(word: string, start: number, end: number): void {
    const entry = this.#lexicon.wordEntry(word)
    if (entry) this.#machine.meet(entry, start, end)
    const place = { start: 0, end: word.length, hash: 0, headHash: hashHead(word) }
    for (const stem of this.#lexicon.stemsAt(word, place)) this.#machine.meet(stem, start, end)
  }

  /** An identifier: a name of a secret, a known name, or words joined by underscores. */
  #readCompound(start: number, end: number): void {
    const stop = Math.min(end, start + MAX_IDENTIFIER)
    if (this.#shape.joints > 0 && SECRET_NAME.test(this.#text.slice(start, stop))) {
      this.#signal('#secret-name', start, end)
    }
    const part = this.#part
    for (let at = start; at < stop; at = part.end) {
      part.measurePart(this.#text, at, stop)
      if (part.end - at > 1) this.#meetMeasured(part)
    }
  }

  #readForeign(start: number, to: number): number {
    const text = this.#text
    let at = start
    let latin = false
    let other = false
    for (; at < to; at++) {
      const code = text.charCodeAt(at)
      const kind = KINDS[code] ?? OTHER
      if (kind === LETTER) latin ||= code > 0x40
      else if (kind === FOREIGN) other ||= isOtherAlphabet(code)
      else if (kind === DISGUISED) this.notes.addDisguised(at)
      else if (kind !== INVISIBLE) break
      else {
        this.notes.unseen = true
        this.#readOdd(at)
      }
    }
    if (other) this.notes.letters = true
    if (latin && other) this.notes.addDisguised(start)
    this.#advance(start)
    const word = foldWord(text.slice(start, Math.min(at, start + 60)))
    this.#meetFolded(word, start, at)
    return Math.max(at, start + 1)
  }

  #readUnspaced(at: number): number {
    this.#machine.pass(1)
    const { entry, length } = this.#lexicon.unspacedAt(this.#text, at)
    if (!entry) return at + 1
    this.#machine.meet(entry, at, at + length)
    return at + length
  }

  /** An invisible character counts when it stands at a letter; emoji have theirs. */
  #readOdd(at: number): void {
    const kind = kindAt(this.#text, at)
    if (
      kind === DISGUISED ||
      isLetter(kindAt(this.#text, at - 1)) ||
      isLetter(kindAt(this.#text, at + 1))
    ) {
      this.notes.addDisguised(at)
    }
  }

  #readSymbol(code: number, at: number, prose: boolean): void {
    const next = this.#text.charCodeAt(at + 1)
    switch (code) {
      case 0x2e: // .
      case 0x21: // !
      case 0x3f: // ?
        if (prose && endsSentence(this.#text, at + 1)) this.#machine.pass(SENTENCE)
        break
      case 0x3a: // :
        if (next === SLASH && this.#text.charCodeAt(at + 2) === SLASH) this.#readAddress(at)
        break
      case BAR:
      case GREATER:
      case DOLLAR:
        this.#readShell(code, at, next)
        break
      case 0x40: // @
        if (isMail(this.#text, at)) this.#signal('#mail', at, at + 1)
        break
      case 0x26: // &
      case 0x25: // %
      case 0x5c: // \
        if (beginsEscape(code, next, this.#text.charCodeAt(at + 2))) this.notes.escapes.push(at)
        break
      default:
    }
  }

  #readShell(code: number, at: number, next: number): void {
    if (code === BAR) {
      const single = next !== BAR && this.#text.charCodeAt(at - 1) !== BAR
      if (single) this.#signal('#pipe', at, at + 1)
    } else if (code === GREATER) {
      if (next === GREATER) this.#signal('#append', at, at + 2)
    } else if (next === 0x28) this.#signal('#substitution', at, at + 2)
    else if (next === 0x7b || isLetter(KINDS[next] ?? OTHER)) this.#signal('#variable', at, at + 1)
  }

  /** Addresses inside an address are looked at as well, the first few. */
  #readAddress(colon: number): void {
    this.#nested = colon < this.#urlEnd ? this.#nested + 1 : 0
    if (this.#nested > MAX_NESTED) return
    let scheme = colon
    while (scheme > 0 && scheme > colon - 12 && /[a-z+]/i.test(this.#text.charAt(scheme - 1)))
      scheme--
    const url = readUrl(this.#text, colon, scheme)
    // Words inside the address may take part in the same row, so its signals end early.
    for (const signal of url.signals) {
      this.#signal(signal, scheme, signal === '#url-carrier' ? url.wideEnd : colon + 3)
    }
    this.#urlEnd = Math.max(this.#urlEnd, url.end)
  }

  #signal(name: string, start: number, end: number): void {
    const entry = this.#lexicon.wordEntry(name)
    if (entry) this.#machine.meet(entry, start, end)
  }
}
