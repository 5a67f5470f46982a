/** How long a plan takes: a conversation of 1,200 blocks, warm, one more block each time. Needs a build. */
import { createHash } from 'node:crypto'
import { findCacheProfile, planCache } from '@onesoul/core/cache'
import { printTable } from './lib.mjs'

const BLOCKS = [75, 150, 300, 600, 1200, 2400, 4800]
const TIMES = 400

if (import.meta.filename === process.argv[1]) report()

export function report() {
  const rows = BLOCKS.map((blocks) => [
    String(blocks),
    ...['anthropic/claude-opus-5', 'openai/gpt-5-6', 'deepseek/deepseek'].map((model) => {
      const times = timesOf(blocks, findCacheProfile(...model.split('/')).value)
      return `${times[Math.floor(TIMES / 2)].toFixed(3)} / ${times[Math.floor(TIMES * 0.95)].toFixed(3)}`
    }),
  ])
  printTable('a cache plan, warm, ms (median / 95 %)', [
    ['blocks', 'Anthropic', 'OpenAI 5.6', 'DeepSeek'],
    ...rows,
  ])
}

/** Sorted. Every plan is of its own objects, as from a program that reads a session from disk. */
function timesOf(blocks, profile) {
  const base = {
    profile,
    names: { bot: 'b', user: 'u', session: 's', channel: 'tools' },
    layers: layers(),
  }
  const history = Array.from({ length: blocks - 18 }, (_, index) => block(`h${index}`, index))
  const first = planCache({ ...base, history, at: 0 })
  const times = []
  for (let run = 0; run < TIMES; run++) {
    const more = [...history, block(`more${run}`, 1)].map((one) => ({ ...one }))
    const input = { ...base, history: more, at: 10, ...first.next }
    const start = performance.now()
    planCache(input)
    times.push(performance.now() - start)
  }
  return times.toSorted((one, other) => one - other)
}

function layers() {
  const tools = Array.from({ length: 15 }, (_, index) => ({
    ...block(`tool${index}`, 0),
    part: 'tools',
    kind: 'tool',
  }))
  const system = (id) => [{ hash: hashOf(id), tokens: 2000, part: 'system', kind: 'text' }]
  const layer = (id, scope, of) => ({ id, scope, current: { version: hashOf(id), blocks: of } })
  return [
    layer('tools', 'bot', tools),
    layer('persona', 'bot', system('persona')),
    layer('skills', 'bot', system('skills')),
    layer('user', 'user', system('user')),
  ]
}

function block(name, index) {
  const kind = ['text', 'tool_use', 'tool_result'][index % 3]
  const role = kind === 'tool_result' ? 'user' : 'assistant'
  return { hash: hashOf(name), tokens: 150, part: 'messages', role, kind }
}

function hashOf(name) {
  return createHash('sha256').update(name).digest('hex')
}
