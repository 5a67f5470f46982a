import type { ImportDecision, MappedItem, UnmappedItem } from './import-report.ts'

/** Collects what an import says about its source, in the order in which it is found. */
export interface ImportNotes {
  readonly mapped: MappedItem[]
  readonly unmapped: UnmappedItem[]
  readonly decisions: ImportDecision[]
  /** `from` was taken over as `to`. */
  readonly map: (from: string, to: string, note?: string) => void
  /** `from` stays behind. The same said again is said once. */
  readonly leave: (from: string, reason: string) => void
  /** `from` stays behind, and somebody should look at it. */
  readonly warn: (from: string, reason: string) => void
  /** The home does something else with the same files. Files of one `about` are joined. */
  readonly decide: (about: string, message: string, files?: readonly string[]) => void
}

export function createImportNotes(): ImportNotes {
  const mapped: MappedItem[] = []
  const unmapped: UnmappedItem[] = []
  const decisions: ImportDecision[] = []
  const stays = (one: UnmappedItem): void => {
    const isKnown = unmapped.some(({ from, reason }) => from === one.from && reason === one.reason)
    if (!isKnown) unmapped.push(one)
  }
  return {
    mapped,
    unmapped,
    decisions,
    map: (from, to, note) => {
      mapped.push({ from, to, ...(note === undefined ? {} : { note }) })
    },
    leave: (from, reason) => {
      stays({ from, reason, attention: false })
    },
    warn: (from, reason) => {
      stays({ from, reason, attention: true })
    },
    decide: (about, message, files = []) => {
      const index = decisions.findIndex((one) => one.about === about && one.message === message)
      const known = decisions[index]
      if (known) decisions[index] = { ...known, files: [...known.files, ...files] }
      else decisions.push({ about, message, files })
    },
  }
}
