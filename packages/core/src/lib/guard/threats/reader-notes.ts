import { coveredFrom } from './views/line-blocks.ts'

/** What the reader met that other views must look at, as offsets of the text. */
export interface ReaderNotes {
  /** A letter that is not what it seems, or something invisible at a letter; those that the one before covers are left out. */
  disguised: number[]
  /** Long runs that may be encoded. */
  runs: number[]
  /** Places where `&`, `%` or a backslash begins an escape. */
  escapes: number[]
  /** Words that go from letters to digits or back more than once. */
  mixed: number[]
  /** Words of one letter; on a long line no more than show that they follow one another. */
  single: number[]
  /** Whether anything invisible stands somewhere. */
  unseen: boolean
  /** Whether letters of another alphabet than the Latin one stand somewhere. */
  letters: boolean
}

/** So many single letters, no further apart, are a run of them. */
export const FEWEST_SINGLES = 6
export const SINGLES_APART = 9
/** Longer lines are not put together letter by letter. */
export const LONGEST_SPACED = 8_000

/** Takes the notes of a text, a line at a time; what tells nothing new is not noted. */
export class NoteTaker implements ReaderNotes {
  disguised: number[] = []
  runs: number[] = []
  escapes: number[] = []
  mixed: number[] = []
  single: number[] = []
  unseen = false
  letters = false
  #start = 0
  #end = 0
  #covered = -1
  #singles = 0

  /** The offsets of the line that follows. */
  begin(start: number, end: number): void {
    this.#start = start
    this.#end = end
  }

  /** Notes a word of one letter. */
  addSingle(at: number): void {
    if (this.#singles >= FEWEST_SINGLES && this.#end - this.#start > LONGEST_SPACED) return
    const before = this.single.at(-1) ?? Number.NEGATIVE_INFINITY
    this.#singles = at - before <= SINGLES_APART ? this.#singles + 1 : 1
    this.single.push(at)
  }

  /** Notes what is not what it seems, unless the block around the one before shows it. */
  addDisguised(at: number): void {
    if (at <= this.#covered) return
    this.disguised.push(at)
    this.#covered = coveredFrom(at, { start: this.#start, end: this.#end })
  }
}
