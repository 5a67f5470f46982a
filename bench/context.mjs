/**
 * What a request costs before it leaves: five files of 8 KB, 50 skills and 200 messages of 3,000 characters become a
 * prompt with its manifest, a history of 100,000 tokens and a cache plan; beside @vscode/prompt-tsx and beside a builder
 * that reads five files and joins them. `node bench/context.mjs [PROCESSES]`; needs a build and, the first time, the
 * npm registry. Ends with 1 when a goal is missed.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inProcess, median, ms, printTable, stats } from './lib.mjs'
import { installPeer } from './peers.mjs'
import { composeInput, markdown, SKILL_COUNT, SLOT_FILES } from './workload.mjs'

const self = fileURLToPath(import.meta.url)
const PEER = '@vscode/prompt-tsx@0.4.0-alpha.9'
const BUDGET = 100_000
/** Renders before the first that counts, and those that count. */
const WARMING = 300
const RENDERS = 60
const SIZES = [500, 1_000, 2_000, 5_000, 10_000, 20_000]

const BUILDERS = { onesoul, 'onesoul, from disk': onesoulFromDisk, 'prompt-tsx': promptTsx, floor }

if (process.argv[2] === '--measure') await measure(JSON.parse(process.argv[3]))
else if (import.meta.filename === process.argv[1]) await report(Number(process.argv[2] ?? 3))

async function report(processes) {
  const peer = await installPeer(PEER)
  const folder = await mkdtemp(join(tmpdir(), 'onesoul-bench-'))
  try {
    await writeWorkload(folder)
    const results = []
    for (const [builder, counter] of [
      ['onesoul', 'estimate'],
      ['onesoul', 'o200k'],
      ['onesoul, from disk', 'estimate'],
      ['prompt-tsx', 'chars/4'],
      ['prompt-tsx', 'o200k'],
      ['floor', 'none'],
    ]) {
      const runs = []
      for (let at = 0; at < processes; at++) {
        runs.push(
          await inProcess(self, ['--measure', JSON.stringify({ builder, counter, folder, peer })]),
        )
      }
      results.push({ builder, counter, runs })
    }
    const rows = results.map(({ builder, counter, runs }) => [
      `${builder}, ${counter}`,
      ms(median(runs.map(({ first }) => first))),
      ms(Math.min(...runs.flatMap(({ warm }) => warm))),
      ms(median(runs.flatMap(({ warm }) => warm))),
      String(runs[0].messages),
      runs[0].tokens === null ? '–' : runs[0].tokens.toLocaleString('en'),
    ])
    printTable(
      `five files, ${SKILL_COUNT} skills, 200 messages into ${BUDGET.toLocaleString('en')} tokens`,
      [['', 'first in a process', 'warm, least', 'warm, median', 'messages', 'tokens'], ...rows],
    )
    const growth = []
    for (const builder of ['onesoul', 'prompt-tsx']) {
      const sizes = builder === 'onesoul' ? SIZES : SIZES.slice(0, 4)
      growth.push(
        await inProcess(self, ['--measure', JSON.stringify({ builder, folder, peer, sizes })]),
      )
    }
    printTable('messages of 300 characters, half of them kept, warm, median', [
      ['', ...SIZES.map((size) => size.toLocaleString('en'))],
      ...growth.map(({ builder, times }) => [
        builder,
        ...SIZES.map((_, index) => (times[index] === undefined ? '–' : ms(times[index]))),
      ]),
    ])
    judge(results, growth[0].times)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function judge(results, times) {
  const [estimated, exact] = results
  const warm = median(estimated.runs.flatMap((run) => run.warm))
  const cold = median(exact.runs.map((run) => run.cold))
  // n log n from 500 to 20,000 messages is 64 times as much.
  const steps = (times.at(-1) / times[0]).toFixed(0)
  const most = (SIZES.at(-1) * Math.log(SIZES.at(-1))) / (SIZES[0] * Math.log(SIZES[0]))
  const goals = [
    [`warm median with manifest and plan: ${ms(warm)}`, warm <= 1, '≤ 1 ms'],
    [`nothing counted before, exact counter loaded: ${ms(cold)}`, cold <= 40, '≤ 40 ms'],
    [`5,000 messages: ${ms(times[3])}`, times[3] <= 5, '≤ 5 ms'],
    [
      `20,000 messages take ${steps} times as long as 500`,
      steps <= most,
      `≤ ${most.toFixed(0)}, n log n`,
    ],
  ]
  console.log()
  for (const [what, met, goal] of goals)
    console.log(`  ${met ? 'met   ' : 'MISSED'} ${what} (${goal})`)
  if (goals.some(([, met]) => !met)) process.exitCode = 1
}

async function writeWorkload(folder) {
  await mkdir(join(folder, 'home/agent-configs'), { recursive: true })
  await mkdir(join(folder, 'work'))
  await writeFile(join(folder, 'home/config.yaml'), 'budget: { perFile: 20000, total: 100000 }\n')
  for (const [index, name] of SLOT_FILES.entries()) {
    await writeFile(join(folder, 'home/agent-configs', name), markdown(index + 1, 8192))
  }
  for (let index = 0; index < SKILL_COUNT; index++) {
    const name = `skill-${index}`
    await mkdir(join(folder, 'home/skills', name), { recursive: true })
    const text = `---\nname: ${name}\ndescription: What ${name} does, and when to use it.\n---\n\nSteps.\n`
    await writeFile(join(folder, 'home/skills', name, 'SKILL.md'), text)
  }
}

/** A conversation of so many messages, the two sides in turn. */
function conversation(count, chars, seed = 100) {
  return Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: markdown(seed + index, chars),
  }))
}

/** In a process of its own: the first render, then warm ones, each with another last message. */
async function measure({ builder, counter, folder, peer, sizes }) {
  const count = await counterOf(counter)
  const render = await BUILDERS[builder]({ folder, peer, counter, count })
  if (sizes) {
    const times = []
    for (const size of sizes) times.push(await warmTime(render, size))
    console.log(JSON.stringify({ builder, times }))
    return
  }
  const history = conversation(200, 3_000, 100)
  let start = performance.now()
  const { messages, tokens } = await render(history, BUDGET)
  const first = performance.now() - start
  const warm = []
  for (let at = 0; at < WARMING + RENDERS; at++) {
    // New objects and a new last message; the texts before it were there the last time.
    const turn = history.map((message) => ({ ...message }))
    turn.push(...conversation(1, 3_000, 1_000 + at))
    start = performance.now()
    await render(turn, BUDGET)
    if (at >= WARMING) warm.push(performance.now() - start)
  }
  const fresh = await BUILDERS[builder]({ folder, peer, counter, count: await counterOf(counter) })
  const other = conversation(200, 3_000, 5_000)
  start = performance.now()
  await fresh(other, BUDGET)
  const cold = performance.now() - start
  console.log(JSON.stringify({ first, warm, cold, messages, tokens }))
}

async function warmTime(render, size) {
  const history = conversation(size, 300)
  // Half of the messages, beside the head.
  const budget = (size * 300) / 8 + 12_000
  const rounds = size > 5_000 ? 12 : 40
  for (let at = 0; at < rounds; at++) await render(history, budget)
  const times = []
  for (let at = 0; at < rounds; at++) {
    const start = performance.now()
    await render(history, budget)
    times.push(performance.now() - start)
  }
  return stats(times).median
}

async function counterOf(name) {
  if (name === 'o200k') {
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
    const options = { allowedSpecial: new Set(), disallowedSpecial: new Set() }
    countTokens('warm', options)
    return (text) => countTokens(text, options)
  }
  return (text) => Math.ceil(text.length / 4)
}

/** Texts in memory, as the others take them. */
async function onesoul(options) {
  const core = await import('@onesoul/core')
  const input = composeInput(core, 1)
  const target = { ...input.target, format: 'anthropic' }
  return request(options, async () => core.compose({ ...input, target }))
}

/** The whole way: home, configuration, trust, work tree, slots and skills are looked at each time. */
async function onesoulFromDisk(options) {
  const { openHome } = await import('@onesoul/sources')
  const { folder } = options
  const home = await openHome({ dir: join(folder, 'home'), env: {}, cwd: join(folder, 'work') })
  return request(options, () =>
    home.compose({ agent: 'none', format: 'anthropic', listSkills: true }),
  )
}

/** Composition with its manifest, history within the budget, request with its cache plan. */
async function request({ counter, count: exact }, compose) {
  const [{ createAnthropicContext }, history, tokens] = await Promise.all([
    import('@onesoul/agents/anthropic'),
    import('@onesoul/core/history'),
    import('@onesoul/core/tokens'),
  ])
  const count = tokens.createCountCache(counter === 'o200k' ? exact : tokens.estimateTokens)
  const names = { bot: 'b', user: 'u', session: 's', channel: 'chat' }
  let context = null
  return async (messages, budget) => {
    const composition = await compose()
    if (composition.manifest.sections.length < 6) throw new Error('the manifest is not full')
    const head = composition.manifest.totals.tokens
    const kept = history.truncateHistory(messages, {
      high: Math.max(1, budget - head),
      low: Math.max(1, (budget - head) * 0.9),
      count: (message) => history.countMessage(message, { countText: count }),
    })
    context ??= createAnthropicContext({ composition, model: 'claude-opus-5', names, count })
    const { plan } = context.prepare({ composition, messages: kept.messages })
    if (plan.marks.length === 0) throw new Error('there is no plan')
    context.answered({
      input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
    })
    return { messages: kept.messages.length, tokens: kept.tokens + head }
  }
}

async function promptTsx({ folder, peer, count }) {
  const tsx = createRequire(import.meta.url)(peer)
  const { PromptElement, PrioritizedList, SystemMessage, UserMessage, AssistantMessage } = tsx
  const h = globalThis.vscpp
  const skills = Array.from(
    { length: SKILL_COUNT },
    (_, at) => `- skill-${at}: What skill-${at} does, and when to use it.`,
  )
  class Whole extends PromptElement {
    render() {
      const { files, messages } = this.props
      return [
        ...files.map((text, at) => h(SystemMessage, { priority: 1_000 - at }, text)),
        h(SystemMessage, { priority: 900 }, skills.join('\n')),
        h(
          PrioritizedList,
          { priority: 800, descending: false },
          ...messages.map(({ role, content }) =>
            h(role === 'user' ? UserMessage : AssistantMessage, {}, content),
          ),
        ),
      ]
    }
  }
  const tokenizer = {
    mode: tsx.OutputMode.Raw,
    tokenLength: (part) => count(part.text ?? ''),
    countMessageTokens: ({ content }) =>
      content.reduce((sum, part) => sum + count(part.text ?? ''), 2),
  }
  return async (messages, budget) => {
    const files = await readFiles(folder)
    const endpoint = { modelMaxPromptTokens: budget }
    const done = await tsx.renderPrompt(Whole, { files, messages }, endpoint, tokenizer)
    return { messages: done.messages.length - files.length - 1, tokens: done.tokenCount }
  }
}

async function floor({ folder }) {
  return async (messages) => {
    const system = (await readFiles(folder)).join('\n\n')
    const kept = messages.slice(-50)
    if (system.length < 40_000) throw new Error('the files are not there')
    return { messages: kept.length, tokens: null }
  }
}

function readFiles(folder) {
  return Promise.all(
    SLOT_FILES.map((name) => readFile(join(folder, 'home/agent-configs', name), 'utf8')),
  )
}
