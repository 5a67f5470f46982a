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

/** Collects a derived text together with where each unit comes from. */
export class ViewBuilder {
  readonly #source: TextView
  #text = ''
  #offsets = new Int32Array(256)

  constructor(source: TextView) {
    this.#source = source
  }

  get length(): number {
    return this.#text.length
  }

  /** Adds text that stands for what begins at an offset of the source. */
  add(text: string, offset: number): void {
    if (text === '') return
    const from = this.#text.length
    this.#reserve(from + text.length)
    this.#offsets.fill(this.#source.offsets?.[offset] ?? offset, from, from + text.length)
    this.#text += text
  }

  /** Adds text of which each unit stands for a unit of the source. */
  addAligned(text: string, offset: number): void {
    const from = this.#text.length
    this.#reserve(from + text.length)
    const { offsets } = this.#source
    for (let at = 0; at < text.length; at++) {
      this.#offsets[from + at] = offsets?.[offset + at] ?? offset + at
    }
    this.#text += text
  }

  #reserve(length: number): void {
    if (length <= this.#offsets.length) return
    const larger = new Int32Array(length * 2)
    larger.set(this.#offsets)
    this.#offsets = larger
  }

  /** The view; `encoding` is left out for a folded one. */
  finish(encoding?: string): TextView | undefined {
    if (this.#text === '') return undefined
    return {
      name: nameOf(this.#source.name, encoding),
      text: this.#text,
      offsets: this.#offsets,
      depth: this.#source.depth + 1,
    }
  }
}

function nameOf(source: string, encoding: string | undefined): string {
  if (encoding === undefined) return source === 'raw' ? 'folded' : source
  return source.startsWith('decoded:') ? `${source}+${encoding}` : `decoded:${encoding}`
}
