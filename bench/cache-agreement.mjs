/**
 * Whether the simulator bills what another one bills, token for token, on timelines by chance:
 * `node bench/cache-agreement.mjs PATH`, where PATH is a module with a class `AnthropicCache`.
 */
import { createPromptCache, findCacheProfile } from '@onesoul/core/cache'
import { chanceTimeline } from './lib/cache-chance.mjs'
import { billsOf, openOtherCache, otherRules } from './lib/other-cache.mjs'
import { printTable } from './lib.mjs'

const TIMELINES = 10_000

const path = process.argv[2]
if (path === undefined) throw new Error('usage: node bench/cache-agreement.mjs PATH')
const { AnthropicCache, MendedCache } = await openOtherCache(path)

const counts = {
  requests: 0,
  agree: 0,
  mended: 0,
  faultless: 0,
  unexplained: 0,
  reads: 0,
  marks: 0,
}
const first = []
for (let seed = 1; seed <= TIMELINES; seed++) compare(seed)
printTable(`${TIMELINES} timelines, ${counts.requests} requests with ${counts.marks} marks`, [
  ['', 'timelines'],
  ['billed alike, token for token', String(counts.agree)],
  ['differ', String(TIMELINES - counts.agree)],
  ['  and are alike once the known fault is mended', String(counts.mended)],
  ['  without an orphan on their way', String(counts.faultless)],
  ['  for another reason', String(counts.unexplained)],
  ['requests that read something', String(counts.reads)],
])
for (const line of first) console.log(line)
process.exitCode = counts.unexplained + counts.faultless > 0 || counts.reads === 0 ? 1 : 0

function compare(seed) {
  const { rules, requests } = chanceTimeline(seed)
  const { value } = findCacheProfile('anthropic', 'claude-sonnet-4-5')
  const ours = createPromptCache({ ...value, ...rules }, { ttlModel: rules.ttlModel })
  const bills = requests.map((request) => ours.send(request)).map(ourBill)
  const other = billsOf(new AnthropicCache(otherRules(rules)), requests)
  counts.requests += requests.length
  counts.marks += requests.reduce((sum, { marks }) => sum + marks.length, 0)
  counts.reads += bills.filter(([read]) => read > 0).length
  if (isSame(bills, other)) {
    counts.agree++
    return
  }
  const mended = new MendedCache(otherRules(rules))
  const same = isSame(bills, billsOf(mended, requests))
  if (same) counts.mended++
  else counts.unexplained++
  if (mended.dropped === 0) counts.faultless++
  if (!same && first.length < 3) first.push(`seed ${seed}: ${JSON.stringify({ bills, other })}`)
}

function ourBill({ read, written, plain, total, cost, hit }) {
  return [read, written['5m'] ?? 0, written['1h'] ?? 0, plain, total, Math.round(cost * 1000), hit]
}

function isSame(bills, others) {
  return JSON.stringify(bills) === JSON.stringify(others)
}
