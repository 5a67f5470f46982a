/**
 * Measures the threat scanner on a folder of labelled texts and prints the table
 * of SECURITY.md; exits 1 when a goal is missed. `node bench/scanner.mjs [FOLDER]`,
 * the folder also from ONESOUL_CORPUS: malicious.jsonl and benign.jsonl, one text a
 * line with label, tier, category, carrier, cluster, text. No text is ever printed.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { scanThreats } from '@onesoul/core/threats'
import { printTable } from './lib.mjs'
import { printSpeed } from './scanner-speed.mjs'

/** Six phrases that a published scanner looks for, in our words: what such a list reaches. */
const SIX_PATTERNS = [
  /\bignore\s+(?:all|above|prior|previous)\s+instructions/i,
  /do\s+not\s+tell\s+the\s+user/i,
  /system\s+prompt\s+override/i,
  /disregard\s+(?:all|any|your)\s+(?:guidelines|instructions|rules)/i,
  /curl\s[^\n]*\$\{?\w*(?:API|CREDENTIAL|KEY|PASSWORD|SECRET|TOKEN)/i,
  /cat\s[^\n]*(?:\.env|\.netrc|\.pgpass|credentials)/i,
]
const RANKS = { info: 0, low: 1, medium: 2, high: 3, critical: 4 }
const CARRIERS = { skill: 'skill', skill_bundle: 'skill', code: 'code', context: 'context' }

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    mb: { type: 'string', default: '10' },
    categories: { type: 'boolean', default: false },
  },
})
const folder = positionals[0] ?? process.env.ONESOUL_CORPUS
if (folder === undefined) {
  console.error('Name the folder with malicious.jsonl and benign.jsonl, or set ONESOUL_CORPUS.')
  process.exit(1)
}

const items = [...(await read('malicious')), ...(await read('benign'))].map(judge)
const missed = []

const isPoisoned = ({ category }) => category.startsWith('poisoned_')
const isDropper = ({ category }) => /^malware_d/.test(category)
const isObfuscated = ({ category }) => /^own_(?!plain|breakout)/.test(category)
const isGated = (item) => item.tier === 'A-context' && !isPoisoned(item)
const malicious = items.filter(({ label }) => label === 'malicious')
const benign = items.filter(({ label }) => label === 'benign')

printRecall('Recall', [
  ['A-context without poisoned lines', malicious.filter(isGated), 85],
  ['  held third', malicious.filter((item) => isGated(item) && item.held)],
  ['  the rest', malicious.filter((item) => isGated(item) && !item.held)],
  ['  droppers', malicious.filter(isDropper), 100],
  ['  obfuscated', malicious.filter((item) => isGated(item) && isObfuscated(item)), 97],
  ['  broken structure', malicious.filter(({ category }) => /^own_breakout/.test(category))],
  ['  code with hidden order', malicious.filter(({ category }) => category === 'trojan_source')],
  ['  generated skills', malicious.filter(({ category }) => /^skillfortify/.test(category))],
  ['  real and hand-made', malicious.filter((item) => isGated(item) && isHandMade(item))],
  ['A-context, one poisoned line', malicious.filter((item) => isPoisoned(item))],
  ['B-line', malicious.filter(({ tier }) => tier === 'B-line')],
  ['C-chat (not gated)', malicious.filter(({ tier }) => tier === 'C-chat')],
])
printRecall(
  'Recall by carrier, A-context without poisoned lines',
  byKey(malicious.filter(isGated), ({ carrier }) => carrier),
)
// The held third is in totals alone: a family of one would show its only text.
const shown = malicious.filter(({ held }) => !held)
printRecall('Recall by family, without the held third', byKey(shown, familyOf))
if (values.categories)
  printRecall(
    'By category',
    byKey(shown, ({ category }) => category),
  )
checkHeld()

printAlarms('False alarms', [
  ['A-context: real context files and skills', tier('A-context'), 1],
  ['  held third', tier('A-context').filter(({ held }) => held)],
  ['  the rest', tier('A-context').filter(({ held }) => !held)],
  ['A-hard: security prose', tier('A-hard').filter(({ category }) => /security/.test(category)), 3],
  ['A-hard: tricky characters', tier('A-hard').filter(({ category }) => /tricky/.test(category))],
  ['B-line', tier('B-line')],
  ['C-chat (not gated)', tier('C-chat')],
])
const partial = items.filter((item) => item.partial).length
console.log(`\n${partial} of ${items.length} texts were seen in part only`)

missed.push(
  ...printSpeed(items, { scan: scanThreats, patterns: SIX_PATTERNS, mb: Number(values.mb) }),
)
for (const goal of missed) console.log(`MISSED  ${goal}`)
process.exitCode = missed.length > 0 ? 1 : 0

async function read(label) {
  const text = await readFile(join(folder, `${label}.jsonl`), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function judge(item) {
  const scan = scanThreats(item.text, { carrier: CARRIERS[item.carrier] ?? 'text' })
  const rank = Math.max(-1, ...scan.findings.map(({ severity }) => RANKS[severity]))
  return {
    ...item,
    held: BigInt(`0x${createHash('sha256').update(item.cluster).digest('hex')}`) % 3n === 0n,
    block: rank >= RANKS.high,
    warn: rank >= RANKS.medium,
    partial: scan.partial.length > 0,
    six: SIX_PATTERNS.some((pattern) => pattern.test(item.text)),
  }
}

function isHandMade({ category }) {
  return !/^(?:own_|skillfortify|trojan_source)/.test(category)
}

function tier(name) {
  return benign.filter((item) => item.tier === name)
}

function byKey(group, keyOf) {
  const names = [...new Set(group.map(keyOf))].sort()
  return names.map((name) => [`  ${name}`, group.filter((item) => keyOf(item) === name)])
}

/** The source of a category, which is before its first underscore; for few texts, its tier. */
function familyOf({ category, tier: name }) {
  const [family] = /^(?:own_breakout|prompt_injection|[^_]+)/.exec(category)
  const size = malicious.filter((item) => item.category.startsWith(family)).length
  return `${name} ${size < 8 ? 'others' : family}`
}

function printRecall(title, groups) {
  printGroups(title, groups, (share, goal) => share < goal)
}

function printAlarms(title, groups) {
  printGroups(title, groups, (share, goal) => share > goal)
}

function printGroups(title, groups, isMissed) {
  const rows = groups.map(([name, group, goal]) => {
    const share = (100 * group.filter(({ block }) => block).length) / group.length
    if (goal !== undefined && isMissed(share, goal)) {
      missed.push(`${name.trim()}: ${share.toFixed(2)} % at block level, goal ${goal} %`)
    }
    return [name, ...cells(group), clusterShare(group, 'block'), percent(group, 'six')]
  })
  printTable(title, [
    ['group', 'n', 'block', '95 %', 'warn', '95 %', 'block by cluster', 'six patterns'],
    ...rows,
  ])
}

function cells(group) {
  return [
    String(group.length),
    percent(group, 'block'),
    wilson(group, 'block'),
    percent(group, 'warn'),
    wilson(group, 'warn'),
  ]
}

function percent(group, level) {
  if (group.length === 0) return '-'
  return ((100 * group.filter((item) => item[level]).length) / group.length).toFixed(1)
}

/** One vote for each cluster of near-duplicates. */
function clusterShare(group, level) {
  if (group.length === 0) return '-'
  const clusters = new Map()
  for (const item of group) {
    const votes = clusters.get(item.cluster) ?? []
    clusters.set(item.cluster, [...votes, Number(item[level])])
  }
  const votes = [...clusters.values()].map(
    (members) => members.reduce((sum, vote) => sum + vote, 0) / members.length,
  )
  return ((100 * votes.reduce((sum, vote) => sum + vote, 0)) / votes.length).toFixed(1)
}

/** The Wilson interval at 95 %. */
function wilson(group, level) {
  const n = group.length
  if (n === 0) return '-'
  const z = 1.96
  const p = group.filter((item) => item[level]).length / n
  const middle = (p + (z * z) / (2 * n)) / (1 + (z * z) / n)
  const half = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n)
  return `${(100 * Math.max(0, middle - half)).toFixed(1)}-${(100 * Math.min(1, middle + half)).toFixed(1)}`
}

/** What was never looked at must be caught about as well as what was. */
function checkHeld() {
  const share = (held) => {
    const group = malicious.filter((item) => isGated(item) && item.held === held)
    return (100 * group.filter(({ block }) => block).length) / group.length
  }
  const distance = share(false) - share(true)
  console.log(`\nThe held third is caught ${distance.toFixed(1)} points less often than the rest.`)
  if (Math.abs(distance) > 5)
    missed.push(`held third: ${distance.toFixed(1)} points apart, at most 5`)
}
