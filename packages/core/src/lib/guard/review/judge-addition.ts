import { diffLines } from '../../compare/diff-lines.ts'
import { createLineIndex } from '../../text/line-index.ts'
import { THREAT_SEVERITIES } from '../policy/guard-policy.ts'
import type { ThreatFinding } from '../threats/threat-finding.ts'
import { addressesOf, type Capability, capabilitiesOf } from './capabilities.ts'
import type { ReviewedAddition } from './change-review.ts'
import { countLimits, isImperative } from './find-imperative.ts'
import type { Segment } from './segment.ts'

/** What an addition is judged against. */
export interface ReadingContext {
  readonly after: string
  readonly had: {
    readonly capabilities: ReadonlySet<Capability>
    readonly hosts: ReadonlySet<string>
  }
  readonly findings: readonly ThreatFinding[]
}

/** What a segment was before, as far as it was. */
export interface Origin {
  readonly was: Segment | null
  readonly isRecut: boolean
}

export type JudgeAddition = (segment: Segment, origin: Origin) => ReviewedAddition

/** Says of each added segment what it is and how much it weighs. */
export function createJudge({ after, had, findings }: ReadingContext): JudgeAddition {
  const index = createLineIndex(after)
  return (segment, { was, isRecut }) => {
    const { text, kind, start, end } = segment
    const hits = findings.filter(({ span }) => span.start < end && span.end > start)
    const hosts = [...hostsOf(text)]
    const inserted = was === null ? [] : insertedRuns(was.text, text)
    const capabilities = capabilitiesOf(text)
    const addition = {
      kind: kindOf(segment, { capabilities, inserted }),
      text,
      ...index.position(start),
      inComment: kind === 'comment',
      ...(was === null ? {} : { was: was.text }),
      capabilities,
      hosts,
      newHosts: hosts.filter((host) => !had.hosts.has(host)),
      rules: [...new Set(hits.map(({ rule }) => rule))],
    }
    const known = was === null ? isRecut : !isTurned({ was: was.text, text, inserted, isRecut })
    const fresh = capabilities.some((one) => !had.capabilities.has(one))
    return { ...addition, weight: weigh(addition, { hits, fresh, known }) }
  }
}

/** Whether an edit puts an order or an address in, or changes how often the sentence forbids or excepts. */
function isTurned(edit: {
  readonly was: string
  readonly text: string
  readonly inserted: readonly string[]
  readonly isRecut: boolean
}): boolean {
  const [before, after] = [countLimits(edit.was), countLimits(edit.text)]
  // What was joined with its neighbour has the limits of both.
  if (edit.isRecut) return after < before
  return (
    before !== after ||
    holdsOrder(edit.inserted) ||
    addressesOf(edit.inserted.join('\n')).length > 0
  )
}

/** The hosts that a text names. */
export function hostsOf(text: string): ReadonlySet<string> {
  return new Set(addressesOf(text).map(({ host }) => host))
}

const SHELL =
  /^(?:sh|bash|zsh|fish|shell|console|terminal|shell-session|powershell|pwsh|ps1|cmd|bat)\b/

function kindOf(
  { kind, text, language }: Segment,
  {
    capabilities,
    inserted,
  }: { readonly capabilities: readonly Capability[]; readonly inserted: readonly string[] },
): ReviewedAddition['kind'] {
  if (kind !== 'code') return isImperative(text) || holdsOrder(inserted) ? 'order' : 'text'
  if (isImperative(proseIn(text))) return 'order'
  return SHELL.test(language) || capabilities.length > 0 ? 'command' : 'text'
}

const COMMENT = /^(?:#+!?|\/\/+|\/?\*+|--|;+|%+|<!--|rem\b|'''|""")\s*(?=\S)/i
const VALUE = /^(?:- )?["']?[\w.-]{1,60}["']?\s?[:=]\s?["'`|>]?(?=\S)/

/** What of a line of code is written for readers: a comment, or the value of a key when it has several words. */
function proseIn(line: string): string {
  if (COMMENT.test(line)) return line.replace(COMMENT, '')
  const value = VALUE.test(line) ? line.replace(VALUE, '') : ''
  return value.split(' ').length > 2 ? value : ''
}

/** The runs of words that an edit put into a sentence. */
function insertedRuns(before: string, after: string): readonly string[] {
  const runs: string[][] = []
  let open = false
  for (const { kind, text } of diffLines(
    before.replaceAll(' ', '\n'),
    after.replaceAll(' ', '\n'),
  )) {
    if (kind === 'added') {
      if (open) runs.at(-1)?.push(text)
      else runs.push([text])
    }
    open = kind === 'added'
  }
  return runs.map((words) => words.join(' '))
}

/** One word in the place of another is an edit of the sentence, not a sentence of its own. */
function holdsOrder(runs: readonly string[]): boolean {
  return runs.some((run) => run.split(' ').length > 1 && isImperative(run))
}

/** Characters that show nothing or move others. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\u2800]/u

interface Circumstances {
  readonly hits: readonly ThreatFinding[]
  /** Its words stood there before, and none came or went that turns them around. */
  readonly known: boolean
  /** It shows a capability that the text of before did not. */
  readonly fresh: boolean
}

function weigh(
  addition: Omit<ReviewedAddition, 'weight'>,
  { hits, known, fresh }: Circumstances,
): number {
  const worst = Math.max(-1, ...hits.map(({ severity }) => THREAT_SEVERITIES.indexOf(severity)))
  return (
    10 * (worst + 1) +
    (HIDDEN.test(addition.text) ? 15 : 0) +
    (addition.newHosts.length > 0 ? 8 : 0) +
    (addition.inComment ? 6 : 0) +
    (addition.kind === 'text' ? 0 : 6) +
    (fresh ? 4 : 0) +
    2 * Math.min(2, addition.capabilities.length) +
    (known ? -15 : countLimits(addition.text) > 0 ? 3 : 0)
  )
}
