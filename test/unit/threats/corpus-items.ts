import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One text of the corpus. */
export interface CorpusItem {
  readonly id: string
  readonly label: 'malicious' | 'benign'
  readonly tier: string
  readonly category: string
  readonly carrier: string
  readonly text: string
}

/** The folder that ONESOUL_CORPUS names. */
export const CORPUS_FOLDER: string = process.env['ONESOUL_CORPUS'] ?? '(ONESOUL_CORPUS is not set)'

/** Both files of the corpus; `undefined` where they are missing. */
export function readCorpus(): readonly CorpusItem[] | undefined {
  const files = ['malicious', 'benign'].map((label) => join(CORPUS_FOLDER, `${label}.jsonl`))
  if (!files.every((file) => existsSync(file))) return undefined
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as CorpusItem),
  )
}
