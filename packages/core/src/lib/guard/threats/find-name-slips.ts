import type { ThreatRule } from './threat-rule.ts'

/** What a name that imitates another is reported as. */
export const NAME_SLIP: ThreatRule = {
  id: 'supply-chain.name-slip',
  version: 1,
  family: 'supply-chain',
  severity: 'high',
  title: 'A name one slip away from a common word, as names are that imitate others.',
  languages: ['en'],
  patterns: [],
}

const COMMON: ReadonlySet<string> = new Set(
  `analyzer analyser assistant authenticator autoupdater backup browser builder calculator calendar checker cleaner client
clipboard compiler compressor configurator connector converter counter crawler creator dashboard database debugger
decoder deployer deployment detector diagnostic diagnostics dispatcher docker downloader editor encoder explorer exporter
extractor fetcher filter finder formatter gateway generator github helper highlighter importer inspector installer
integration interpreter kubernetes launcher linter listener loader logger manager markdown metrics migrator minifier monitor
network notifier optimizer organizer package parser password permission playwright postgres prettier previewer processor
profiler publisher reader reporter requests resolver runner scanner scheduler scraper screenshot searcher security
selenium serializer server snapshot snippet splitter sqlite storage summarizer template tester tokenizer tracker
transcriber transformer translator typescript updater upgrader uploader utility utilities validator verifier viewer
watcher weather webhook workflow wrapper lodash express pandas django fastapi webpack eslint axios toolkit string template schema config commit deploy script search format metric number object pretty sorter sanitizer stringify indexer bundler tracer writer merger mapper matcher hasher encryptor collector organizer highlighter visualizer simplifier aggregator orchestrator comparator benchmark coverage dependency environment license version release changelog pipeline terminal registry cluster container endpoint response request session cookie thread process memory`.split(
    /\s+/,
  ),
)
const SHORTEST = 6
const NAME = /^---\r?\n(?:(?!---).*\r?\n){0,40}?name:[ \t]*["']?([\w.-]{3,64})/

/** Finds a part of the name in the frontmatter that swaps two letters of a common word, or one vowel. */
export function findNameSlip(
  text: string,
): { readonly start: number; readonly end: number } | undefined {
  if (!text.startsWith('---')) return undefined
  const match = NAME.exec(text.slice(0, 4_000))
  const name = match?.[1]
  if (match === null || name === undefined) return undefined
  if (!name.toLowerCase().split(/[-_.]/).some(isSlip)) return undefined
  const start = match[0].length - name.length
  return { start, end: start + name.length }
}

function isSlip(part: string): boolean {
  if (part.length < SHORTEST || COMMON.has(part)) return false
  for (const word of COMMON) {
    if (word.length === part.length ? isSwapped(part, word) : isShortened(part, word)) return true
  }
  return false
}

/** Two letters swapped, or one vowel for another. */
function isSwapped(part: string, word: string): boolean {
  const at = firstDifference(part, word)
  const swapped = part.charAt(at) === word.charAt(at + 1) && part.charAt(at + 1) === word.charAt(at)
  if (swapped) return part.slice(at + 2) === word.slice(at + 2)
  const vowels = 'aeiou'.includes(part.charAt(at)) && 'aeiou'.includes(word.charAt(at))
  return vowels && part.slice(at + 1) === word.slice(at + 1)
}

/** One letter left out or doubled inside the word; at its end that would be another form of it. */
function isShortened(part: string, word: string): boolean {
  if (Math.abs(part.length - word.length) !== 1) return false
  const [short, long] = part.length < word.length ? [part, word] : [word, part]
  const at = firstDifference(short, long)
  return at > 0 && at < short.length && short.slice(at) === long.slice(at + 1)
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a.charAt(at) === b.charAt(at)) at++
  return at
}
