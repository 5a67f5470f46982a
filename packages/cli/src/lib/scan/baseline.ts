import type { ReadBytes } from '@onesoul/sources'

/** What a file held then. */
export interface TextBefore {
  /** `changed`: under this name. `renamed`: under another, much alike. `new`: nowhere. */
  readonly change: 'changed' | 'renamed' | 'new'
  /** The other name; null unless `renamed`. */
  readonly from: string | null
  /** Empty for a new file, and for one whose text of then is not kept. */
  readonly text: string
  /** Why the text is not the whole one of then, one clause; null when it is. */
  readonly incomplete: string | null
}

/** A file whose text of now is to be compared. */
export interface ChangedText {
  readonly absolute: string
  readonly text: string
}

/** An earlier state of files: a commit, or what a session was given. */
export interface Baseline {
  /** For people, such as `git:HEAD~1 (1a2b3c4d5)`. */
  readonly label: string
  /** Whether a file has the bytes of then; notes that it is still there. */
  isSame(file: ReadBytes): boolean
  /** The texts of then, in the order of the files, once all files were seen by `isSame`. */
  textsOf(changed: readonly ChangedText[]): Promise<readonly TextBefore[]>
  /** What was there then and was not seen now, sorted; without what a rename explains. */
  gone(): readonly string[]
}
