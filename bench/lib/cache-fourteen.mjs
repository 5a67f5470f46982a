import { createRandom, idleGap, messengerGap } from './cache-random.mjs'
import { addAgent, addChat, createSession, toolStep } from './cache-session.mjs'
import { BEDROCK, fleetOf, one, perSeed, several } from './cache-workload.mjs'

/** The workloads that the goals are set on; `turns(seed)` makes one. Those without chance have one seed. */
export const FOURTEEN = [
  one('a', 'chat, 50 turns, 30 s apart', () => chat({})),
  several('b1', 'tool agent, 40 steps of 1–30 calls', (random) => agent(random)),
  { ...several('b2', 'the same on plain blocks', (random) => agent(random)), model: BEDROCK },
  several('b3', 'the same, text between the calls', (random) => agent(random, { between: 0.5 })),
  one('c', 'memory changes every 10 turns', () =>
    chat({
      each: (index, session) => {
        if (index > 0 && index % 10 === 0) session.change('user')
      },
    }),
  ),
  perSeed('d1', '12 chats, 5 % of gaps > 5 min', (seed) =>
    chats(12, { factor: 97, seed, turns: 50, gap: idleGap }),
  ),
  perSeed('d2', '12 messengers, 30 % of gaps > 5 min', (seed) =>
    chats(12, { factor: 89, seed, turns: 30, gap: messengerGap, channel: 'im' }),
  ),
  several('e1', '200 sessions of one bot in 2 h', (random) => fleet(random, 7200)),
  several('e2', 'the same in 24 h', (random) => fleet(random, 86_400)),
  several('f', 'tool agent, 120 steps, summed up at 150k', (random) =>
    agent(random, { steps: 120, most: 8, compactAt: 150_000 }),
  ),
  one('g', 'skills change at turn 20', () =>
    chat({
      each: (index, session) => {
        if (index === 20) session.change('skills')
      },
    }),
  ),
  several('h', '100 one-shot jobs in 1 s', burst),
  one('i', 'a line with the time every turn', () =>
    chat({ each: (_, session) => ({ volatile: [session.block('user', 60)] }) }),
  ),
  perSeed('j', '8 messengers with tools', messengersWithTools),
]

function chat({ each }) {
  const session = createSession({})
  addChat(session, { each: (index) => each?.(index, session) })
  return session.turns
}

function agent(random, options = {}) {
  const session = createSession({ channel: 'tools' })
  addAgent(session, random, options)
  return session.turns
}

function chats(count, { factor, seed, turns, gap, channel = 'chat' }) {
  return fleetOf(count, (index) => {
    const random = createRandom(seed * factor + index)
    const session = createSession({ bot: `bot-${index}`, channel })
    addChat(session, { turns, start: index * 7200, gap: () => gap(random) })
    return session
  })
}

function fleet(random, span) {
  let start = 0
  return fleetOf(200, (index) => {
    start += random.wait(span / 200)
    const session = createSession({ user: `user-${index}`, channel: 'im', head: { user: 2000 } })
    addChat(session, { turns: 2 + random.below(13), start, gap: () => messengerGap(random) })
    return session
  })
}

function burst(random) {
  return fleetOf(100, (index) => {
    const session = createSession({ user: `user-${index}`, channel: 'cron' })
    session.send(random.next(), [session.block('user', 600)], { kind: 'one-shot' })
    return session
  })
}

function messengersWithTools(seed) {
  return fleetOf(8, (index) => {
    const random = createRandom(seed * 71 + index)
    const session = createSession({ user: `user-${index}`, channel: 'im' })
    addTalkWithTools(session, random, index * 1800)
    return session
  })
}

function addTalkWithTools(session, random, start) {
  let at = start
  let answer = []
  for (let turn = 0; turn < 12; turn++) {
    if (turn > 0) at += messengerGap(random)
    const steps = random.below(8)
    session.send(at, [...answer, session.block('user', 300)])
    for (let step = 0; step < steps; step++) {
      at += random.between(3, 20)
      const calls = random.logarithmic(1, 4)
      session.send(at, toolStep(session, random, { calls, text: 60 }), { kind: 'tool' })
    }
    answer = [session.block('assistant', 500)]
    at += 8
  }
}
