import type { SymbolFile } from '@onesoul/core'
import type { SyntaxMatch } from './grammars.ts'

/** A name, and what stands before it when it is a member's. */
const NAMES = /(\.|->|::)?([\p{L}_$][\p{L}\p{N}_$]*)/gu

export interface CountedCode {
  readonly matches: readonly SyntaxMatch[]
  /** Names that the file defines, one for each definition: those are no references. */
  readonly defined: readonly string[]
  /** Names that can stand for something of another file when they stand alone; null for all. */
  readonly sees: ReadonlySet<string> | null
}

/** Counts the names in the code of a file: comments, and what strings say, are no code. */
export function countReferences(
  text: string,
  { matches, defined, sees }: CountedCode,
): SymbolFile['references'] {
  const counts = new Map<string, { alone: number; asMember: number }>()
  for (const [, before, name = ''] of codeOf(text, matches).matchAll(NAMES)) {
    if (before === undefined && sees?.has(name) === false) continue
    const count = counts.get(name) ?? { alone: 0, asMember: 0 }
    counts.set(name, count)
    if (before === undefined) count.alone++
    else count.asMember++
  }
  for (const name of defined) {
    const count = counts.get(name)
    if (count && count.alone > 0) count.alone--
    else if (count) count.asMember--
  }
  return [...counts].flatMap(([name, { alone, asMember }]) =>
    alone + asMember > 0 ? [[name, alone, Math.max(0, asMember)] as const] : [],
  )
}

function codeOf(text: string, matches: readonly SyntaxMatch[]): string {
  const parts: string[] = []
  let at = 0
  for (const { captures } of matches) {
    for (const { name, node } of captures) {
      if (name !== 'skip' || node.startIndex < at) continue
      parts.push(text.slice(at, node.startIndex))
      at = node.endIndex
    }
  }
  return [...parts, text.slice(at)].join(' ')
}
