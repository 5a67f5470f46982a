import { FOURTEEN } from './cache-fourteen.mjs'
import { messengerGap } from './cache-random.mjs'
import { addAgent, addChat, createSession, toolStep } from './cache-session.mjs'
import { BEDROCK, fleetOf, several } from './cache-workload.mjs'

const OPENAI = ['openai', 'gpt-5.6']
const OLD_OPENAI = ['openai', 'gpt-5.2']
const GEMINI = ['gemini', 'gemini-3']
const DEEPSEEK = ['deepseek', 'deepseek-chat']

/** Work of machines, beyond the fourteen: agents, jobs and what other providers make of the same requests. */
export const MACHINES = [
  several('m1', '25 sub-agents at four points, one head', subAgents),
  several('m2', 'ten jobs every night for a week, a chat by day', nightly),
  {
    ...several('m3', '60 calls at a time on plain blocks', (random) => parallel(random)),
    model: BEDROCK,
  },
  several('m4', 'an agent that waits 6 to 40 min for approval', approvals),
  several('m5', 'summed up at 60k, half of the time after an hour', compactedCold),
  several('m6', '40 webhooks in 3 s, of three steps each', agents(40, 'webhook', webhook)),
  several('m7', 'a job every 50 min for two days', agents(57, 'cron', job)),
  several('m8', 'thinking of 2k in front of every call', thinking),
  ...['a', 'c', 'd2', 'e2', 'h', 'i', 'j'].map((id) => under(id, 'o', OPENAI)),
  ...['a', 'c', 'd2', 'e2', 'i'].map((id) => under(id, 'p', OLD_OPENAI)),
  ...['a', 'c', 'e2', 'i'].map((id) => under(id, 'q', GEMINI)),
  ...['a', 'c', 'e2', 'i'].map((id) => under(id, 's', DEEPSEEK)),
]

function webhook(random) {
  return { steps: 3, start: random.next() * 3, most: 3 }
}

function job(random, index) {
  const start = index * 3000 + random.next() * 60
  return { steps: 4 + random.below(4), start, most: 4 }
}

function under(id, letter, model) {
  const workload = FOURTEEN.find((one) => one.id === id)
  return { ...workload, id: `${letter}-${id}`, title: `${id} under ${model.join(' ')}`, model }
}

function subAgents(random) {
  const main = createSession({ session: 'main', channel: 'tools' })
  const all = [main]
  let at = 0
  for (let step = 0; step < 24; step++) {
    at += random.between(5, 60)
    const blocks = step === 0 ? [main.block('user', 600)] : toolStep(main, random, { calls: 3 })
    main.send(at, blocks, { kind: 'tool' })
    if (step % 6 !== 3) continue
    for (let index = 0; index < 25; index++) {
      const agent = createSession({ session: `sub-${step}-${index}`, channel: 'tools' })
      const start = at + random.next() * 2
      addAgent(agent, random, { steps: 3 + random.below(5), start, order: 900, most: 5 })
      all.push(agent)
    }
    at += 180
  }
  return all.flatMap(({ turns }) => turns)
}

function nightly(random) {
  const chat = createSession({ session: 'chat', channel: 'im' })
  const jobs = []
  for (let day = 0; day < 7; day++) {
    const night = day * 86_400 + 10_000
    for (let index = 0; index < 10; index++) {
      const job = createSession({ session: `job-${day}-${index}`, channel: 'cron' })
      job.send(night + random.next() * 5, [job.block('user', 500)], { kind: 'one-shot' })
      jobs.push(job)
    }
    addChat(chat, { turns: 20, start: day * 86_400 + 40_000, gap: () => messengerGap(random) })
  }
  return [chat, ...jobs].flatMap(({ turns }) => turns)
}

function parallel(random) {
  const session = createSession({ channel: 'tools' })
  addAgent(session, random, { steps: 25, calls: 60, result: [50, 400] })
  return session.turns
}

function approvals(random) {
  const session = createSession({ channel: 'tools' })
  addAgent(session, random, {
    steps: 50,
    most: 6,
    gap: (step) => (step % 8 === 0 ? random.between(360, 2400) : random.between(4, 30)),
  })
  return session.turns
}

function compactedCold(random) {
  const session = createSession({ channel: 'tools' })
  addAgent(session, random, {
    steps: 100,
    most: 8,
    compactAt: 60_000,
    gap: (step) => (step % 20 === 0 ? random.between(3700, 9000) : random.between(4, 60)),
  })
  return session.turns
}

/** Sessions of one agent each. */
function agents(count, channel, optionsOf) {
  return (random) =>
    fleetOf(count, (index) => {
      const session = createSession({ session: `${channel}-${index}`, channel })
      addAgent(session, random, optionsOf(random, index))
      return session
    })
}

function thinking(random) {
  const session = createSession({ channel: 'tools' })
  let at = 0
  for (let step = 0; step < 40; step++) {
    at += random.between(5, 60)
    const thought = { ...session.block('assistant', 2000, 'thinking'), markable: false }
    const blocks =
      step === 0
        ? [session.block('user', 600)]
        : [thought, ...toolStep(session, random, { calls: 2 })]
    session.send(at, blocks, { kind: 'tool' })
  }
  return session.turns
}
