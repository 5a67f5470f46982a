/** The beginning of phrases; position and offsets are those of its word. */
interface OpenPhrase {
  /** The phrases by the entry of the word that must follow. */
  phrases: ReadonlyMap<number, number>
  position: number
  start: number
  end: number
}

/** So many are kept before old ones are forgotten. */
const MANY = 32
const NONE: ReadonlyMap<number, number> = new Map()

/** Beginnings of phrases that the next words may go on with. Nearly every word begins some, so their places are used again. */
export class OpenPhrases {
  readonly #open: OpenPhrase[] = []
  count = 0

  /** The beginning at an index below `count`, by the order in which they were added. */
  at(index: number): Readonly<OpenPhrase> {
    return this.#open[index] as OpenPhrase
  }

  /** One more beginning, for the caller to fill. */
  add(): OpenPhrase {
    const known = this.#open[this.count++]
    if (known) return known
    const made: OpenPhrase = { phrases: NONE, position: 0, start: 0, end: 0 }
    this.#open.push(made)
    return made
  }

  /** Forgets all when the last was begun before a position. */
  dropBefore(position: number): void {
    if (this.count > 0 && this.at(this.count - 1).position < position) this.count = 0
  }

  /** Forgets what was begun before a position, when there are many. */
  tidy(position: number): void {
    if (this.count > MANY) this.#compact(position)
  }

  #compact(position: number): void {
    const isLive = (open: OpenPhrase, at: number): boolean =>
      at < this.count && open.position >= position
    const live = this.#open.filter(isLive)
    const rest = this.#open.filter((open, at) => !isLive(open, at))
    this.#open.splice(0, this.#open.length, ...live, ...rest)
    this.count = live.length
  }
}
