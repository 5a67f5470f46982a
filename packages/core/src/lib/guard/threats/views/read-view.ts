import type { ReaderNotes } from '../reader-notes.ts'
import type { TextLines } from '../text-lines.ts'
import type { TextView } from './text-view.ts'

/** What reading a view has told about it. */
export interface ReadView {
  readonly view: TextView
  readonly notes: ReaderNotes
  readonly lines: TextLines
  /** Offsets of words that mean something in a cipher, by its name. */
  readonly ciphers: ReadonlyMap<string, readonly number[]>
  /** The text is a file of code. */
  readonly code: boolean
  /** Where to say that something was not looked at. */
  readonly partial: Set<string>
}
