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

/** Beginnings of phrases that the next words may go on with. Nearly every word begins some, so their places are used again. */
export class OpenPhrases {
  readonly #open: OpenPhrase[] = []
  count = 0

  /** The beginning at an index below `count`, by the order in which they were added. */
  at(index: number): Readonly<OpenPhrase> {
    return this.#open[index] as OpenPhrase
  }

  add({ phrases, position, start, end }: Readonly<OpenPhrase>): void {
    const place = this.#open[this.count]
    if (place) {
      place.phrases = phrases
      place.position = position
      place.start = start
      place.end = end
    } else this.#open.push({ phrases, position, start, end })
    this.count++
  }

  /** Forgets all when the last was begun before a position. */
  dropBefore(position: number): void {
    if (this.count > 0 && this.at(this.count - 1).position < position) this.count = 0
  }

  /** Forgets what was begun before a position, when there are many. */
  tidy(position: number): void {
    if (this.count <= MANY) return
    const isLive = (open: OpenPhrase, at: number): boolean =>
      at < this.count && open.position >= position
    const live = this.#open.filter(isLive)
    const rest = this.#open.filter((open, at) => !isLive(open, at))
    this.#open.splice(0, this.#open.length, ...live, ...rest)
    this.count = live.length
  }
}
