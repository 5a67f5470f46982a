import type { Diagnostic, DiagnosticSource } from '../model/diagnostic.ts'
import { limitFindings } from './limit-findings.ts'
import { plainText, type Statement } from './read-statements.ts'
import { showExcerpt } from './show-excerpt.ts'
import { createPlaces } from './statement-places.ts'

const MIN_WORDS = 5
const MIN_HAN = 8
const FILLER =
  /^(?:please|also|always|remember to|make sure to|make sure that|note that)\s+|^(?:请|务必|必须|注意)/

/**
 * Finds sentences that stand twice in one prompt, whatever their case, marks and
 * introduction. A warning when two files say it, an information within one file.
 * Each repetition once, with the place of the first.
 */
export function findDuplicates(statements: readonly Statement[]): readonly Diagnostic[] {
  const first = new Map<string, Statement>()
  const placeOf = createPlaces()
  const found = statements.flatMap((statement) => {
    if (statement.quoted || statement.text.endsWith(':') || statement.text.endsWith('：')) return []
    const key = normalise(statement.text)
    if (!isLongEnough(key)) return []
    const earlier = first.get(key)
    if (earlier) return [describe(placeOf(earlier), placeOf(statement), statement)]
    first.set(key, statement)
    return []
  })
  return limitFindings(found)
}

function normalise(text: string): string {
  return plainText(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(FILLER, '')
}

function isLongEnough(key: string): boolean {
  const han = key.match(/\p{Script=Han}/gu)?.length ?? 0
  return han >= MIN_HAN || key.split(' ').length >= MIN_WORDS
}

type Place = Required<DiagnosticSource>

function describe(earlier: Place, source: Place, { text }: Statement): Diagnostic {
  const across = earlier.path !== source.path
  return {
    code: 'rule.duplicate',
    severity: across ? 'warning' : 'info',
    message: `says the same as ${earlier.path}:${earlier.line}: ${showExcerpt(text)}`,
    source,
    fix: 'keep it in one place; every repetition costs tokens, and they drift apart',
  }
}
