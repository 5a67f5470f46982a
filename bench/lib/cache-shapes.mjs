import { createRandom } from './cache-random.mjs'
import { addAgent, addChat, createSession, toolStep } from './cache-session.mjs'
import { ANTHROPIC, fleetOf } from './cache-workload.mjs'

/** Kinds of timelines whose sizes, gaps and lengths are drawn: `turns(seed)` makes one of them. */
export const SHAPES = [
  shape('short', 'a chat of 1–8 turns', (random) => chat(random, 1 + random.below(8))),
  shape('long', 'a chat of 10–60 turns', (random) => chat(random, random.logarithmic(10, 60))),
  shape('idle', 'a chat of 3–12 turns, bursts and pauses', bursts),
  shape('group', '2–6 people of one bot in turn', group),
  shape('fleet', '10–40 short chats of one bot in a day', fleet),
  shape('loop', 'a chat with loops of tools', talkWithTools),
  shape('agent', 'a tool agent that now and then waits', waitingAgent),
  shape('sub', 'an agent with sub-agents', subAgents),
  shape('jobs', 'jobs of one request, and short ones of tools', jobs),
  shape('restless', 'a chat whose memory and skills change', restless),
]

const CHANNELS = ['chat', 'im', 'slack', 'email']

function shape(id, title, make) {
  return {
    id,
    title,
    workload: (seed) => ({
      id: `${id} ${seed}`,
      title,
      seeds: [seed],
      model: ANTHROPIC,
      turns: () => make(createRandom(seed * 7919 + id.length * 104_729 + id.charCodeAt(0))),
    }),
  }
}

function pick(random, values) {
  return values[random.below(values.length)]
}

/** Gaps around a median of 10 s to 1 h, narrow or wide. */
function gapsOf(random, [least, most] = [10, 3600]) {
  const median = random.logarithmic(least, most)
  const width = random.between(0.3, 2.3)
  return () => Math.max(3, median * Math.exp(width * random.normal()))
}

function headOf(random) {
  return {
    tools: random.below(16),
    toolTokens: random.logarithmic(60, 400),
    stable: random.logarithmic(300, 9000),
    skills: random.logarithmic(100, 5000),
    user: random.logarithmic(50, 3000),
  }
}

function messagesOf(random) {
  return { asks: random.logarithmic(30, 1500), answers: random.logarithmic(60, 2500) }
}

function chat(random, turns) {
  const session = createSession({ channel: pick(random, CHANNELS), head: headOf(random) })
  addChat(session, { turns, ...messagesOf(random), gap: gapsOf(random) })
  return session.turns
}

function bursts(random) {
  const session = createSession({ channel: pick(random, CHANNELS), head: headOf(random) })
  const every = 1 + random.below(4)
  const pause = gapsOf(random, [360, 14_400])
  const gap = (turn) => (turn % every === 0 ? pause() : random.between(10, 120))
  addChat(session, { turns: 3 + random.below(10), ...messagesOf(random), gap })
  return session.turns
}

function group(random) {
  const head = headOf(random)
  const channel = pick(random, CHANNELS)
  const sizes = messagesOf(random)
  const gap = gapsOf(random)
  return fleetOf(2 + random.below(5), (index) => {
    const session = createSession({ user: `user-${index}`, channel, head })
    const start = random.wait(600)
    addChat(session, { turns: 1 + random.below(15), ...sizes, start, gap })
    return session
  })
}

function fleet(random) {
  const head = headOf(random)
  const channel = pick(random, CHANNELS)
  const sizes = messagesOf(random)
  const span = random.logarithmic(3600, 86_400)
  const gap = gapsOf(random)
  return fleetOf(10 + random.below(31), (index) => {
    const session = createSession({ user: `user-${index}`, channel, head })
    const start = random.next() * span
    addChat(session, { turns: 1 + random.below(8), ...sizes, start, gap })
    return session
  })
}

function talkWithTools(random) {
  const session = createSession({ channel: pick(random, CHANNELS), head: headOf(random) })
  const { asks, answers } = messagesOf(random)
  const gap = gapsOf(random)
  let at = 0
  let answer = []
  for (let turn = 1 + random.below(8); turn > 0; turn--) {
    session.send(at, [...answer, session.block('user', asks)])
    for (let step = random.below(10); step > 0; step--) {
      at += random.between(3, 40)
      const calls = random.logarithmic(1, 8)
      session.send(at, toolStep(session, random, { calls }), { kind: 'tool' })
    }
    answer = [session.block('assistant', answers)]
    at += gap()
  }
  return session.turns
}

function waitingAgent(random) {
  const session = createSession({ channel: 'tools', head: headOf(random) })
  const every = 3 + random.below(20)
  const wait = gapsOf(random, [60, 3600])
  addAgent(session, random, {
    steps: random.logarithmic(2, 60),
    most: random.logarithmic(1, 20),
    gap: (step) => (step % every === 0 ? wait() : random.between(4, 60)),
  })
  return session.turns
}

function subAgents(random) {
  const head = headOf(random)
  const own = random.next() < 0.5 ? headOf(random) : head
  const bot = own === head ? 'bot' : 'sub'
  const main = createSession({ session: 'main', channel: 'tools', head })
  const all = [main]
  let at = 0
  const every = 2 + random.below(6)
  for (let step = 0, steps = 3 + random.below(20); step < steps; step++) {
    const blocks =
      step === 0
        ? [main.block('user', 600)]
        : toolStep(main, random, { calls: 1 + random.below(4) })
    main.send(at, blocks, { kind: 'tool' })
    let end = at + random.between(4, 60)
    for (let index = step % every === 1 ? 1 + random.below(6) : 0; index > 0; index--) {
      const sub = createSession({
        bot,
        session: `sub-${step}-${index}`,
        channel: 'tools',
        head: own,
      })
      const start = at + 2 + random.next() * 3
      end = Math.max(end, addAgent(sub, random, { steps: 1 + random.below(12), start, most: 5 }))
      all.push(sub)
    }
    at = end
  }
  return all.flatMap(({ turns }) => turns)
}

function jobs(random) {
  const head = headOf(random)
  const pause = gapsOf(random, [60, 14_400])
  const isOneShot = random.next() < 0.5
  let start = 0
  return fleetOf(2 + random.below(20), (index) => {
    start += pause()
    const session = createSession({ session: `job-${index}`, channel: 'cron', head })
    if (isOneShot) session.send(start, [session.block('user', 600)], { kind: 'one-shot' })
    else addAgent(session, random, { steps: 1 + random.below(6), start, most: 4 })
    return session
  })
}

function restless(random) {
  const session = createSession({ channel: pick(random, CHANNELS), head: headOf(random) })
  const every = 2 + random.below(8)
  const each = (turn) => {
    if (turn % every === 1) session.change(pick(random, ['user', 'skills']), { tokens: 100 })
  }
  const turns = 4 + random.below(30)
  addChat(session, { turns, ...messagesOf(random), gap: gapsOf(random), each })
  return session.turns
}
