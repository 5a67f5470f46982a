/** 15 tools of 200 tokens, persona and rules of 4,000, skills of 2,000, what is known of the user in 1,000. */
const HEAD = { tools: 15, toolTokens: 200, stable: 4000, skills: 2000, user: 1000 }

const CHANGE_TOKENS = 120

/** A conversation that grows; `turns` are its requests in the form that strategies and plans take. */
export function createSession({
  bot = 'bot',
  user = 'user',
  tenant,
  channel = 'chat',
  ...options
}) {
  const session = options.session ?? `${bot}/${user}`
  const head = { ...HEAD, ...options.head }
  const versions = { tools: 0, stable: 0, skills: 0, user: 0, tenant: 0 }
  const changes = { tools: [], stable: [], skills: [], user: [], tenant: [] }
  const older = { tools: [], stable: [], skills: [], user: [], tenant: [] }
  const turns = []
  let history = []
  let serial = 0
  const owners = {
    tools: bot,
    stable: bot,
    skills: bot,
    tenant: `${bot}/${tenant}`,
    user: `${bot}/${user}`,
  }

  const block = (role, tokens, kind = 'text') => ({
    hash: `${session}#${++serial}`,
    tokens,
    part: 'messages',
    role,
    kind,
  })
  const version = (id) => `${owners[id]}:${id}@${versions[id]}`
  const layer = (id, scope, blocks) => ({
    id,
    scope,
    current: { version: version(id), blocks },
    older: [...older[id]],
    changes: [...changes[id]],
  })
  const system = (id, tokens) => [{ hash: version(id), tokens, part: 'system', kind: 'text' }]
  const toolBlocks = () =>
    Array.from({ length: head.tools }, (_, index) => ({
      hash: `${version('tools')}:${index}`,
      tokens: head.toolTokens,
      part: 'tools',
      kind: 'tool',
    }))
  const layers = () => [
    layer('tools', 'bot', toolBlocks()),
    layer('stable', 'bot', system('stable', head.stable)),
    layer('skills', 'bot', system('skills', head.skills)),
    ...(tenant ? [layer('tenant', 'tenant', system('tenant', head.tenant ?? 1000))] : []),
    layer('user', 'user', system('user', head.user)),
  ]

  return {
    turns,
    block,
    get history() {
      return history
    },
    /** Tokens that the next request has before anything is added to it. */
    get tokens() {
      const blocks = [...layers().flatMap(({ current }) => current.blocks), ...history]
      return blocks.reduce((sum, { tokens }) => sum + tokens, 0)
    },
    /** Sends what the conversation holds with these blocks added, which stay. */
    send(at, blocks, { volatile = [], kind = 'human', settings, ...hint } = {}) {
      history = [...history, ...blocks]
      turns.push(turn({ at, volatile, settings, hint: { kind, ...hint } }))
    },
    /** Sends one more block that does not stay, as the order to sum up. */
    ask(at, added, hint) {
      turns.push({ ...turn({ at, hint }), history: [...history, added] })
    },
    /** The conversation from here on. */
    replace(blocks) {
      history = [...blocks]
    },
    /** A layer is another one from here on; without words it can only be sent anew. */
    change(id, { tokens = CHANGE_TOKENS, words = true } = {}) {
      const before = layers().find((one) => one.id === id)
      older[id].push(before.current)
      versions[id]++
      const told = { ...block('user', tokens), hash: `${session}~${version(id)}` }
      if (words) changes[id].push({ to: version(id), block: told })
    },
  }

  function turn({ at, volatile = [], settings, hint }) {
    return {
      at,
      names: { bot, user, session, channel, ...(tenant ? { tenant } : {}) },
      layers: layers(),
      history,
      ...(volatile.length > 0 ? { volatile } : {}),
      ...(settings ? { settings } : {}),
      hint,
    }
  }
}

/**
 * A person who writes and is answered, `turns` times. `each` may change something in front of a turn; `after` may send
 * more behind it, and says when it was done.
 */
export function addChat(session, options) {
  const { turns = 50, asks = 300, answers = 500, start = 0, gap = () => 30, each, after } = options
  let at = start
  for (let index = 0; index < turns; index++) {
    if (index > 0) at += gap(index)
    const extra = each?.(index, at) ?? {}
    const answer = index > 0 ? [session.block('assistant', answers)] : []
    session.send(at, [...answer, session.block('user', asks)], extra)
    at = after?.(index, at) ?? at
  }
  return at
}

/** Calls and their results, as one step of an agent adds them. */
export function toolStep(
  session,
  random,
  { calls, text = 80, call, result = [200, 3000], between = 0 },
) {
  const blocks = [session.block('assistant', text)]
  const maybeText = (role) => {
    if (between > 0 && random.next() < between) blocks.push(session.block(role, 20))
  }
  for (let index = 0; index < calls; index++) {
    blocks.push(session.block('assistant', call?.() ?? 90, 'tool_use'))
    maybeText('assistant')
  }
  for (let index = 0; index < calls; index++) {
    blocks.push(session.block('user', random.logarithmic(...result), 'tool_result'))
    maybeText('user')
  }
  return blocks
}

/** An agent at work: one order, then steps of tools; above `compactAt` tokens its history becomes a summary. */
export function addAgent(session, random, options = {}) {
  const {
    steps = 40,
    start = 0,
    order = 600,
    most = 30,
    compactAt = Number.POSITIVE_INFINITY,
  } = options
  const gap = options.gap ?? (() => random.between(4, 44))
  let at = start
  for (let index = 0; index < steps; index++) {
    if (index > 0) at += gap(index)
    const blocks = index === 0 ? [session.block('user', order)] : nextStep()
    const added = blocks.reduce((sum, { tokens }) => sum + tokens, 0)
    if (session.tokens + added > compactAt) {
      session.ask(at, session.block('user', 300), { kind: 'compaction' })
      at += 30
      session.replace([session.block('user', 3000)])
    }
    session.send(at, blocks, { kind: 'tool' })
  }
  return at

  function nextStep() {
    const calls = options.calls ?? random.logarithmic(1, most)
    const call = () => 60 + random.below(120)
    return toolStep(session, random, { ...options, calls, call })
  }
}
