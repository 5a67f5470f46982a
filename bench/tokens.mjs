import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createExactCounter } from '@onesoul/agents/tokens'
import { estimateTokens } from '@onesoul/core/tokens'
import { printTable } from './lib.mjs'
import { installPeer } from './peers.mjs'

/** The error of estimates by kind of text, beside chars/4 and tokenx, and the time of exact counters on texts that are hard for them. */
const root = fileURLToPath(new URL('..', import.meta.url))
const SLICE = 3000
const MAX_SLICES = 40

const folder = await installPeer('tokenx@2.2.0')
const { exports: entries, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const entry = entries?.['.']?.default ?? entries?.['.']?.import ?? entries?.['.'] ?? main
const { estimateTokenCount } = await import(pathToFileURL(join(folder, entry)).href)

const counters = {
  o200k: createExactCounter({ encoding: 'o200k' }),
  claude: createExactCounter({ encoding: 'claude' }),
}
const FAMILY = { o200k: 'gpt', claude: 'claude' }

const missed = []
for (const [encoding, counter] of Object.entries(counters)) {
  const rows = []
  for (const [name, slices] of Object.entries(corpora())) {
    const exact = await Promise.all(slices.map(async (text) => (await counter.count(text)).tokens))
    const errors = (estimate) => slices.map((text, at) => estimate(text) / exact[at] - 1)
    const chars = slices.join('').length / exact.reduce((a, b) => a + b)
    const own = errors((text) => estimateTokens(text, { family: FAMILY[encoding] }))
    const others = [(text) => text.length / 4, estimateTokenCount].map((one) => mean(errors(one)))
    rows.push({ name, chars, own, means: [mean(own), ...others] })
  }
  printTable(`Mean error against ${encoding}, slices of ${SLICE} characters`, [
    ['texts', 'chars/token', 'OneSoul', '5 to 95 %', 'chars/4', 'tokenx 2.2.0'],
    ...rows.map(({ name, chars, own, means: [ours, ...others] }) => {
      const sorted = own.toSorted((a, b) => a - b)
      const range = `${percent(quantile(sorted, 0.05))} … ${percent(quantile(sorted, 0.95))}`
      return [name, chars.toFixed(2), percent(ours), range, ...others.map(percent)]
    }),
    ['mean of the sizes', '', ...sizesOf(rows)],
  ])
  const [ours, , quarter, tokenx] = sizesOf(rows).map((text) => Number.parseFloat(text))
  if (ours >= quarter || ours >= tokenx) missed.push(`${encoding}: not below chars/4 and tokenx`)
}

const random = (count, first, kinds) =>
  Array.from({ length: count }, (_, at) =>
    String.fromCodePoint(first + ((at * 7919 + ((at * at) % 104_729)) % kinds)),
  ).join('')
const HARD = {
  '20,000 times a': 'a'.repeat(20_000),
  '20,000 mixed letters': random(20_000, 0x61, 26),
  '20,000 mixed Han': random(20_000, 0x4e00, 20_000),
  '40,000 mixed Han': random(40_000, 0x4e00, 20_000),
}
const times = []
for (const [name, text] of Object.entries(HARD)) {
  const row = [name]
  for (const [encoding, counter] of Object.entries(counters)) {
    const start = performance.now()
    const { tokens, outcome } = await counter.count(text)
    const took = performance.now() - start
    if (outcome !== 'counted' || took > 1000) missed.push(`${name}, ${encoding}: ${took} ms`)
    row.push(`${took.toFixed(0)} ms, ${tokens} tokens`)
  }
  times.push(row)
}
printTable('Exact counters on runs without a boundary, each counted once', [
  ['text', ...Object.keys(counters)],
  ...times,
])
await Promise.all(Object.values(counters).map((counter) => counter.close()))
for (const miss of missed) console.error(`missed: ${miss}`)
if (missed.length > 0) process.exitCode = 1

function corpora() {
  const docs = files('docs', '.md').join('\n')
  const chinese = readFileSync(join(root, 'README.zh-CN.md'), 'utf8')
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const schema = readFileSync(join(root, 'biome.json'), 'utf8')
  const messages = (language) => {
    const path = `node_modules/typescript/lib/${language}/diagnosticMessages.generated.json`
    return Object.values(JSON.parse(readFileSync(join(root, path), 'utf8'))).join('\n')
  }
  const texts = {
    'English docs': docs,
    'Chinese and commands': chinese,
    'Chinese messages': messages('zh-cn'),
    TypeScript: files('packages/core/src/lib/compose', '.ts').join('\n'),
    'JSON with hashes': lock,
    'minified JSON': JSON.stringify(JSON.parse(schema)).concat(JSON.stringify(JSON.parse(lock))),
    'ids and times': ids(),
    French: messages('fr'),
    German: messages('de'),
    Polish: messages('pl'),
    Russian: messages('ru'),
    Japanese: messages('ja'),
    Korean: messages('ko'),
  }
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, slice(text)]))
}

function files(folder, ending) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
}

function slice(text) {
  const all = Array.from({ length: Math.max(1, Math.floor(text.length / SLICE)) }, (_, at) =>
    text.slice(at * SLICE, (at + 1) * SLICE),
  )
  const step = Math.max(1, Math.floor(all.length / MAX_SLICES))
  return all.filter((_, at) => at % step === 0).slice(0, MAX_SLICES)
}

/** Lines as logs have them, the same every time. */
function ids() {
  let seed = 1
  const hex = (length) =>
    Array.from({ length }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * 16).toString(16)
    }).join('')
  const line = (_, at) =>
    `2026-11-${10 + (at % 20)}T1${at % 10}:${10 + (at % 50)}:07.${100 + (at % 900)}Z ${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`
  return Array.from({ length: 800 }, line).join('\n')
}

function sizesOf(rows) {
  const size = (at) => percent(mean(rows.map(({ means }) => Math.abs(means[at]))))
  return [size(0), '', size(1), size(2)]
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
}

function percent(value) {
  return `${(value * 100).toFixed(1)} %`
}
