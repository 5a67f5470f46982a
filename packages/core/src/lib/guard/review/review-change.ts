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
  const judged = added.map((segment, index) => read(segment, resembling[index] ?? null))
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

type ReadAddition = (segment: Segment, was: Segment | null) => ReviewedAddition

function createReader({ after, had, findings }: ReadingContext): ReadAddition {
  const index = createLineIndex(after)
  return (segment, was) => {
    const { text, kind, start, end } = segment
    const hits = findings.filter(({ span }) => span.start < end && span.end > start)
    const hosts = [...hostsOf(text)]
    const inserted = was === null ? text : insertedWords(was.text, text)
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
    const turned =
      was !== null &&
      (countLimits(was.text) !== countLimits(text) ||
        isImperative(inserted) ||
        addressesOf(inserted).length > 0)
    const fresh = capabilities.some((one) => !had.capabilities.has(one))
    return { ...addition, weight: weigh(addition, { hits, turned, fresh }) }
  }
}

const SHELL =
  /^(?:sh|bash|zsh|fish|shell|console|terminal|shell-session|powershell|pwsh|ps1|cmd|bat)\b/

function kindOf(
  { kind, text, language }: Segment,
  {
    capabilities,
    inserted,
  }: { readonly capabilities: readonly Capability[]; readonly inserted: string },
): ReviewedAddition['kind'] {
  if (kind !== 'code') return isImperative(text) || isImperative(inserted) ? 'order' : 'text'
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

/** The words of a sentence that stand between what it begins and ends with as before. */
function insertedWords(before: string, after: string): string {
  const [old, now] = [before.split(' '), after.split(' ')]
  const most = Math.min(old.length, now.length)
  let head = 0
  while (head < most && old[head] === now[head]) head++
  let tail = 0
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++
  return now.slice(head, now.length - tail).join(' ')
}

/** Characters that show nothing or move others. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\u2800]/u

interface Circumstances {
  readonly hits: readonly ThreatFinding[]
  /** A word that forbids or excepts came or went. */
  readonly turned: boolean
  /** It shows a capability that the text of before did not. */
  readonly fresh: boolean
}

function weigh(
  addition: Omit<ReviewedAddition, 'weight'>,
  { hits, turned, fresh }: Circumstances,
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
    (addition.was !== undefined && !turned ? -9 : 0)
  )
}
