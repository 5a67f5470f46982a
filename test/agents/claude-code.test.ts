import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ModelScript, type RecordedRequest, type RunReceipt, readSlots } from '@onesoul/agents'
import { afterEach, describe, expect, it } from 'vitest'
import { waitUntil } from '../support/processes.ts'
import { sourceUrl, typescriptArgs } from '../support/typescript-script.ts'
import {
  type ClaudeStage,
  claude,
  type Files,
  judge,
  setClaudeStage,
} from './harness/claude-code.ts'
import { runUnderPty } from './harness/run-under-pty.ts'
import { watchArgv } from './harness/watch-argv.ts'

const OURS = ['onesoul', 'persona', 'rules', 'tool-guidance', 'user', 'memory']
const PRIVATE = ['Ingrid', 'second week of March']
/** Enter right behind typed text counts as a line break; and moving pictures tear the echo apart on the screen. */
const ENTER_PAUSE_MS = 800

let stage: ClaudeStage | undefined
afterEach(async () => {
  await stage?.close()
  stage = undefined
})

const verdicts = (receipt: RunReceipt) =>
  Object.fromEntries(receipt.sections.map(({ id, verdict }) => [id, verdict]))
const projectVerdicts = (receipt: RunReceipt) =>
  Object.fromEntries(
    Object.entries(verdicts(receipt)).flatMap(([id, verdict]) =>
      id.startsWith('project:') ? [[id.slice('project:'.length), verdict]] : [],
    ),
  )

async function filesBelow(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name)
}

describe.each([
  ['2.1.197', 'claude-197'],
  ['2.1.332', 'claude-332'],
] as const)('Claude Code %s', (version, program) => {
  const isOld = version === '2.1.197'

  async function set(script: ModelScript = []): Promise<ClaudeStage> {
    stage = await setClaudeStage(program, script)
    return stage
  }

  it('receives every section once in both turns of a session and leaves nothing behind', async () => {
    const { run, sandbox } = await set([{ text: 'Forty-two, 四十二.' }])
    const first = await run()
    expect(first.end).toMatchObject({ code: 0, signal: null })
    expect(first.stdout).toBe('Forty-two, 四十二.\n')
    const agentSessionId = first.end.agentSessionId ?? ''
    const second = await run({ prompt: 'again', session: { mode: 'resume', agentSessionId } })
    expect(mentions(second.requests, '四十二')).toBe(true)
    for (const { receipt } of [first, second]) {
      expect(receipt.verdict).toBe('proven')
      expect(verdicts(receipt)).toEqual(Object.fromEntries(OURS.map((id) => [id, 'delivered'])))
      expect(receipt.turns).toHaveLength(1)
      expect(receipt.others).toEqual([])
    }
    expect(sandbox.git('status', '--porcelain')).toBe('')
    expect(await filesBelow(sandbox.deliverDir)).toEqual([])
  })

  it('sends the new text when it goes on with a session that began with another', async () => {
    const { run } = await set()
    const first = await run({ files: { 'NOTES.md': 'x' } })
    const agentSessionId = first.end.agentSessionId ?? ''
    const session = { mode: 'resume', agentSessionId } as const
    const changed = await run({
      session,
      trusted: false,
      files: { 'AGENTS.md': 'Write in verse.\n' },
    })
    expect(changed.plan.delivered).not.toBe(first.plan.delivered)
    expect(changed.receipt.verdict).toBe('proven')
  })

  it('is resumed by id, by name of the newest, and refuses both', async () => {
    const { run, plan } = await set()
    await run()
    const { requests, receipt } = await run({ args: ['--continue'], prompt: 'again' })
    expect(receipt.verdict).toBe('proven')
    expect(mentions(requests, 'say hi')).toBe(true)
    const session = { mode: 'resume', agentSessionId: 'x' } as const
    const refused = await plan({ args: ['-c'], session })
    expect(refused.plan.refusal?.code).toBe('flag-conflict')
  })

  const A = '# Agents\n\nName every branch after its ticket, always.\n'
  const C = '# Claude\n\nWrite commit messages in the imperative mood.\n'
  const native = 'native'
  const delivered = 'delivered'

  it.each<[string, Files, Files, string]>([
    [
      'both',
      { 'AGENTS.md': A, 'CLAUDE.md': C },
      { 'AGENTS.md': delivered, 'CLAUDE.md': native },
      '',
    ],
    [
      'an import',
      { 'AGENTS.md': A, 'CLAUDE.md': `${C}\n@AGENTS.md\n` },
      { 'AGENTS.md': native, 'CLAUDE.md': native },
      '',
    ],
    [
      'an import above the working directory',
      { 'AGENTS.md': A, 'CLAUDE.md': `${C}\n@AGENTS.md\n` },
      { 'AGENTS.md': delivered, 'CLAUDE.md': native },
      'sub',
    ],
    [
      'AGENTS.md above a CLAUDE.md',
      { 'AGENTS.md': A, 'sub/CLAUDE.md': C },
      { 'AGENTS.md': delivered, 'sub/CLAUDE.md': native },
      'sub',
    ],
    [
      'AGENTS.md on both levels',
      { 'AGENTS.md': A, 'sub/AGENTS.md': C },
      { 'AGENTS.md': isOld ? delivered : native, 'sub/AGENTS.md': isOld ? delivered : native },
      'sub',
    ],
    [
      'AGENTS.md beside CLAUDE.local.md',
      { 'AGENTS.md': A, 'CLAUDE.local.md': C },
      { 'AGENTS.md': delivered, 'CLAUDE.local.md': native },
      '',
    ],
  ])('loses no rule and gets none twice: %s', async (_, files, expected, cwd) => {
    const { run } = await set()
    const { receipt } = await run({ files, cwd })
    expect(projectVerdicts(receipt)).toEqual(expected)
    expect(receipt.verdict).toBe('proven')
    const hedged = receipt.sections.filter((section) => section.hedged).map(({ id }) => id)
    const natives = Object.keys(expected).filter((path) => expected[path] === native)
    expect(hedged.toSorted()).toEqual(isOld ? natives.map((path) => `project:${path}`).sort() : [])
  })

  it('sees a CLAUDE.md above the git root', async () => {
    const { run, sandbox } = await set()
    await sandbox.put('CLAUDE.md', 'A rule of the folder above.\n')
    const { receipt, requests, plan } = await run({ files: { 'AGENTS.md': A } })
    expect(projectVerdicts(receipt)).toEqual({ 'AGENTS.md': delivered })
    expect(mentions(requests, 'A rule of the folder above.')).toBe(true)
    expect(plan.notes.join('\n')).toContain(join(sandbox.base, 'CLAUDE.md'))
  })

  it('reads nothing of an untrusted work tree by itself; its rules come as quoted data', async () => {
    const { run, sandbox } = await set()
    await sandbox.put('claude/CLAUDE.md', 'A rule of my own.\n')
    const hook = { hooks: [{ type: 'command', command: 'echo bait-of-a-hook' }] }
    const settings = JSON.stringify({ hooks: { UserPromptSubmit: [hook] } })
    await sandbox.put('tree/.claude/settings.json', settings)
    await sandbox.put('tree/.claude/rules/bait.md', 'bait-of-a-rule\n')
    const files = { 'AGENTS.md': A, 'CLAUDE.md': C }
    const { receipt, requests } = await run({ files, trusted: false })
    expect(receipt.verdict).toBe('proven')
    expect(projectVerdicts(receipt)).toEqual({ 'AGENTS.md': delivered, 'CLAUDE.md': delivered })
    expect(mentions(requests, 'A rule of my own.')).toBe(true)
    expect(mentions(requests, 'bait-of')).toBe(false)
  })

  it("sends the person's own texts before ours, in one value", async () => {
    const { run, sandbox } = await set()
    const path = join(sandbox.base, 'own.md')
    await writeFile(path, 'A text of mine, from a file.\n')
    const args = ['--append-system-prompt-file', path, '--append-system-prompt=A text of mine.']
    const { receipt, requests } = await run({ args })
    expect(receipt.verdict).toBe('proven')
    expect(receipt.userSources.map(({ what, found }) => [what, found])).toEqual([
      ['--append-system-prompt-file', true],
      ['--append-system-prompt', true],
    ])
    const joined = 'A text of mine, from a file.\n\nA text of mine.\n\n<agent-configuration'
    expect(systemTexts(requests[0]).at(-1)?.split(joined)).toHaveLength(2)
  })

  it.each([['--system-prompt', 'A prompt of mine.'], ['--bare'], ['--safe-mode']])(
    'delivers beside %s',
    async (...args) => {
      const { run } = await set()
      expect((await run({ args })).receipt.verdict).toBe('proven')
    },
  )

  it('is recorded past the base URL of every settings file', async () => {
    const { run, sandbox, recorder } = await set()
    const closed = JSON.stringify({ env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' } })
    await sandbox.put('claude/settings.json', closed)
    await sandbox.put('tree/.claude/settings.json', closed)
    const args = [
      '--settings',
      JSON.stringify({ env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' } }),
    ]
    const env = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', NO_PROXY: '' }
    const { receipt } = await run({ args, env, recorderUrl: recorder.url })
    expect(receipt.verdict).toBe('proven')
    expect(await filesBelow(sandbox.deliverDir)).toEqual([])
  })

  it('keeps the block layout of a direct connection when it is recorded', async () => {
    const { run, recorder } = await set()
    const env = { ANTHROPIC_BASE_URL: '' }
    const { receipt, requests } = await run({ env, recorderUrl: recorder.url })
    expect(receipt.verdict).toBe('proven')
    expect(systemTexts(requests[0])).toHaveLength(4)
  })

  it('names a compaction, after which every section is still there', async () => {
    const { run } = await set()
    const { end } = await run()
    const session = { mode: 'resume', agentSessionId: end.agentSessionId ?? '' } as const
    await run({ prompt: 'more', session })
    const compacted = await run({ prompt: '/compact', session })
    expect(new Set(compacted.receipt.others.map(({ kind }) => kind))).toEqual(
      new Set(['compaction']),
    )
    expect(compacted.receipt.turns).toEqual([])
    expect((await run({ prompt: 'after', session })).receipt.verdict).toBe('proven')
  })

  it('removes the tools that change anything in the tier read-only', async () => {
    const { run } = await set()
    const { requests, receipt } = await run({ permission: 'read-only' })
    expect(receipt.verdict).toBe('proven')
    const offered = ['Read', 'Bash', 'Edit', 'Write', 'NotebookEdit'].filter((tool) =>
      mentions(requests, `"name":"${tool}"`),
    )
    expect(offered).toEqual(['Read'])
  })

  it('passes a failure on', async () => {
    const { run } = await set([{ failure: { status: 400, message: 'no such model' } }])
    const { end, stdout } = await run()
    expect(end.code).toBe(1)
    expect(stdout).toContain('no such model')
  })

  it('takes a typed prompt at a terminal, a resize and Ctrl-C twice', async () => {
    const { sandbox, recorder, plan: makePlan } = await set()
    const { plan, judged } = await makePlan({ prompt: null })
    expect(plan.interactive).toBe(true)
    const result = join(sandbox.base, 'result.json')
    await sandbox.put('plan.json', JSON.stringify(plan))
    const source = `
      import { readFileSync, writeFileSync } from 'node:fs'
      import { createClaudeCodeAgent } from ${JSON.stringify(sourceUrl('packages/agents/src/claude-code.ts'))}
      const plan = JSON.parse(readFileSync(${JSON.stringify(join(sandbox.base, 'plan.json'))}, 'utf8'))
      const status = await createClaudeCodeAgent().launch(plan, { stdio: 'inherit' })
      writeFileSync(${JSON.stringify(result)}, JSON.stringify(status))
      process.exitCode = status.code`
    const { tree: cwd, env } = sandbox
    const screen = runUnderPty(process.execPath, typescriptArgs(source), { cwd, env })
    try {
      const watch = watchArgv(screen.pid)
      const isReady = () => /shortcuts|automodeon/.test(screen.output().replaceAll(/\s/g, ''))
      expect(await waitUntil(isReady, 60_000)).toBe(true)
      await screen.type('what is it, exactly?')
      await waitUntil(() => false, ENTER_PAUSE_MS)
      screen.press('enter')
      const isAsked = (request: RecordedRequest) =>
        claude.classify(request).kind === 'turn' && mentions([request], 'exactly')
      await recorder.waitFor(isAsked, 60_000)
      await screen.shows('scripted answer')
      const drawn = screen.output().length
      screen.resize(70, 20)
      const isOneEdgeToEdge = (line: string) => line.length === 70
      const fits = () => (screen.output().slice(drawn).match(/─+/g) ?? []).some(isOneEdgeToEdge)
      expect(await waitUntil(fits, 20_000)).toBe(true)
      const seen = JSON.stringify(watch.stop())
      for (const words of PRIVATE) expect(seen).not.toContain(words)
      screen.press('ctrl-c')
      await screen.shows('again to exit')
      screen.press('ctrl-c')
      expect(await screen.ended).toEqual({ exitCode: 0, signal: 0 })
    } finally {
      screen.kill()
    }
    expect(JSON.parse(await readFile(result, 'utf8'))).toEqual({
      code: 0,
      signal: null,
      agentSessionId: plan.agentSessionId,
    })
    expect(screen.output()).toContain(`--resume ${plan.agentSessionId}`)
    const receipt = judge(plan, recorder.requests(), judged)
    expect(receipt.verdict).toBe('proven')
    expect(receipt.others.filter(({ kind }) => kind !== 'side')).toEqual([])
    expect(await filesBelow(sandbox.deliverDir)).toEqual([])
  })
})

function systemTexts(request: RecordedRequest | undefined): readonly string[] {
  const slots = request ? readSlots(request) : []
  return slots.filter(({ path }) => path.startsWith('system/')).map(({ text }) => text)
}

/** A truth value, so that a failing test prints no text of the vendor's. */
function mentions(requests: readonly RecordedRequest[], text: string): boolean {
  return requests.some(({ body }) => JSON.stringify(body).includes(text))
}
