/** A text as a reader could take it, derived from another. */
export interface TextView {
  /** `raw`, `folded`, or `decoded:` and the encodings, outermost first. */
  readonly name: string
  readonly text: string
  /** For each unit of the text its offset in the original; absent when they are the same. */
  readonly offsets: Int32Array | undefined
  /** Put together from parts: what it says counts even where a part says it too. */
  readonly assembled?: boolean
  /** How many times something was decoded. */
  readonly depth: number
}

/** The place in the original of a stretch of a view. */
export function originalSpan(
  view: TextView,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  if (!view.offsets) return { start, end }
  const first = view.offsets[start] ?? 0
  const last = view.offsets[Math.max(start, end - 1)] ?? first
  return { start: Math.min(first, last), end: Math.max(first, last) + 1 }
}

const NO_UNITS = new Uint16Array(0)
const NO_OFFSETS = new Int32Array(0)

/** Collects a derived text together with where each unit comes from. */
export class ViewBuilder {
  readonly #source: TextView
  /** Most builders stay empty. */
  #units = NO_UNITS
  #offsets = NO_OFFSETS
  #length = 0

  constructor(source: TextView) {
    this.#source = source
  }

  get length(): number {
    return this.#length
  }

  /** Adds text that stands for what begins at an offset of the source. */
  add(text: string, offset: number): void {
    const origin = this.#source.offsets?.[offset] ?? offset
    this.#reserve(this.#length + text.length)
    for (let at = 0; at < text.length; at++) this.#put(text.charCodeAt(at), origin)
  }

  /** Adds one unit of a text that stands for what begins at an offset of the source. */
  addUnit(unit: number, offset: number): void {
    this.#reserve(this.#length + 1)
    this.#put(unit, this.#source.offsets?.[offset] ?? offset)
  }

  /** Adds text of which each unit stands for a unit of the source. */
  addAligned(text: string, offset: number): void {
    this.#reserve(this.#length + text.length)
    const { offsets } = this.#source
    for (let at = 0; at < text.length; at++) {
      this.#put(text.charCodeAt(at), offsets?.[offset + at] ?? offset + at)
    }
  }

  #put(unit: number, origin: number): void {
    this.#units[this.#length] = unit
    this.#offsets[this.#length] = origin
    this.#length++
  }

  #reserve(length: number): void {
    if (length <= this.#offsets.length) return
    const room = Math.max(256, length * 2)
    const offsets = new Int32Array(room)
    offsets.set(this.#offsets)
    this.#offsets = offsets
    const units = new Uint16Array(room)
    units.set(this.#units)
    this.#units = units
  }

  /** The view; `encoding` is left out for a folded one. */
  finish(encoding?: string): TextView | undefined {
    if (this.#length === 0) return undefined
    return {
      name: nameOf(this.#source.name, encoding),
      text: textOf(this.#units.subarray(0, this.#length)),
      offsets: this.#offsets,
      depth: this.#source.depth + 1,
    }
  }
}

const MAX_ARGUMENTS = 4_096

function textOf(units: Uint16Array): string {
  const parts: string[] = []
  for (let at = 0; at < units.length; at += MAX_ARGUMENTS) {
    parts.push(Reflect.apply(String.fromCharCode, String, units.subarray(at, at + MAX_ARGUMENTS)))
  }
  return parts.join('')
}

function nameOf(source: string, encoding: string | undefined): string {
  if (encoding === undefined) return source === 'raw' ? 'folded' : source
  return source.startsWith('decoded:') ? `${source}+${encoding}` : `decoded:${encoding}`
}
