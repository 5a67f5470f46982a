import type { Diagnostic, Severity } from '../model/diagnostic.ts'
import type { SourceDocument } from '../model/source.ts'
import { rememberBy } from '../text/remember.ts'
import { firstWord } from './english-orders.ts'
import { limitFindings } from './limit-findings.ts'
import { ORDER_RULES, type OrderLead, type OrderRules } from './order-rules.ts'
import { type Clause, readClauses } from './read-clauses.ts'
import { readStatements, type Statement } from './read-statements.ts'
import { showExcerpt } from './show-excerpt.ts'
import { createPlaces } from './statement-places.ts'

/**
 * Finds sentences of a data file (USER, MEMORY) that order the agent to act:
 * approve, run, send, ignore. A wish about the style of answers is none. A
 * warning when the order leaves no choice or hands over a decision, else an
 * information; quoted and conditional orders count one step less, and what
 * forbids something orders nothing. Linear.
 */
export function findOrders(document: SourceDocument): readonly Diagnostic[] {
  const { root, path } = document.ref
  return ordersOf(document).map((found) =>
    found.source ? { ...found, source: { ...found.source, root, path } } : found,
  )
}

/** A file without its name says what its orders are and where; a prompt is composed again and again from one file. */
const ordersOf = rememberBy(({ text }: SourceDocument) => text, readOrders, 500_000)

function readOrders(document: SourceDocument): readonly Diagnostic[] {
  const found = readStatements(document, { holding: holdsTrigger }).flatMap((statement) => {
    const order = holdsTrigger(statement.text) ? judgeStatement(statement) : null
    return order === null ? [] : [{ statement, ...order }]
  })
  const placeOf = createPlaces()
  const findings = found.map(
    ({ statement, severity, words }): Diagnostic => ({
      code: 'guard.order-in-data',
      severity,
      message: `looks like an order to the agent inside data: ${showExcerpt(words, MAX_SHOWN)}`,
      source: placeOf(statement),
      fix: 'move it to AGENTS.md when it is a rule, or write it as a fact; data orders nothing',
    }),
  )
  return limitFindings(findings)
}

const MAX_SHOWN = 48

function holdsTrigger(text: string): boolean {
  return ORDER_RULES.en.trigger(text) || ORDER_RULES.zh.trigger(text)
}

/** How binding an order reads: 2 leaves no choice, 1 asks, 0 is none. */
type Strength = 0 | 1 | 2

/** The clause of a sentence that orders the most, with how serious it is. */
function judgeStatement(
  statement: Statement,
): { readonly severity: Severity; readonly words: string } | null {
  const clauses = readClauses(statement)
  const unasked = clauses.some(({ text, language }) => ORDER_RULES[language].unasked(text) === 0)
  const judged = clauses.map((clause) => ({
    words: clause.words,
    strength: judgeClause(clause, unasked),
  }))
  const [most] = judged.sort((a, b) => b.strength - a.strength)
  if (!most || most.strength === 0) return null
  return { severity: most.strength === 2 ? 'warning' : 'info', words: most.words }
}

/** `unasked`: another clause of the sentence says that nobody need be asked. */
function judgeClause(clause: Clause, unasked: boolean): Strength {
  const rules = ORDER_RULES[clause.language]
  const condition = rules.condition(clause.text)
  const read = readLeads(clause.text.slice(condition.length), rules)
  const isName = clause.isLabel && read.effects.size === 0
  const strength = isName ? 0 : strengthOf(read, rules, unasked)
  if (read.forbids) return 0
  const steps = [clause.quoted, condition !== ''].filter(Boolean).length
  return Math.max(0, strength - steps) as Strength
}

interface ReadLeads {
  /** What is left behind the leads. */
  readonly rest: string
  readonly effects: ReadonlySet<OrderLead['effect']>
  readonly forbids: boolean
  /** It tells the agent not to ask, which is an order although it is negated. */
  readonly silences: boolean
}

const MAX_LEADS = 6

function readLeads(text: string, rules: OrderRules): ReadLeads {
  const effects = new Set<OrderLead['effect']>()
  let rest = text
  for (let count = 0; count < MAX_LEADS; count++) {
    if (rules.silences(rest)) {
      return { rest, effects, forbids: false, silences: true }
    }
    const lead = readLead(rest, rules)
    if (!lead) break
    effects.add(lead.effect)
    rest = lead.rest
  }
  return { rest, effects, forbids: effects.has('forbid'), silences: false }
}

function readLead(
  text: string,
  rules: OrderRules,
): (Pick<OrderLead, 'effect'> & Pick<ReadLeads, 'rest'>) | null {
  const first = firstWord(text)
  const subject = rules.subject?.exec(text)?.[0] ?? ''
  for (const { pattern, effect, addressed, begins } of rules.leads) {
    if ((addressed && subject === '') || (begins && !begins.has(first))) continue
    const from = addressed ? text.slice(subject.length) : text
    const length = pattern.exec(from)?.[0].length
    if (length !== undefined) return { effect, rest: from.slice(length) }
  }
  return null
}

function strengthOf(read: ReadLeads, rules: OrderRules, unaskedNearby: boolean): Strength {
  const { rest, effects, silences } = read
  if (silences) return 2
  const verb = rules.act(rest)
  if (verb === null) return 0
  const object = rest.slice(verb.length)
  const unasked = unaskedNearby || rules.unasked(rest) >= 0
  const hands = rules.handsOver(verb, object)
  if (hands && (rules.bareVerbCounts || effects.size > 0) && !effects.has('allow')) return 2
  if (rules.style(firstWords(object))) return 0
  if (unasked) return 2
  if (effects.has('allow')) return 0
  if (effects.has('strict')) return 2
  if (effects.size === 0 && (!rules.bareVerbCounts || isStatement(object))) return 0
  return 1
}

/** The words that an order is about; what follows them says how or why. */
function firstWords(text: string): string {
  return text.split(/\s+/, 8).join(' ').slice(0, 80)
}

const NAMING =
  /^(?:\s+[\w'-]+){0,4}\s+(?:is|are|was|were|has|have|had|takes?|needs?|lives?|happens?|works?|=|→|->)(?:\s|$)|^\s*(?:[:=(/]|$)/

/** `Push notifications are off`: the word is the beginning of a name, not of an order. */
function isStatement(object: string): boolean {
  return NAMING.test(object.slice(0, 120))
}
