import * as queries from './queries.ts'

/** How the definitions of a language are found. */
export interface SourceLanguage {
  /** Name of its grammar among the grammars of the parser. */
  readonly grammar: string
  /** Ends of file names, without the dot. */
  readonly endings: readonly string[]
  /** A tree-sitter query; see `queries.ts`. */
  readonly query: string
  /** Signatures of definitions that no other file can name; of members, those that are private. */
  readonly local?: RegExp
  /** A module gives to others what it exports, and nothing else. Default: everything. */
  readonly exports?: 'named'
}

const CPP_ENDINGS = ['c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx']

/** Every language whose definitions a map can show. */
export const SOURCE_LANGUAGES: readonly SourceLanguage[] = [
  {
    grammar: 'javascript',
    endings: ['js', 'mjs', 'cjs', 'jsx'],
    query: queries.JAVASCRIPT,
    exports: 'named',
  },
  {
    grammar: 'typescript',
    endings: ['ts', 'mts', 'cts'],
    query: queries.TYPESCRIPT,
    exports: 'named',
  },
  { grammar: 'tsx', endings: ['tsx'], query: queries.TYPESCRIPT, exports: 'named' },
  { grammar: 'python', endings: ['py', 'pyi'], query: queries.PYTHON },
  { grammar: 'go', endings: ['go'], query: queries.GO },
  { grammar: 'rust', endings: ['rs'], query: queries.RUST, local: /^(?!pub\b|impl\b|macro_rules)/ },
  { grammar: 'java', endings: ['java'], query: queries.JAVA },
  { grammar: 'cpp', endings: CPP_ENDINGS, query: queries.CPP, local: /^static\b/ },
  { grammar: 'ruby', endings: ['rb', 'rake'], query: queries.RUBY },
  { grammar: 'php', endings: ['php'], query: queries.PHP },
  { grammar: 'c-sharp', endings: ['cs'], query: queries.C_SHARP },
  { grammar: 'bash', endings: ['sh', 'bash'], query: queries.BASH },
]

const BY_ENDING: ReadonlyMap<string, SourceLanguage> = new Map(
  SOURCE_LANGUAGES.flatMap((language) => language.endings.map((ending) => [ending, language])),
)

/** The language of a file by the end of its name; undefined for what is not read. */
export function languageOf(path: string): SourceLanguage | undefined {
  const dot = path.lastIndexOf('.')
  return dot < 0 ? undefined : BY_ENDING.get(path.slice(dot + 1).toLowerCase())
}
