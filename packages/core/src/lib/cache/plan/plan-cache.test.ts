import { describe, expect, it } from 'vitest'
import { CLAUDE } from '../fixtures/cache-requests.ts'
import type { CacheBlock } from '../model/cache-block.ts'
import { findCacheProfile } from '../profiles/find-cache-profile.ts'
import type { CachePlan } from './cache-plan.ts'
import { emptyGapModel, type GapModel, observeGap, readGapModel, withLead } from './gap-model.ts'
import { readHeadLedger } from './head-ledger.ts'
import { planCache } from './plan-cache.ts'
import type { CacheLayer, PlanInput } from './plan-input.ts'

const tool = (hash: string, tokens = 200): CacheBlock => ({
  hash,
  tokens,
  part: 'tools',
  kind: 'tool',
})
const system = (hash: string, tokens: number): CacheBlock => ({
  hash,
  tokens,
  part: 'system',
  kind: 'text',
})
const user = (hash: string, tokens = 300): CacheBlock => ({
  hash,
  tokens,
  part: 'messages',
  role: 'user',
  kind: 'text',
})
const assistant = (hash: string, tokens = 500): CacheBlock => ({
  ...user(hash, tokens),
  role: 'assistant',
})

function layer(id: string, scope: CacheLayer['scope'], blocks: readonly CacheBlock[]): CacheLayer {
  return { id, scope, current: { version: blocks.map(({ hash }) => hash).join(), blocks } }
}

const LAYERS = [
  layer('user', 'user', [system('user@1', 1000)]),
  layer('tools', 'bot', [tool('t1', 1500), tool('t2', 1500)]),
  layer('persona', 'bot', [system('persona@1', 4000)]),
  layer('skills', 'bot', [system('skills@1', 2000)]),
]

const BASE: PlanInput = {
  profile: CLAUDE,
  names: { bot: 'dev', user: 'kim', session: 's1', channel: 'chat' },
  layers: LAYERS,
  history: [user('q1')],
  at: 1000,
}

/** Turns of a chat, each with an answer and a question more. */
function chat(turns: number, input: PlanInput = BASE, gap = 30): readonly CachePlan[] {
  const plans: CachePlan[] = []
  let history: readonly CacheBlock[] = input.history
  for (let turn = 0; turn < turns; turn++) {
    if (turn > 0) history = [...history, assistant(`a${turn}`), user(`q${turn + 1}`)]
    plans.push(planCache({ ...input, history, at: input.at + turn * gap, ...plans.at(-1)?.next }))
  }
  return plans
}

function historyOf(turns: number): readonly CacheBlock[] {
  const more = Array.from({ length: turns - 1 }, (_, at) => [
    assistant(`a${at + 1}`),
    user(`q${at + 2}`),
  ])
  return [user('q1'), ...more.flat()]
}

const ahead = (channel: string, lead: number): GapModel => withLead(emptyGapModel(), channel, lead)
/** What another session starts with. */
const shared = ({ next: { head, gaps } }: CachePlan) => ({ head, gaps })
const last = (plans: readonly CachePlan[]): CachePlan => {
  const plan = plans.at(-1)
  if (!plan) throw new Error('no plan')
  return plan
}
const hashes = ({ blocks }: CachePlan) => blocks.map(({ hash }) => hash)
const marked = ({ blocks, marks }: CachePlan) =>
  marks.map(({ index, place, ttl }) => `${blocks[index]?.hash} ${place} ${ttl}`)
const codes = ({ reasons }: CachePlan) => reasons.map(({ code }) => code)
const textOf = ({ reasons }: CachePlan, code: string) =>
  reasons.find((reason) => reason.code === code)?.text

function changed(id: string, version: number, { words = true } = {}): readonly CacheLayer[] {
  return LAYERS.map((one) => {
    if (one.id !== id) return one
    const block = { ...(one.current.blocks[0] ?? system('', 0)), hash: `${id}@${version}` }
    const change = { to: block.hash, block: user(`~${id}@${version}`, 120) }
    return {
      ...one,
      older: [one.current],
      current: { version: block.hash, blocks: [block] },
      changes: words ? [change] : [],
    }
  })
}

describe('planCache', () => {
  it('sends the widest scope first, and what is for this request alone last', () => {
    const plan = planCache({ ...BASE, volatile: [user('clock', 60)] })
    expect(hashes(plan)).toEqual(['t1', 't2', 'persona@1', 'skills@1', 'user@1', 'q1', 'clock'])
    expect(plan.volatileFrom).toBe(6)
    expect(
      plan.segments.map(({ from, layer: id, start, end }) => [id ?? from, start, end]),
    ).toEqual([
      ['tools', 0, 2],
      ['persona', 2, 3],
      ['skills', 3, 4],
      ['user', 4, 5],
      ['history', 5, 6],
      ['volatile', 6, 7],
    ])
  })

  it('marks the shared head, the user and the tail when nothing is in the cache', () => {
    expect(marked(planCache(BASE))).toEqual(['skills@1 head 5m', 'user@1 user 5m', 'q1 tail 5m'])
  })

  it('marks what a user shares again when another session of theirs used it', () => {
    const mine = last(chat(2))
    const names = { ...BASE.names, session: 's2' }
    const theirs = planCache({
      ...BASE,
      names,
      history: [user('other')],
      at: 1045,
      head: mine.next.head,
    })
    expect(theirs.predicted.read).toBe(10_000)
    const plan = planCache({
      ...BASE,
      history: historyOf(3),
      at: 1060,
      ...mine.next,
      head: theirs.next.head,
    })
    expect(marked(plan)).toContain('user@1 user 5m')
  })

  it('marks the shared head, exactly the previous tail, the last answer and the tail after that', () => {
    expect(marked(last(chat(3)))).toEqual([
      'skills@1 head 1h',
      'q2 previous-tail 5m',
      'a2 reply 5m',
      'q3 tail 5m',
    ])
  })

  it('keeps the previous tail in reach however many blocks a turn adds', () => {
    const before = last(chat(2))
    const calls = Array.from({ length: 60 }, (_, at) => assistant(`call${at}`, 50))
    const plan = planCache({
      ...BASE,
      history: [...historyOf(2), ...calls],
      at: 1060,
      ...before.next,
    })
    expect(plan.predicted.read).toBe(11_000 - 1000 + 300 + 800)
  })

  it('says that tools of one user end what all share', () => {
    const layers = [...LAYERS, layer('own-tools', 'user', [tool('own')])]
    const plan = planCache({ ...BASE, layers })
    expect(textOf(plan, 'wide-behind-narrow')).toContain('persona is the same for all sessions')
  })

  it('puts a change of a layer into the conversation while that is in the cache', () => {
    const before = last(chat(12))
    const plan = planCache({
      ...BASE,
      layers: changed('skills', 2),
      history: historyOf(13),
      at: 1360,
      ...before.next,
    })
    expect(hashes(plan).slice(2, 5)).toEqual(['persona@1', 'skills@1', 'user@1'])
    expect(hashes(plan).slice(-3)).toEqual(['a12', '~skills@2', 'q13'])
    expect(textOf(plan, 'layer-frozen')).toBe(
      'skills changed; it stays as it was while the conversation is in the cache, and the change is told in 120 tokens behind it',
    )
    const next = planCache({
      ...BASE,
      layers: changed('skills', 2),
      history: historyOf(14),
      at: 1390,
      ...plan.next,
    })
    expect(hashes(next).slice(-5)).toEqual(['a12', '~skills@2', 'q13', 'a13', 'q14'])
    expect(next.predicted.plain).toBe(0)
  })

  it('tells a change behind the results of tools, never between a call and its result', () => {
    const before = last(chat(12))
    const call: CacheBlock = { ...assistant('call', 50), kind: 'tool_use' }
    const result: CacheBlock = { ...user('result', 900), kind: 'tool_result' }
    const history = [...historyOf(12), call, result]
    const plan = planCache({
      ...BASE,
      layers: changed('user', 2),
      history,
      at: 1360,
      ...before.next,
    })
    expect(hashes(plan).slice(-3)).toEqual(['call', 'result', '~user@2'])
  })

  it('sends the new version when the conversation has to be written anyway', () => {
    const told = planCache({
      ...BASE,
      layers: changed('skills', 2),
      history: historyOf(13),
      at: 1360,
      ...last(chat(12)).next,
    })
    const plan = planCache({
      ...BASE,
      layers: changed('skills', 2),
      history: historyOf(14),
      at: 9000,
      ...told.next,
    })
    expect(hashes(plan)).toContain('skills@2')
    expect(hashes(plan)).not.toContain('~skills@2')
    expect(codes(plan)).toContain('layer-folded')
  })

  it('sends it at once when nothing tells the change, and says what that costs', () => {
    const plan = planCache({
      ...BASE,
      layers: changed('skills', 2, { words: false }),
      history: historyOf(13),
      at: 1360,
      ...last(chat(12)).next,
    })
    expect(hashes(plan)).toContain('skills@2')
    expect(codes(plan)).toContain('change-without-words')
    expect(plan.predicted.read).toBe(0)
  })

  it('tells a change again when the message that told it was edited away', () => {
    const told = planCache({
      ...BASE,
      layers: changed('skills', 2),
      history: historyOf(13),
      at: 1360,
      ...last(chat(12)).next,
    })
    const history = [...historyOf(12), assistant('a12'), user('q13, edited')]
    const plan = planCache({
      ...BASE,
      layers: changed('skills', 2),
      history,
      at: 1390,
      ...told.next,
    })
    expect(hashes(plan).filter((hash) => hash === '~skills@2')).toHaveLength(1)
    expect(hashes(plan)).toContain('skills@1')
  })

  it('replays the same plan from a ledger that was stored and read again', () => {
    const before = last(chat(5))
    const stored = JSON.parse(JSON.stringify(before.next))
    const input = { ...BASE, history: historyOf(6), at: 1150 }
    expect(planCache({ ...input, ...stored })).toEqual(planCache({ ...input, ...before.next }))
  })

  it('leaves the system prompt alone when a clock ticks between two plans', () => {
    const plan = (at: number) => planCache({ ...BASE, at, volatile: [user(`clock ${at}`, 20)] })
    expect(hashes(plan(1000)).slice(0, 5)).toEqual(hashes(plan(1061)).slice(0, 5))
  })

  it('keeps the head of a bot that nobody saw before for 5 minutes, and from its second write on for an hour', () => {
    const first = planCache(BASE)
    expect(marked(first)[0]).toBe('skills@1 head 5m')
    const other = { ...BASE, names: { ...BASE.names, session: 's2' }, at: 2000, ...shared(first) }
    expect(marked(planCache(other))[0]).toBe('skills@1 head 1h')
    expect(
      marked(planCache({ ...BASE, hint: { returns: { because: 'approval', within: 1200 } } }))[0],
    ).toBe('skills@1 head 1h')
  })

  it('writes nothing of a request that none follows', () => {
    const plan = planCache({ ...BASE, hint: { kind: 'one-shot' } })
    expect(marked(plan)).toEqual(['skills@1 head 5m'])
    expect(plan.predicted).toMatchObject({ written: { '5m': 9000 }, plain: 1300 })
  })

  it('reads a conversation that is summed up, and writes nothing of it', () => {
    const history = [...historyOf(12), user('sum up', 200)]
    const plan = planCache({
      ...BASE,
      history,
      at: 1360,
      ...last(chat(12)).next,
      hint: { kind: 'compaction' },
    })
    expect(plan.predicted).toMatchObject({ written: {}, plain: 200 })
  })

  it('keeps a messenger chat for an hour and a quick one for minutes', () => {
    const messenger = planCache({
      ...BASE,
      names: { ...BASE.names, channel: 'im' },
      gaps: ahead('im', 1000),
    })
    expect(marked(messenger).at(-1)).toBe('q1 tail 1h')
    expect(marked(planCache({ ...BASE, gaps: ahead('chat', 1000) })).at(-1)).toBe('q1 tail 5m')
  })

  it('learns the pauses of a channel', () => {
    let gaps = ahead('chat', 1000)
    for (let at = 0; at < 30; at++) gaps = observeGap(gaps, 'chat', 900)
    expect(marked(planCache({ ...BASE, gaps })).at(-1)).toBe('q1 tail 1h')
  })

  it('pays for an hour behind the head with what the channel is ahead, and with nothing else', () => {
    const tailOf = (lead: number) => {
      const names = { ...BASE.names, channel: 'im' }
      return marked(planCache({ ...BASE, names, gaps: ahead('im', lead) })).at(-1)
    }
    // The user's 1,000 tokens and the question's 300, at 0.75 each.
    expect(tailOf(975)).toBe('q1 tail 1h')
    expect(tailOf(974)).toBe('q1 tail 5m')
    expect(tailOf(-5000)).toBe('q1 tail 5m')
  })

  it('is ahead by what another user’s session reads of the head, and not by what the same one’s does', () => {
    const first = planCache(BASE)
    const leadOf = (user: string) => {
      const other = LAYERS.map((one) =>
        one.id === 'user' ? layer('user', 'user', [system(`${user}@1`, 1000)]) : one,
      )
      const names = { ...BASE.names, user, session: 's2' }
      const plan = planCache({ ...BASE, names, layers: other, at: 1030, ...shared(first) })
      return plan.next.gaps.channels['chat']?.lead
    }
    expect(leadOf('ann')).toBe(1.15 * 9000)
    expect(leadOf('user')).toBe(0)
  })

  it('is ahead by what a head of an hour reads after a pause, less what hours behind it cost', () => {
    const plans = chat(3, BASE, 900)
    expect(plans.map(({ next }) => next.gaps.channels['chat']?.lead)).toEqual([
      0,
      0,
      1.15 * 9000 - 0.75 * 2900,
    ])
    const wrong = chat(1, {
      ...BASE,
      names: { ...BASE.names, channel: 'im' },
      gaps: ahead('im', 1000),
    })
    expect(last(wrong).next.gaps.channels['im']?.lead).toBe(1000 - 975)
  })

  it('writes the user’s part of a job where a job of the same user came just before', () => {
    const job = { ...BASE, hint: { kind: 'one-shot' as const } }
    const first = planCache(job)
    const again = (at: number) =>
      marked(planCache({ ...job, names: { ...BASE.names, session: 's2' }, at, ...shared(first) }))
    expect(again(1200)).toEqual(['skills@1 head 1h', 'user@1 user 5m'])
    expect(again(1400)).toEqual(['skills@1 head 1h'])
  })

  it('counts a model or a ledger with a broken lead or broken heads as none', () => {
    const { head, gaps } = planCache(BASE).next
    expect(readGapModel(gaps)).toEqual(gaps)
    expect(readHeadLedger(head)).toEqual(head)
    expect(
      readGapModel({ ...gaps, channels: { im: { gaps: [], ended: [], lead: null } } }),
    ).toBeNull()
    expect(readHeadLedger({ ...head, sent: [['print', 'yesterday']] })).toBeNull()
    expect(readHeadLedger({ ...head, sent: undefined })).not.toBeNull()
  })

  it('leaves room for marks of others, and two for the conversation', () => {
    const plan = planCache({
      ...BASE,
      history: historyOf(30),
      at: 1060,
      ...last(chat(2)).next,
      hint: { foreignMarks: ['5m', '5m'] },
    })
    expect(marked(plan)).toEqual(['q2 previous-tail 5m', 'q30 tail 5m'])
  })

  it('marks a tenant when its part is written', () => {
    const layers = [...LAYERS, layer('tenant', 'tenant', [system('tenant@1', 3000)])]
    expect(marked(planCache({ ...BASE, layers }))).toEqual([
      'skills@1 head 1h',
      'tenant@1 tenant 1h',
      'user@1 user 5m',
      'q1 tail 5m',
    ])
  })

  it('marks nothing below the minimum, and says so', () => {
    const plan = planCache({ ...BASE, profile: { ...CLAUDE, minTokens: 9500 } })
    expect(marked(plan)).toEqual(['user@1 user 5m', 'q1 tail 5m'])
    expect(textOf(plan, 'below-minimum')).toContain(
      'the 9.0k tokens up to it are fewer than the 9500',
    )
  })

  it('prices a change of settings by what of the cache it leaves', () => {
    const before = last(chat(5, { ...BASE, settings: { thinking: 'off', model: 'x' } }))
    const next = { ...BASE, history: historyOf(6), at: 1150, ...before.next }
    const thinking = planCache({ ...next, settings: { thinking: 'on', model: 'x' } })
    expect(thinking.predicted.read).toBe(10_000)
    expect(textOf(thinking, 'settings-changed')).toContain(
      'thinking changed, and of the cache the system prompt is left',
    )
    expect(planCache({ ...next, settings: { thinking: 'off', model: 'y' } }).predicted.read).toBe(0)
    const same = planCache({ ...next, settings: { model: 'x', thinking: 'off' } })
    expect(codes(same)).not.toContain('settings-changed')
    expect(codes(planCache({ ...BASE, settings: { model: 'x' } }))).not.toContain(
      'settings-changed',
    )
  })

  it('finds the cache of a model again that another one took turns with', () => {
    const before = last(chat(5, { ...BASE, settings: { model: 'x' } }))
    const other = planCache({
      ...BASE,
      history: historyOf(6),
      at: 1150,
      settings: { model: 'y' },
      ...before.next,
    })
    const again = planCache({
      ...BASE,
      history: historyOf(7),
      at: 1180,
      settings: { model: 'x' },
      ...other.next,
    })
    expect([other.predicted.read, again.predicted.read]).toEqual([0, before.predicted.total])
  })

  it('suggests to renew a cache only for a return that is almost certain', () => {
    const approval = planCache({
      ...BASE,
      hint: { returns: { because: 'approval', within: 500 } },
      profile: { ...CLAUDE, write: { '5m': 1.25 } },
    })
    expect(approval.keepAlive).toMatchObject({ at: 1279, ttl: '5m' })
    expect(planCache(BASE).keepAlive).toBeUndefined()
  })

  it('takes an announced return within the hour for a reason to keep an hour', () => {
    const plan = planCache({ ...BASE, hint: { returns: { because: 'approval', within: 1800 } } })
    expect(marked(plan).at(-1)).toBe('q1 tail 1h')
  })

  it('marks for the shortest time after three misses', () => {
    const { session, head, gaps } = last(chat(5)).next
    const plan = planCache({
      ...BASE,
      history: historyOf(6),
      at: 1150,
      session: { ...session, missed: 3 },
      head,
      gaps,
    })
    expect(marked(plan).every((mark) => mark.endsWith('5m'))).toBe(true)
    expect(codes(plan)).toContain('conservative')
  })

  it('spreads the keys of a busy bot, and leaves a session with its own', () => {
    const busy = { ...last(chat(2)).next.head, pause: 0.5 }
    const keys = new Set(
      Array.from(
        { length: 40 },
        (_, at) =>
          planCache({ ...BASE, names: { ...BASE.names, session: `s${at}` }, head: busy }).cacheKey,
      ),
    )
    expect(keys.size).toBe(8)
    const before = last(chat(2))
    const after = planCache({
      ...BASE,
      history: historyOf(3),
      at: 1060,
      ...before.next,
      head: busy,
    })
    expect(after.cacheKey).toBe(before.cacheKey)
  })
})

describe('planCache, many changes', () => {
  it('takes the new version when a ledger has no room for more changes', () => {
    let kept: Partial<CachePlan['next']> = last(chat(60)).next
    let folded = 0
    for (let version = 2; version < 60; version++) {
      const base = LAYERS[3] ?? layer('skills', 'bot', [])
      const named = (of: number) => ({
        version: `skills@${of}`,
        blocks: [system(`skills@${of}`, 2000)],
      })
      const upTo = Array.from({ length: version - 1 }, (_, at) => at + 1)
      const skills = {
        ...base,
        current: named(version),
        older: upTo.map(named),
        changes: upTo.map((of) => ({ to: `skills@${of + 1}`, block: user(`~${of + 1}`, 10) })),
      }
      const layers = [...LAYERS.slice(0, 3), skills]
      const plan = planCache({
        ...BASE,
        layers,
        history: historyOf(60 + version),
        at: 3000 + version,
        ...kept,
      })
      if (codes(plan).includes('layer-folded')) folded++
      expect(JSON.stringify(plan.next.session).length).toBeLessThan(1024)
      kept = plan.next
    }
    expect(folded).toBe(1)
  })
})

describe('planCache, other providers', () => {
  const openai = findCacheProfile('openai', 'gpt-5-6').value

  it('marks no previous tail where nothing limits the look-back, and wants nothing written beside its marks', () => {
    const plan = last(chat(3, { ...BASE, profile: openai }))
    expect(marked(plan)).toEqual(['skills@1 head 30m', 'user@1 user 30m', 'q3 tail 30m'])
    expect(plan.markedOnly).toBe(true)
  })

  it('leaves order and key to providers that cache by themselves', () => {
    const plan = last(chat(3, { ...BASE, profile: findCacheProfile('openai', 'gpt-5').value }))
    expect(plan.marks).toEqual([])
    expect(codes(plan)).toContain('no-marks')
    expect(plan.predicted.read).toBe(Math.floor(11_100 / 128) * 128)
  })

  it('makes a handle for a head that is read often enough, and for nothing else', () => {
    const profile = findCacheProfile('gemini-explicit', 'gemini-3').value
    const busy = last(chat(3, { ...BASE, profile }, 600))
    expect(marked(busy)).toEqual(['skills@1 head 1h'])
    expect(marked(last(chat(3, { ...BASE, profile }, 1800)))).toEqual([])
  })
})
