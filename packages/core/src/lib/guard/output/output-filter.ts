import { CoreError } from '../../core-error.ts'
import { OPENING_BRACKETS } from '../angle-brackets.ts'
import { createTagDetector } from './boundary-tag.ts'
import { candidatePattern } from './candidate-pattern.ts'
import { createValueDetector, knownValues } from './known-value.ts'
import { markOf, type OutputFinding, type Stopped } from './output-finding.ts'
import { createPlaceCounter } from './place-counter.ts'
import { createAddressDetector, LOOK_BEHIND } from './remote-address.ts'
import { detectSecretShape } from './secret-shape-detector.ts'
import { SECRET_SHAPES } from './secret-shapes.ts'
import { detectTerminalEscape } from './terminal-escape.ts'
import { createReader, type TextReader } from './text-reader.ts'

/** A shorter value would be found in ordinary words. */
const SHORTEST_VALUE = 6

export interface OutputFilterOptions {
  /** A word that stands in the prompt and nowhere else. */
  readonly canary?: string
  /** Values that must not come out in any common encoding; at least six characters each. */
  readonly knownSecrets?: readonly string[]
  /** Names of the elements that the prompt is made of. Default: none. */
  readonly boundaryNames?: readonly string[]
  /** Hosts that images and links may carry data to; `*.` in front stands for every subdomain. Default: none. */
  readonly allowHosts?: readonly string[]
  /** Is told of each finding as it is stopped; `findings` then stays empty, so that an output without end fits. */
  readonly onFinding?: (finding: OutputFinding) => void
}

export interface FilteredOutput {
  readonly text: string
  /** In the order of their places. */
  readonly findings: readonly OutputFinding[]
}

export interface OutputFilter {
  /** Takes the next part of the output and gives what may be shown by now; what could still become something to stop waits. */
  readonly push: (chunk: string) => string
  /** Gives the rest. Nothing may follow. */
  readonly end: () => string
  /** What was stopped so far, in the order of the places. */
  readonly findings: readonly OutputFinding[]
}

/**
 * Filters what a model says before anybody reads it. What it stops becomes a mark
 * such as `⟦stopped: known secret⟧`; everything else passes byte for byte, and the
 * result does not depend on how the text was cut into chunks. At most about 9,000
 * characters wait, and the longest known value. Throws a `CoreError` for a value
 * of fewer than six characters and for text behind the end.
 */
export function createOutputFilter(options: OutputFilterOptions = {}): OutputFilter {
  const rules = createRules(options)
  const findings: OutputFinding[] = []
  const report = options.onFinding ?? ((finding: OutputFinding) => void findings.push(finding))
  const state = { text: '', at: 0, offset: 0, ended: false }
  const place = createPlaceCounter()
  const advance = (chunk: string, complete: boolean): string => {
    if (state.ended) throw new CoreError('filter-misused', 'The output filter has ended.')
    state.ended = complete
    state.text += chunk
    const text = complete ? state.text : withoutOpenPair(state.text)
    const passed = pass(rules, { text, at: state.at, complete })
    for (const one of passed.stopped) {
      report({ ...toFinding(one, state.offset), ...place.at(text, one.start) })
    }
    const dropped = Math.max(0, passed.at - LOOK_BEHIND)
    place.drop(text, dropped)
    state.text = state.text.slice(dropped)
    state.at = passed.at - dropped
    state.offset += dropped
    return passed.out
  }
  return { push: (chunk) => advance(chunk, false), end: () => advance('', true), findings }
}

/** Filters a whole text; see {@link createOutputFilter}. */
export function filterOutput(text: string, options: OutputFilterOptions = {}): FilteredOutput {
  const filter = createOutputFilter(options)
  const shown = filter.push(text)
  return { text: shown + filter.end(), findings: filter.findings }
}

type Detector = (reader: TextReader, at: number) => Stopped | undefined

interface Rules {
  /** Finds the next unit at which a detector could find something. */
  readonly candidate: RegExp
  /** In the order in which they are asked; the first answer counts. */
  readonly detectors: readonly Detector[]
}

function createRules(options: OutputFilterOptions): Rules {
  const { canary, knownSecrets = [], boundaryNames = [], allowHosts = [] } = options
  const given = canary === undefined ? knownSecrets : [canary, ...knownSecrets]
  if (given.some((value) => value.length < SHORTEST_VALUE)) {
    const message = `A canary or secret must have at least ${SHORTEST_VALUE} characters.`
    throw new CoreError('filter-misused', message)
  }
  const values = knownValues(canary, knownSecrets)
  const texts = [
    ...values.flatMap(({ forms }) => forms),
    ...SECRET_SHAPES.map(({ prefix }) => prefix),
    ...OTHER_STARTS,
  ]
  const units = boundaryNames.length > 0 ? Array.from(OPENING_BRACKETS, (one) => one.charAt(0)) : []
  return {
    candidate: candidatePattern({ units, texts }),
    detectors: [
      createAddressDetector({ values, allowHosts }),
      createValueDetector(values),
      detectSecretShape,
      createTagDetector(boundaryNames),
      detectTerminalEscape,
    ],
  }
}

/** How addresses, private keys and signed tokens begin. */
const OTHER_STARTS = ['ht', 'hT', 'Ht', 'HT', '//', '/\\', '\\/', '\\\\', '--', 'ey']

interface Passed {
  readonly out: string
  readonly stopped: readonly PlacedStop[]
  /** The offset of what waits for more text. */
  readonly at: number
}

interface PlacedStop extends Stopped {
  readonly start: number
}

/** Goes through a text until its end, or until a detector needs more of it. */
function pass(
  rules: Rules,
  input: { readonly text: string; readonly at: number; readonly complete: boolean },
): Passed {
  const out: string[] = []
  const stopped: PlacedStop[] = []
  let at = input.at
  while (at < input.text.length) {
    const next = nextCandidate(rules, input.text, at)
    out.push(input.text.slice(at, next))
    at = next
    if (at === input.text.length) break
    const reader = createReader(input.text, input.complete)
    const found = firstFound(rules, reader, at)
    if (reader.isStarved()) break
    if (found) stopped.push({ ...found, start: at })
    out.push(found ? markOf(found.kind) : input.text.charAt(at))
    at = found?.end ?? at + 1
  }
  return { out: out.join(''), stopped, at }
}

/** A text without the first half of a pair whose second half has not arrived. */
function withoutOpenPair(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
}

function nextCandidate({ candidate }: Rules, text: string, from: number): number {
  candidate.lastIndex = from
  return candidate.exec(text)?.index ?? text.length
}

/** What the first detector says that finds something or has to wait for more text. */
function firstFound(rules: Rules, reader: TextReader, at: number): Stopped | undefined {
  for (const detector of rules.detectors) {
    const found = detector(reader, at)
    if (found || reader.isStarved()) return found
  }
  return undefined
}

function toFinding(
  { kind, message, start, end }: PlacedStop,
  offset: number,
): Omit<OutputFinding, 'line' | 'column'> {
  return { kind, message, span: { start: start + offset, end: end + offset } }
}
