import { messengerGap } from './cache-random.mjs'
import { addChat, createSession } from './cache-session.mjs'
import { fleetOf, several } from './cache-workload.mjs'

/** Conversations of people, beyond the fourteen: what is edited, repeated, interrupted and shared. */
export const PEOPLE = [
  several('k1', 'two people in turn with one bot, bursts and pauses', alternating),
  several('k2', 'every fourth message is edited and sent again', edited),
  several('k3', 'every fifth answer is asked for again', regenerated),
  several('k4', 'another model for 3 turns of 40', fallback),
  several('k5', 'tools come at turn 12 and go at turn 30', (random) => toolsChange(random)),
  several('k6', 'one image at turn 10', imageOnce),
  several('k7', '20 people who come back after 6 to 30 h', returning),
  several('k8', '3 tenants with 20 people each, in 3 h', tenants),
  several('k9', 'a head of 700 tokens, messages of 40', smallHead),
  several('k10', 'a head of 20k, 60 sessions of 1–2 turns in 8 h', largeHead),
  several('k11', 'memory and skills change every third turn', restless),
  several('k12', 'notes of 1,500 tokens fetched for every turn', retrieved),
  several('k13', 'history cut from 60 to 20 messages', cutHistory),
  {
    ...several('k14', 'k8 where a prefix needs 4,096 tokens', tenants),
    model: ['anthropic', 'claude-haiku-4-5'],
  },
]

function alternating(random) {
  const people = ['ann', 'ben'].map((user) => createSession({ user, channel: 'im' }))
  let at = 0
  for (let turn = 0; turn < 60; turn++) {
    at += turn % 15 === 0 ? random.between(400, 5000) : random.between(15, 90)
    const session = people[turn % 2]
    const answer = turn > 1 ? [session.block('assistant', 400)] : []
    session.send(at, [...answer, session.block('user', 150)])
  }
  return people.flatMap(({ turns }) => turns)
}

function edited(random) {
  const session = createSession({})
  const after = (_, at) => {
    if (random.next() >= 0.25) return at
    const later = at + random.between(15, 60)
    session.replace(session.history.slice(0, -1))
    session.send(later, [session.block('user', 320)])
    return later
  }
  addChat(session, { turns: 40, gap: () => random.between(10, 120), after })
  return session.turns
}

function regenerated(random) {
  const session = createSession({})
  const after = (_, at) => {
    if (random.next() < 0.2) session.send(at + random.between(10, 40), [])
    return at + 40
  }
  addChat(session, { turns: 40, gap: () => random.between(10, 120), after })
  return session.turns
}

function fallback(random) {
  const session = createSession({})
  addChat(session, {
    turns: 40,
    gap: () => random.between(20, 100),
    each: (turn) => ({ settings: { model: turn >= 15 && turn < 18 ? 'second' : 'first' } }),
  })
  return session.turns
}

function toolsChange(random) {
  const session = createSession({})
  addChat(session, {
    turns: 45,
    gap: () => random.between(20, 100),
    each: (turn) => {
      if (turn === 12 || turn === 30) session.change('tools', { words: false })
    },
  })
  return session.turns
}

function imageOnce(random) {
  const session = createSession({})
  addChat(session, {
    turns: 30,
    gap: () => random.between(20, 100),
    each: (turn) => ({ settings: { images: turn < 10 ? 'none' : 'some' } }),
  })
  return session.turns
}

function returning(random) {
  return fleetOf(20, (index) => {
    const session = createSession({ user: `user-${index}`, channel: 'im' })
    let start = random.between(0, 40_000)
    for (let visit = 0; visit < 4; visit++) {
      start = addChat(session, { turns: 5, start, gap: () => random.between(20, 200) })
      start += random.between(6, 30) * 3600
    }
    return session
  })
}

function tenants(random) {
  return fleetOf(60, (index) => {
    const tenant = `tenant-${index % 3}`
    const session = createSession({
      tenant,
      user: `user-${index}`,
      channel: 'im',
      head: { stable: 3000, skills: 1000, tenant: 3000, user: 600 },
    })
    const start = random.between(0, 10_800)
    addChat(session, { turns: 1 + random.below(9), start, gap: () => messengerGap(random) })
    return session
  })
}

function smallHead(random) {
  const session = createSession({
    head: { tools: 1, toolTokens: 100, stable: 400, skills: 100, user: 100 },
  })
  addChat(session, { turns: 80, asks: 40, answers: 40, gap: () => random.between(10, 120) })
  return session.turns
}

function largeHead(random) {
  return fleetOf(60, (index) => {
    const session = createSession({
      user: `user-${index}`,
      channel: 'im',
      head: { stable: 9000, skills: 8000, user: 500 },
    })
    const start = random.between(0, 28_800)
    addChat(session, { turns: 1 + random.below(2), start, gap: () => messengerGap(random) })
    return session
  })
}

function restless(random) {
  const session = createSession({})
  addChat(session, {
    turns: 60,
    gap: () => random.between(10, 200),
    each: (turn) => {
      if (turn % 3 === 1) session.change('user', { tokens: 90 })
      if (turn % 3 === 2) session.change('skills', { tokens: 140 })
    },
  })
  return session.turns
}

function retrieved(random) {
  const session = createSession({})
  addChat(session, {
    turns: 40,
    gap: () => random.between(10, 200),
    each: () => ({ volatile: [session.block('user', 60), session.block('user', 1500)] }),
  })
  return session.turns
}

function cutHistory(random) {
  const session = createSession({})
  const each = () => {
    if (session.history.length >= 60) session.replace(session.history.slice(-20))
  }
  const gap = () => random.between(10, 200)
  addChat(session, { turns: 120, asks: 200, answers: 400, gap, each })
  return session.turns
}
