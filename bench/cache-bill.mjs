/**
 * What an agent of 200 turns is billed by another simulator, beside what was predicted: the real loop and the official
 * SDK against a scripted provider with parallel calls, cut streams, 429, 529 and a window that is summed up again and
 * again. `node bench/cache-bill.mjs PATH`, where PATH is a module with a class `AnthropicCache`; needs a build. Ends
 * with 1 when the two are more than 2 % apart, or when anything was lost or done twice.
 */
import { join } from 'node:path'
import { findCacheProfile } from '@onesoul/core/cache'
import { runnerImport } from 'vite'
import { sum } from './lib/cache-table.mjs'
import { billsOf, openOtherCache, otherRules } from './lib/other-cache.mjs'
import { printTable, root } from './lib.mjs'

const TURNS = 200
/** Per cent. */
const MOST_APART = 2
const FIXTURE = 'packages/agents/src/lib/anthropic/fixtures/long-conversation.ts'

const path = process.argv[2]
if (path === undefined) throw new Error('usage: node bench/cache-bill.mjs PATH')
const { AnthropicCache, MendedCache } = await openOtherCache(path)
const { module } = await runnerImport(join(root, FIXTURE), { configFile: false, logLevel: 'error' })
const talk = await module.holdLongConversation({ isOver: ({ turns }) => turns >= TURNS })
report(talk)

function report({ provider, predicted, events, ...rest }) {
  const { value } = findCacheProfile('anthropic', 'claude-opus-5')
  const rules = otherRules({ ...value, ttlModel: 'segment' })
  const bills = billsOf(new AnthropicCache(rules), provider.seen)
  const mended = new MendedCache(rules)
  const mendedBills = billsOf(mended, provider.seen)
  const touched = bills.filter((bill, at) => String(bill) !== String(mendedBills[at])).length
  const costs = {
    predicted: sum(provider.billed.map((index) => predicted[index])),
    own: sum(provider.bills.map(({ cost }) => cost)),
    other: sum(bills.map(costOf)),
    mended: sum(mendedBills.map(costOf)),
    uncached: sum(provider.bills.map(({ total }) => total)),
  }
  const tokens = (value) => Math.round(value).toLocaleString('en')
  const apart = (value) => `${(100 * (costs.predicted / value - 1)).toFixed(2)} %`
  const count = (type) => events.filter((event) => event.type === type).length
  printTable(
    `${TURNS} turns, ${provider.bodies.length} requests, ${bills.length} of them billed, ${count('call')} calls, ${count('retry')} sent again, ${count('compacted')} times summed up`,
    [
      ['', 'uncached input tokens', 'predicted is apart by'],
      ['predicted', tokens(costs.predicted), ''],
      ['billed by the other simulator', tokens(costs.other), apart(costs.other)],
      ['  with its known fault mended', tokens(costs.mended), apart(costs.mended)],
      ['billed by our own', tokens(costs.own), apart(costs.own)],
      ['nothing cached', tokens(costs.uncached), ''],
    ],
  )
  console.log(`\n  the known fault of the other simulator touches ${touched} requests`)
  judge({ ...rest, provider, off: Math.abs(100 * (costs.predicted / costs.other - 1)) })
}

function judge({ provider, deployed, compactedAt, history, off }) {
  const calls = provider.bodies.flatMap(({ messages }) => orphansIn(messages))
  const after = provider.bodies.slice(compactedAt[0] ?? provider.bodies.length)
  const lost = [...after.map(({ messages }) => messages), history].filter(
    (messages) => !JSON.stringify(messages).includes(module.PINNED),
  )
  const goals = [
    [`${off.toFixed(2)} % from the bill`, off <= MOST_APART, `≤ ${MOST_APART} %`],
    [`${provider.refusals.length} requests refused`, provider.refusals.length === 0, '0'],
    [`${calls.length} orphans of calls and results`, calls.length === 0, '0'],
    [
      `${deployed.length - new Set(deployed).size} of ${deployed.length} side effects done twice`,
      deployed.length > 0 && new Set(deployed).size === deployed.length,
      '0',
    ],
    [
      `${lost.length} of ${after.length} requests after the first summary without the pinned fact`,
      after.length > 0 && lost.length === 0,
      '0',
    ],
  ]
  console.log()
  for (const [what, met, goal] of goals) {
    console.log(`  ${met ? 'met   ' : 'MISSED'} ${what} (${goal})`)
  }
  if (goals.some(([, met]) => !met)) process.exitCode = 1
}

/** Ids of calls without a result right behind them, and of results without their call. */
function orphansIn(messages) {
  const ids = (message, type, key) =>
    (Array.isArray(message?.content) ? message.content : [])
      .filter((block) => block.type === type)
      .map((block) => block[key])
  return messages.flatMap((message, at) => {
    const open = ids(messages[at + 1], 'tool_result', 'tool_use_id')
    const known = ids(messages[at - 1], 'tool_use', 'id')
    return [
      ...ids(message, 'tool_use', 'id').filter((id) => !open.includes(id)),
      ...ids(message, 'tool_result', 'tool_use_id').filter((id) => !known.includes(id)),
    ]
  })
}

function costOf([, , , , , thousandths]) {
  return thousandths / 1000
}
