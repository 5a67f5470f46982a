import { CoreError } from '../core-error.ts'
import type { ExtraSection } from '../model/compose-input.ts'
import type { Audience, Half, SharedBy, Stability, Trust } from '../model/section.ts'
import { parseAudience } from '../select/audience.ts'
import { escapeForDisplay } from '../text/escape-for-display.ts'

export interface SectionOptions {
  /** 1–64 of `[A-Za-z0-9._-]`, beginning with a letter or digit. */
  readonly id: string
  /** `directives` take text of trust `operator` or `user` alone: what others wrote cannot bind. */
  readonly half: Half
  /** Who could have written the text; decides how it is guarded. */
  readonly trust: Trust
  /** `turn`: the section never enters the frozen part. */
  readonly stability: Stability
  readonly text: string
  /** Default: `bot` for `fixed`, else `session`. */
  readonly sharedBy?: SharedBy
  /** Default: `public` for directives, `owner` for context. */
  readonly audience?: Audience
  /** Higher is kept longer when a budget binds; slots have 500 to 950. Default: 300. */
  readonly priority?: number
  /** Code points of this section; longer text is cut. Default: `budget.perFile`. */
  readonly maxChars?: number
}

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const HALVES: readonly string[] = ['directives', 'context'] satisfies Half[]
const TRUSTS: readonly string[] = [
  'operator',
  'user',
  'project',
  'model',
  'external',
] satisfies Trust[]
const STABILITIES: readonly string[] = ['fixed', 'session', 'turn'] satisfies Stability[]
const SHARERS: readonly string[] = ['all', 'bot', 'tenant', 'user', 'session'] satisfies SharedBy[]

/**
 * Makes a section of the caller's own for `extra` or `turn`: a retrieval result,
 * an application's rule, a fact of the moment.
 *
 * @throws CoreError `section-invalid` with one sentence when a property does not
 * fit; the text itself is never refused.
 */
export function section(options: SectionOptions): ExtraSection {
  const { half, stability } = options
  const made: ExtraSection = {
    sharedBy: stability === 'fixed' ? 'bot' : 'session',
    audience: half === 'directives' ? 'public' : 'owner',
    priority: 300,
    ...options,
  }
  const fault = findSectionFault(made)
  if (fault !== null) throw new CoreError('section-invalid', fault)
  return made
}

/** What is wrong with a section of the caller's own, as one sentence; `null` when nothing is. */
export function findSectionFault(section: ExtraSection): string | null {
  if (!ID.test(section.id)) {
    return `the section id ${shown(section.id)} is not 1–64 of A–Z, a–z, 0–9, ".", "_", "-", beginning with a letter or digit`
  }
  const fault = findValueFault(section)
  return fault === null ? null : `section ${section.id}: ${fault}`
}

function findValueFault(section: ExtraSection): string | null {
  const { half, trust, stability, sharedBy, audience, priority, maxChars } = section
  if (typeof section.text !== 'string') return 'its text is no string'
  if (!HALVES.includes(half)) return oneOf('half', half, HALVES)
  if (!TRUSTS.includes(trust)) return oneOf('trust', trust, TRUSTS)
  if (!STABILITIES.includes(stability)) return oneOf('stability', stability, STABILITIES)
  if (!SHARERS.includes(sharedBy)) return oneOf('sharedBy', sharedBy, SHARERS)
  if (parseAudience(audience) === undefined) return oneOf('audience', audience, AUDIENCES)
  if (!Number.isFinite(priority)) return 'priority is no number'
  if (maxChars !== undefined && !(Number.isInteger(maxChars) && maxChars >= 0)) {
    return 'maxChars is no count of characters'
  }
  if (half === 'directives' && trust !== 'operator' && trust !== 'user') {
    return `text of trust ${trust} cannot bind: put it into the context half`
  }
  return null
}

const AUDIENCES = ['public', 'owner', 'user:<id>', 'group:<id>']

function oneOf(key: string, value: unknown, known: readonly string[]): string {
  return `${key} is ${shown(value)}, not one of ${known.join(', ')}`
}

function shown(value: unknown): string {
  return escapeForDisplay(String(value).slice(0, 80))
}
