import { diffLines } from '../../compare/diff-lines.ts'
import { createLineIndex } from '../../text/line-index.ts'
import { THREAT_SEVERITIES } from '../policy/guard-policy.ts'
import type { ThreatFinding } from '../threats/threat-finding.ts'
import { addressesOf, CAPABILITIES, type Capability, capabilitiesOf } from './capabilities.ts'
import type { ChangeReview, ReviewedAddition, ReviewOptions } from './change-review.ts'
import { countLimits, isImperative } from './find-imperative.ts'
import { findResembling } from './find-resembling.ts'
import { readSegments, type Segment } from './read-segments.ts'

/**
 * Says what a change brings in: the sentences and lines of code that the text of
 * before does not hold, wherever they stand and however lines are broken, with the
 * orders, commands, hosts and capabilities in them. An empty `before` makes
 * everything an addition. Deterministic, linear but for a bounded comparison.
 */
export function reviewChange(
  before: string,
  after: string,
  options: ReviewOptions = {},
): ChangeReview {
  const { style = 'markdown', findings = [] } = options
  const old = readSegments(before, style)
  const { added, removed } = compareSegments(old, readSegments(after, style))
  const had = {
    capabilities: new Set(old.flatMap((one) => capabilitiesOf(one.text))),
    hosts: hostsOf(before),
  }
  const resembling = findResembling(added, removed)
  const read = createReader({ after, had, findings })
  const isRecut = createRecutTest(removed)
  const judged = added.map((segment, index) =>
    read(segment, { was: resembling[index] ?? null, isRecut: isRecut(segment) }),
  )
  const index = createLineIndex(before)
  const successors = new Map(resembling.map((one, at) => [one, added[at]]))
  const lifted = removed
    .filter((one) => losesLimits(one, successors.get(one)))
    .map(({ text, start }) => ({ text, line: index.position(start).line }))
  const additions = [...judged].sort(
    (a, b) => b.weight - a.weight || a.line - b.line || a.column - b.column,
  )
  const shown = new Set(additions.flatMap((one) => one.capabilities))
  return {
    additions,
    lifted,
    newCapabilities: CAPABILITIES.filter((one) => shown.has(one) && !had.capabilities.has(one)),
    newHosts: [...new Set(additions.flatMap((one) => one.newHosts))],
  }
}

/** What stands in only one of the two, each as often as it stands there more often. */
function compareSegments(
  before: readonly Segment[],
  after: readonly Segment[],
): { readonly added: readonly Segment[]; readonly removed: readonly Segment[] } {
  return { added: withoutOnes(after, before), removed: withoutOnes(before, after) }
}

function withoutOnes(all: readonly Segment[], known: readonly Segment[]): readonly Segment[] {
  const left = new Map<string, number>()
  for (const one of known) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1)
  return all.filter((one) => {
    const key = keyOf(one)
    const count = left.get(key) ?? 0
    if (count > 0) left.set(key, count - 1)
    return count === 0
  })
}

const MAX_SEARCHED = 300_000

/** Whether a segment is nothing but words that stood together before, cut at other places. */
function createRecutTest(removed: readonly Segment[]): (segment: Segment) => boolean {
  const texts = new Map<string, string[]>()
  for (const { kind, text } of removed) {
    const list = texts.get(kind)
    if (list) list.push(text)
    else texts.set(kind, [text])
  }
  const joined = new Map([...texts].map(([kind, list]) => [kind, ` ${list.join(' ')} `]))
  // Each added segment searches the whole: a text so long is compared without this.
  for (const [kind, text] of joined) if (text.length > MAX_SEARCHED) joined.delete(kind)
  return ({ kind, text }) => joined.get(kind)?.includes(` ${text} `) ?? false
}

/** Between ideographs a broken line leaves a blank that means nothing. */
const IDEOGRAPH_GAP =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}，。、！？；：]) (?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/gu

function keyOf({ kind, text, language }: Segment): string {
  return `${kind} ${language}\n${text.replace(IDEOGRAPH_GAP, '')}`
}

function hostsOf(text: string): ReadonlySet<string> {
  return new Set(addressesOf(text).map(({ host }) => host))
}

/** A sentence that forbade or excepted is gone, or was edited into one that does so less. */
function losesLimits(removed: Segment, successor: Segment | undefined): boolean {
  const limits = countLimits(removed.text)
  return limits > 0 && (successor === undefined || countLimits(successor.text) < limits)
}

interface ReadingContext {
  readonly after: string
  readonly had: {
    readonly capabilities: ReadonlySet<Capability>
    readonly hosts: ReadonlySet<string>
  }
  readonly findings: readonly ThreatFinding[]
}

/** What a segment was before, as far as it was. */
interface Origin {
  readonly was: Segment | null
  readonly isRecut: boolean
}

type ReadAddition = (segment: Segment, origin: Origin) => ReviewedAddition

function createReader({ after, had, findings }: ReadingContext): ReadAddition {
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
