import type { Diagnostic } from '../model/diagnostic.ts'
import { limitFindings } from './limit-findings.ts'
import { type Claim, readClaims } from './read-claims.ts'
import type { Statement } from './read-statements.ts'
import { showExcerpt } from './show-excerpt.ts'
import { createPlaces } from './statement-places.ts'

/**
 * Finds pairs of rules of one prompt of which one asks for what the other
 * forbids: `always use pnpm` and `never use pnpm`. Rules with different
 * conditions do not contradict each other; when only one of them has a
 * condition, or they stand below different headings of one file, it is an
 * information. Each pair once, at the later of the two.
 */
export function findOpposites(statements: readonly Statement[]): readonly Diagnostic[] {
  const byTopic = new Map<string, Claim[]>()
  const placeOf = createPlaces()
  const found = new Map<Statement, Diagnostic>()
  for (const claim of statements.flatMap(readClaims)) {
    const earlier = byTopic.get(claim.about) ?? []
    const other = earlier.find((one) => contradicts(one, claim))
    if (other && !found.has(claim.statement)) {
      found.set(claim.statement, describe({ earlier: other, later: claim, placeOf }))
    }
    // What was said before, in the same way, contradicts nothing new.
    if (!earlier.some((one) => saysTheSame(one, claim)) && earlier.length < MAX_KEPT) {
      byTopic.set(claim.about, [...earlier, claim])
    }
  }
  return limitFindings([...found.values()])
}

const MAX_KEPT = 8

function saysTheSame(a: Claim, b: Claim): boolean {
  return a.allows === b.allows && a.condition === b.condition
}

function contradicts(a: Claim, b: Claim): boolean {
  if (a.allows === b.allows || a.statement === b.statement) return false
  return a.condition === b.condition || a.condition === '' || b.condition === ''
}

interface Contradiction {
  readonly earlier: Claim
  readonly later: Claim
  readonly placeOf: ReturnType<typeof createPlaces>
}

function describe({ earlier, later, placeOf }: Contradiction): Diagnostic {
  const { path, line } = placeOf(earlier.statement)
  const sure = earlier.condition === later.condition && isSameContext(earlier, later)
  const says = later.allows ? 'asks for' : 'forbids'
  const said = later.allows ? 'forbids' : 'asks for'
  return {
    code: 'rule.opposite',
    severity: sure ? 'warning' : 'info',
    message: `${showExcerpt(later.statement.text)} ${says} what ${path}:${line} ${said}: ${showExcerpt(earlier.statement.text)}`,
    source: placeOf(later.statement),
    fix: sure
      ? 'keep one of the two, or say when each of them holds'
      : 'say when each of the two holds, if they are not meant for different cases',
  }
}

function isSameContext(a: Claim, b: Claim): boolean {
  const { document, context } = a.statement
  if (document.ref.path !== b.statement.document.ref.path) return true
  return context === b.statement.context
}
