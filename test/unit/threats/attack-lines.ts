import { readFileSync } from 'node:fs'
import { inBits, inSelectors, inTags } from './hidden-alphabets.ts'

/** A line that attacks whoever reads it, and others that ask for the same. */
export interface AttackLine {
  readonly id: string
  readonly text: string
  /** Written without a look at the rules: other words, another order, another language. */
  readonly paraphrases: readonly string[]
}

/** A line that a context file may well hold. */
export interface BenignLine {
  readonly id: string
  readonly text: string
}

/** Every attack line, in the order of the file. */
export function attackLines(): readonly AttackLine[] {
  return blocksOf('attack-lines.txt').map((block) => {
    const [head = '', ...paraphrases] = block.split('\n  ')
    return { ...idAndText(head), paraphrases: paraphrases.map(withoutEscapes) }
  })
}

/** Every benign line, in the order of the file. */
export function benignLines(): readonly BenignLine[] {
  return blocksOf('benign-lines.txt').flatMap((block) => block.split('\n').map(idAndText))
}

/** What stands between empty lines, without the comment at the top. */
function blocksOf(name: string): readonly string[] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8')
  return text.trimEnd().split('\n\n').slice(1)
}

function idAndText(line: string): BenignLine {
  return { id: line.slice(0, 3), text: withoutEscapes(line.slice(4)) }
}

/**
 * Resolves the escapes of the data files, which keep invisible characters readable:
 * `\n`, `\u{HEX}`, and `\tags{…}`, `\selectors{…}`, `\bits{…}` for words in an invisible alphabet.
 */
function withoutEscapes(line: string): string {
  return line
    .replaceAll('\\n', '\n')
    .replace(/\\u\{([0-9A-F]+)\}/g, (_all, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replace(/\\tags\{([^}]*)\}/g, (_all, words: string) => inTags(words))
    .replace(/\\selectors\{([^}]*)\}/g, (_all, words: string) => inSelectors(words))
    .replace(/\\bits\{([^}]*)\}/g, (_all, words: string) => inBits(words))
}
