import { CLAIM_RULES, type ClaimRules } from './claim-rules.ts'
import { type Clause, readClauses } from './read-clauses.ts'
import type { Statement } from './read-statements.ts'

/** What a rule says about one thing, in a form that can be compared with another rule. */
export interface Claim {
  readonly statement: Statement
  /** Verb and object in small letters, without articles: `use tab`. */
  readonly about: string
  readonly allows: boolean
  /** A word said so (`always`, `must`), as opposed to a bare imperative. */
  readonly explicit: boolean
  /** Under what conditions; empty for a rule that holds always. */
  readonly condition: string
}

const MAX_WORDS = 6
const MIN_LETTERS = 3

/** Reads every clause of a sentence that allows or forbids something. */
export function readClaims(statement: Statement): readonly Claim[] {
  if (statement.quoted) return []
  let { context } = statement
  let verb = ''
  return readClauses(statement).flatMap((clause) => {
    const read = readClause(clause, context)
    if (clause.isLabel) context += `\n${clause.text}`
    if (!read) return []
    const topics = topicsOf(read, verb).filter((about) => isComparable(about, clause.language))
    if (read.allows) verb = read.about.split(' ')[0] ?? ''
    const { allows, explicit, condition } = read
    return topics.map((about): Claim => ({ statement, about, allows, explicit, condition }))
  })
}

type ReadClause = Omit<Claim, 'statement'> & Pick<Polarity, 'elliptic'>

function readClause(clause: Clause, context: string): ReadClause | null {
  const rules = CLAIM_RULES[clause.language]
  const read = clause.quoted ? null : readPolarity(clause.text, rules)
  if (!read) return null
  if (!read.explicit && (clause.isLabel || rules.negativeContext.test(context))) return null
  const { about, condition } = splitCondition(read.rest, rules)
  return { ...read, about, condition: read.condition || condition }
}

/** `always use pnpm, never npm`: the second clause may leave the verb of the first out. */
function topicsOf({ about, elliptic }: ReadClause, verb: string): readonly string[] {
  const said = elliptic && verb !== '' ? [about, `${verb} ${about}`] : [about]
  return said.flatMap(alternatives)
}

interface Polarity {
  readonly rest: string
  readonly allows: boolean
  readonly explicit: boolean
  readonly condition: string
  /** A refusal that may have no verb of its own. */
  readonly elliptic: boolean
}

const BARE = { allows: true, explicit: false, elliptic: false } as const

function readPolarity(text: string, rules: ClaimRules): Polarity | null {
  const condition = rules.condition.test(text) ? text : ''
  let rest = text
  for (let count = 0; count < 4 && rules.filler.test(rest); count++) {
    rest = rest.replace(rules.filler, '')
  }
  const no = rules.no.exec(rest)?.[0]
  if (no !== undefined) {
    const behind = rest.slice(no.length).replace(/^(?:using|be using)\s+/, 'use ')
    return { rest: behind, allows: false, explicit: true, elliptic: true, condition }
  }
  const avoided = rules.avoid.exec(rest)?.[1]
  if (avoided !== undefined) {
    const what = rules === CLAIM_RULES.zh ? `使用${avoided}` : `use ${avoided}`
    return { rest: what, allows: false, explicit: true, elliptic: false, condition }
  }
  const yes = rules.yes.exec(rest)?.[0]
  if (yes !== undefined) {
    return { ...BARE, rest: rest.slice(yes.length), explicit: true, condition }
  }
  const infix = rules.modal.test(rest) ? rules.infix.exec(rest) : null
  if (infix?.[1] && infix[2] && infix[3]) {
    const allows = !rules.negated.test(infix[2])
    return { rest: `${infix[1]} ${infix[3]}`, allows, explicit: true, elliptic: false, condition }
  }
  return rest === '' ? null : { ...BARE, rest, condition }
}

function splitCondition(
  text: string,
  rules: ClaimRules,
): { readonly about: string; readonly condition: string } {
  for (const match of ` ${text}`.matchAll(rules.qualifier)) {
    // A list of alternatives is no condition, and `push to main` is no push under a condition.
    if (/^\s(?:or|and)\s/.test(match[0])) continue
    const end = Math.max(0, match.index - 1)
    const about = normalise(text.slice(0, end))
    if (rules === CLAIM_RULES.en && !about.includes(' ')) continue
    return { about, condition: normalise(text.slice(end)) }
  }
  return { about: normalise(text), condition: '' }
}

/** `use npm or yarn` is about both; what comes behind the last `or` shares the verb. */
function alternatives(about: string): readonly string[] {
  const [first = '', ...more] = about.split(/\s+(?:or|and)\s+|或(?:者)?|、/)
  if (more.length === 0) return [about]
  const [verb = ''] = first.split(' ')
  const simple = more.every((one) => one.split(' ').length === 1 && one !== '')
  return simple && verb !== '' ? [first, ...more.map((one) => `${verb} ${one}`)] : [about]
}

function normalise(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}\s+#./@_-]/gu, ' ')
    .replace(/\b(?:a|an|the|any|your|our)\b/g, ' ')
    .replace(/(?<=[a-rt-z]{2})(?<!\bthi)s\b/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function isComparable(about: string, language: 'en' | 'zh'): boolean {
  if (CLAIM_RULES[language].pronoun.test(about)) return false
  if (language === 'zh') return about.length >= MIN_LETTERS && about.length <= 24
  const words = about.split(' ')
  return words.length >= 2 && words.length <= MAX_WORDS && about.length > MIN_LETTERS
}
