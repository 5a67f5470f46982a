import { extractSymbols, type FileSymbols } from './extract-symbols.ts'
import type { FoundGrammars, SyntaxParser, SyntaxQuery, TreeSitter } from './grammars.ts'
import type { SourceLanguage } from './languages.ts'

/** A text that takes longer is given up, in µs. */
const MAX_PARSE_MICROS = 3_000_000

/** Reads definitions and references off texts of all languages. */
export interface SymbolReader {
  /** What is in a text, or why that cannot be said. */
  read(text: string, language: SourceLanguage): Promise<FileSymbols | 'unparsable' | 'no-grammar'>
}

/** A reader that loads the parser and each grammar when the first text needs it. */
export function createSymbolReader(grammars: FoundGrammars): SymbolReader {
  const loaded = new Map<string, Promise<LoadedLanguage>>()
  let parser: SyntaxParser | undefined
  let treeSitter: Promise<TreeSitter> | undefined
  const load = async (source: SourceLanguage): Promise<LoadedLanguage> => {
    treeSitter ??= grammars.load()
    const { Language, Parser, Query } = await treeSitter
    parser ??= new Parser()
    parser.setTimeoutMicros(MAX_PARSE_MICROS)
    const language = await Language.load(grammars.pathOf(source.grammar))
    return { parser, language, query: new Query(language, source.query), source }
  }
  return {
    async read(text, language) {
      const ready = loaded.get(language.grammar) ?? load(language)
      loaded.set(language.grammar, ready)
      const tools = await ready.catch(() => {
        // Another version of the package lacks the grammar, or names the parts of the language otherwise.
        return null
      })
      return tools === null ? 'no-grammar' : readWith(tools, text)
    },
  }
}

interface LoadedLanguage {
  readonly parser: SyntaxParser
  readonly language: object
  readonly query: SyntaxQuery
  readonly source: SourceLanguage
}

function readWith(
  { parser, language, query, source }: LoadedLanguage,
  text: string,
): FileSymbols | 'unparsable' {
  parser.setLanguage(language)
  try {
    const tree = parser.parse(text)
    if (tree === null) parser.reset()
    if (tree === null) return 'unparsable'
    const symbols = extractSymbols(text, query.matches(tree.rootNode), source)
    tree.delete()
    return symbols
  } catch {
    // The parser traps where a text is too much for it: one file is no reason to have no map.
    return 'unparsable'
  }
}
