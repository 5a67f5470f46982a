import { createRandom } from './cache-random.mjs'

/** Around the edges of every life time, and of the moment at which an entry can be read. */
const GAPS = [
  0, 0.4, 1, 1.4, 1.5, 1.6, 3, 20, 120, 299, 300, 300.5, 301, 900, 3599, 3600, 3601, 9000,
]
const KINDS = ['text', 'text', 'tool_use', 'tool_use', 'tool_result', 'tool_result', 'thinking']

/** A timeline by chance: rules, and requests with marks that a provider takes. The same for the same seed. */
export function chanceTimeline(seed) {
  const random = createRandom(seed)
  const pick = (values) => values[random.below(values.length)]
  const rules = {
    minTokens: pick([512, 1024, 4096]),
    collapsesRuns: random.next() < 0.5,
    lookback: pick([20, 20, 20, 3]),
    ttlModel: random.next() < 0.7 ? 'segment' : 'entry',
  }
  const conversations = Array.from({ length: 1 + random.below(3) }, () => head(random))
  const marks = conversations.map(() => [])
  const requests = []
  let at = 0
  for (let count = 4 + random.below(12); count > 0; count--) {
    at += pick(GAPS)
    const index = random.below(conversations.length)
    conversations[index] = changed(conversations[index], random)
    marks[index] = marksFor(conversations[index], marks[index], random)
    requests.push({ at, blocks: conversations[index], marks: marks[index] })
  }
  return { rules, requests }
}

let serial = 0

function block(random) {
  const kind = KINDS[random.below(KINDS.length)]
  const role = kind === 'tool_use' || kind === 'thinking' ? 'assistant' : 'user'
  return { hash: `n${++serial}`, tokens: random.logarithmic(5, 900), part: 'messages', role, kind }
}

/** What all conversations of a timeline may share. */
function head(random) {
  const parts = ['tools', 'system', 'system']
  return parts.slice(0, 1 + random.below(3)).map((part, index) => ({
    hash: `head${index}`,
    tokens: 700 * (index + 1),
    part,
    kind: part === 'tools' ? 'tool' : 'text',
  }))
}

/** Mostly longer; now and then cut, edited in the middle, or as it was. */
function changed(blocks, random) {
  const chance = random.next()
  const added = Array.from({ length: random.logarithmic(1, 45) }, () => block(random))
  if (chance < 0.2) return blocks
  if (chance < 0.25) return blocks.slice(0, 1 + random.below(blocks.length))
  if (chance > 0.3) return [...blocks, ...added.slice(0, chance < 0.8 ? 6 : added.length)]
  const at = random.below(blocks.length)
  return [...blocks.slice(0, at), block(random), ...blocks.slice(at + 1)]
}

/** Up to four, an hour before 5 minutes: where the request before had one, near the end, or anywhere. */
function marksFor(blocks, before, random) {
  const places = new Set()
  for (let count = random.below(5); count > 0; count--) {
    const chance = random.next()
    const old = before[random.below(before.length)]?.index ?? blocks.length
    if (chance < 0.5 && old < blocks.length) places.add(old)
    else if (chance < 0.8) places.add(blocks.length - random.logarithmic(1, blocks.length))
    else places.add(random.below(blocks.length))
  }
  const sorted = [...places].toSorted((one, other) => one - other)
  const hours = random.below(sorted.length + 1)
  return sorted.map((index, order) => ({ index, ttl: order < hours ? '1h' : '5m' }))
}
