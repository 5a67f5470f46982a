import { LEADS } from './lexicon.ts'

/** One step of a pattern. */
export interface PatternStep {
  /** The words of the step as written, alternatives joined by `|`. */
  readonly words: string
  /** How many positions after the step before; 1 is the next word. */
  readonly reach: number
  /** Class of which no word may stand between this step and the one before. */
  readonly without: string | undefined
}

/** Reads a pattern as described at `ThreatRule`. */
export function parsePattern(pattern: string): readonly PatternStep[] {
  const steps: PatternStep[] = []
  let reach = 1
  let without: string | undefined
  for (const item of pattern.split(' ')) {
    if (item.startsWith('..')) reach = Number(item.slice(2)) + 1
    else if (item.startsWith('!')) without = item.slice(1)
    else if (item !== '') {
      steps.push({ words: item, reach, without })
      reach = 1
      without = undefined
    }
  }
  return steps
}

/** The alternatives of a step: words as they are read, phrases with spaces, `@name` for a class. */
export function readAlternatives(words: string): readonly string[] {
  return words
    .split('|')
    .map((word) => (PLAIN.test(word) ? word : asRead(word.replaceAll('_', ' '))))
}

/** Whether a member of a word class is a row of steps by itself. */
export function isRow(member: string): boolean {
  return /(?:^| )@[a-z]|\.\.\d|\|/.test(member)
}

/** The members of a word class: words, phrases, and rows as written. */
export function readMembers(members: string | undefined): readonly string[] {
  const read: string[] = []
  for (const part of (members ?? '').split(',')) {
    const member = part.trim()
    if (member !== '') read.push(PLAIN.test(member) || isRow(member) ? member : asRead(member))
  }
  return read
}

const PLAIN = /^@|^[a-z0-9 ]+$/

/** A lexeme as the reader meets it: apostrophes, hyphens, points and slashes part words, but for one in front. */
function asRead(lexeme: string): string {
  if (lexeme.startsWith('#')) return lexeme
  const lead = LEADS.includes(lexeme.charAt(0)) ? 1 : 0
  return (
    lexeme.slice(0, lead) +
    lexeme
      .slice(lead)
      .replace(/['’.\-/:\s]+/g, ' ')
      .trim()
  )
}
