import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The package that holds a parser and its grammars: one, without programs to build, without what it needs in turn. */
export const GRAMMARS_PACKAGE = '@vscode/tree-sitter-wasm'
/** A range of versions of which ours are read. */
export const GRAMMARS_RANGE = '^0.3.1'

/** As much of tree-sitter's interface for WebAssembly as is used. */
export interface TreeSitter {
  readonly Parser: { new (): SyntaxParser; init(): Promise<void> }
  readonly Language: { load(path: string): Promise<object> }
  readonly Query: new (language: object, source: string) => SyntaxQuery
}

export interface SyntaxParser {
  setLanguage(language: object): void
  /** After so long `parse` gives null. */
  setTimeoutMicros(micros: number): void
  parse(text: string): SyntaxTree | null
  reset(): void
}

export interface SyntaxTree {
  readonly rootNode: SyntaxNode
  delete(): void
}

/** Places are in UTF-16 units of the text, rows from 0. */
export interface SyntaxNode {
  readonly id: number
  readonly type: string
  readonly text: string
  readonly startIndex: number
  readonly endIndex: number
  readonly startPosition: { readonly row: number }
  readonly namedChildCount: number
  readonly parent: SyntaxNode | null
  childForFieldName(name: string): SyntaxNode | null
}

export interface SyntaxQuery {
  matches(node: SyntaxNode): readonly SyntaxMatch[]
}

export interface SyntaxMatch {
  readonly captures: readonly { readonly name: string; readonly node: SyntaxNode }[]
}

/** Where the parser and the grammars lie, and in which version. */
export interface FoundGrammars {
  readonly version: string
  /** Loads the parser; takes some ten milliseconds. */
  load(): Promise<TreeSitter>
  /** Path of the file of a grammar. */
  pathOf(grammar: string): string
}

/**
 * Looks for the package of the grammars as `require` in a module of ours does; null where it is not installed. It is
 * never looked for in the project of the map: what lies there is read, not run.
 *
 * @param from address or absolute path of the module beside which it is installed
 */
export function findGrammars(from: string | URL): FoundGrammars | null {
  const require = createRequire(from)
  try {
    const manifest = require.resolve(`${GRAMMARS_PACKAGE}/package.json`)
    const { version } = require(manifest) as { readonly version: string }
    return {
      version,
      load: async () => {
        const treeSitter = require(GRAMMARS_PACKAGE) as TreeSitter
        await treeSitter.Parser.init()
        return treeSitter
      },
      pathOf: (grammar) => join(dirname(manifest), 'wasm', `tree-sitter-${grammar}.wasm`),
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}
