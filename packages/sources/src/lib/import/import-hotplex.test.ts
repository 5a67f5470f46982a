import { readdir, readFile } from 'node:fs/promises'
import { SLOTS, type SourceDocument } from '@onesoul/core'
import { hashTree } from '@onesoul/disk'
import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { inspectHome } from '../home/inspect-home.ts'
import { openHome } from '../home/open-home.ts'
import { HOTPLEX_HOME } from './fixtures/hotplex-home.ts'
import { loadLikeHotplex } from './fixtures/hotplex-loader.ts'
import { importHome } from './import-home.ts'
import type { ImportResult } from './import-report.ts'

const SECRETS = /very-secret|hp-admin|xoxb|sk-/

const import_ = async (
  files: Readonly<Record<string, string>>,
  more: Partial<Parameters<typeof importHome>[0]> = {},
) => {
  const tree = await createTempTree(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`.hotplex/${path}`, text])),
  )
  const dir = tree.path('.onesoul')
  const run = () =>
    importHome({ from: 'hotplex', dir, userHome: tree.dir, env: {}, maxTokens: 32_000, ...more })
  const open = async () =>
    openHome({ dir, env: { HOME: tree.dir }, cwd: await tree.folder('work') })
  return { tree, dir, run, open, result: await run() }
}

const reasonOf = ({ unmapped }: ImportResult, from: RegExp | string): string | undefined =>
  unmapped.find((one) => (typeof from === 'string' ? one.from === from : from.test(one.from)))
    ?.reason

const BOTS = [
  { platform: 'slack', bot: 'dev-bot', botsOfPlatform: 2, exclude: [] },
  { platform: 'slack', bot: 'ops-bot', botsOfPlatform: 2, exclude: ['USER.md'] },
  { platform: 'feishu', bot: 'lark-bot', botsOfPlatform: 1, exclude: ['MEMORY.md'] },
]

describe('importHome from hotplex', () => {
  it.each(BOTS)('gives $platform/$bot what HotPlex gave it', async (target) => {
    const { tree, open, result } = await import_(HOTPLEX_HOME)
    const theirs = loadLikeHotplex(tree.path('.hotplex/agent-configs'), target)
    const home = await open()
    expect(home.diagnostics).toEqual([])
    const { platform, bot } = target
    const composed = await home.compose({ agent: 'none', platform, bot, viewer: 'public' })
    expect(composed.refusal).toBeNull()
    for (const { slot, element } of SLOTS) {
      const section = composed.manifest.sections.find((one) => one.id === element)
      const body = bodies(composed.documents[element] ?? [])
      const hotplex = theirs[slot] ?? { path: '', body: '', whole: '' }
      const told = filesOf(result, `agent-configs/${hotplex.path}`)
      expect(section?.status).not.toMatch(/cut|dropped|blocked/)
      if (hotplex.body !== hotplex.whole) expect(told).toContain('length')
      if (body === hotplex.whole) continue
      const plain = (text: string): string => text.replaceAll('\r', '').trim()
      const edges = plain(body) === plain(hotplex.whole)
      expect(told, `${slot} ${hotplex.path}`).toContain(edges ? 'white space' : 'frontmatter')
    }
  })

  it('cuts nothing: every line of every file that HotPlex reads is in a prompt, or its slot is excluded', async () => {
    const { open, result } = await import_(HOTPLEX_HOME)
    expect(result.budget).toEqual({ perFile: 10_000 })
    const home = await open()
    for (const { platform, bot } of BOTS) {
      const { manifest } = await home.compose({
        agent: 'none',
        platform,
        bot,
        viewer: 'public',
        maxTokens: 32_000,
      })
      const omitted = manifest.sections.flatMap((section) => section.omitted)
      expect(
        omitted.filter((one) => one.reason !== 'frontmatter' && one.reason !== 'cleared'),
      ).toEqual([])
    }
    const dev = await home.compose({ agent: 'none', platform: 'slack', bot: 'dev-bot' })
    expect(dev.text).toContain(HOTPLEX_HOME['agent-configs/slack/AGENTS.md']?.trim())
    const lark = await home.compose({ agent: 'none', platform: 'feishu', bot: 'lark-bot' })
    expect(lark.text).toContain('The last rule: ask before you delete.')
  })

  it('maps bots, agents, exclusions and what keeps them the same', async () => {
    const { open } = await import_(HOTPLEX_HOME)
    const { settings } = (await open()).config
    expect(settings.exclude).toEqual(['MEMORY.md'])
    expect(settings.platforms).toEqual({ slack: { exclude: ['USER.md'] } })
    expect(settings.bots).toEqual([
      { name: 'dev-bot', platform: 'slack', agent: 'claude-code', exclude: [] },
      { name: 'ops-bot', platform: 'slack', exclude: ['USER.md'] },
      { name: 'lark-bot', platform: 'feishu', agent: 'codex' },
    ])
    expect(settings.compat).toMatchObject({
      userDataPublic: true,
      singleBotIgnoresName: true,
      suffixFiles: 'off',
    })
  })

  it('names everything that it could not map, with file, line and reason, and no secret', async () => {
    const { result, dir } = await import_(HOTPLEX_HOME)
    expect(reasonOf(result, 'config.yaml:5 admin.tokens')).toContain('credential')
    expect(reasonOf(result, 'config.yaml:12 worker.environment.OPENAI_API_KEY')).toContain(
      'credential',
    )
    expect(reasonOf(result, /messaging\.slack\.bot_token$/)).toContain('credential')
    expect(reasonOf(result, /worker\.default_permission_mode$/)).toContain('--permission')
    expect(reasonOf(result, /slack\.dm_policy$/)).toContain('gateway')
    expect(reasonOf(result, /bots\[dev-bot\]\.bot_id$/)).toBeDefined()
    expect(reasonOf(result, /worker_type$/)).toContain('drives')
    expect(reasonOf(result, /work_dir$/)).toContain('--cwd')
    expect(reasonOf(result, /cron\.enabled$/)).toContain('gateway')
    expect(reasonOf(result, '.env')).toContain('neither read nor copied')
    expect(reasonOf(result, 'data')).toContain('WebChat')
    expect(reasonOf(result, 'skills')).toContain('skills')
    expect(reasonOf(result, 'agent-configs/SOUL.slack.md')).toContain('since 1.5')
    expect(reasonOf(result, 'agent-configs/README.md')).toContain('no slot')
    expect(reasonOf(result, 'agent-configs/slack/ops-bot/soul.md')).toContain('SOUL.md')
    expect(reasonOf(result, 'agent-configs/slack/U0OPSBOT/')).toContain('an id of the bot ops-bot')
    const mentioned = [...result.mapped, ...result.unmapped].map((one) => one.from).join('\n')
    for (const path of Object.keys(HOTPLEX_HOME)) {
      const shown = [path, path.split('/')[0] ?? '', `${path.split('/').slice(0, -1).join('/')}/`]
      expect(
        shown.some((one) => mentioned.split('\n').includes(one)) || path === 'config.yaml',
        path,
      ).toBe(true)
    }
    expect(JSON.stringify(result)).not.toMatch(SECRETS)
    const written = await Promise.all(
      result.written.map((path) => readFile(`${dir}/${path}`, 'utf8')),
    )
    expect(written.join('\n')).not.toMatch(SECRETS)
  })

  it('names a misspelt exclusion, leaves it without effect as HotPlex does, and never writes it', async () => {
    const { result, dir } = await import_(HOTPLEX_HOME)
    const found = result.unmapped.find(
      (one) => one.from.includes('bots[ops-bot].inject_exclude') || one.reason.includes('MEMROY'),
    )
    expect(found).toMatchObject({ attention: true })
    expect(found?.from).toMatch(/^config\.yaml:\d+ /)
    expect(found?.reason).toContain('if MEMORY.md was meant')
    expect(await readFile(`${dir}/config.yaml`, 'utf8')).not.toContain('MEMROY')
  })

  it('lists every difference to HotPlex as a decision', async () => {
    const { result } = await import_(HOTPLEX_HOME)
    const about = (name: string) => result.decisions.filter((one) => one.about === name)
    expect(about('length')[0]?.files).toEqual([
      'agent-configs/AGENTS.md',
      'agent-configs/slack/AGENTS.md',
    ])
    expect(about('frontmatter').flatMap((one) => one.files)).toEqual([
      'agent-configs/slack/TOOLS.md',
      'agent-configs/slack/dev-bot/TOOLS.md',
    ])
    expect(about('sanitizer')[0]?.files).toEqual(['agent-configs/slack/TOOLS.md:4'])
    expect(about('variables')[0]?.files).toEqual(['agent-configs/slack/dev-bot/TOOLS.md:4'])
    expect(about('empty files')[0]?.files).toEqual(['agent-configs/slack/dev-bot/SOUL.md'])
    expect(about('a lone bot')[0]?.message).toContain('feishu')
    for (const name of [
      'metacognition',
      'lead-ins',
      'limits',
      'who sees USER and MEMORY',
      'agent_config.dir',
    ]) {
      expect(about(name), name).toHaveLength(1)
    }
  })

  it('names what cannot be read, and takes the rest', async () => {
    const { result, open } = await import_({
      'config.yaml': '{}',
      'agent-configs/AGENTS.md': 'Rules.\n',
      'agent-configs/SOUL.md/inside.txt': 'A folder stands in its place.\n',
      'agent-configs/USER.md': 'x'.repeat(2_100_000),
    })
    expect(reasonOf(result, 'agent-configs/SOUL.md')).toMatch(/not read: .*(folder|directory)/i)
    expect(reasonOf(result, 'agent-configs/USER.md')).toContain('not read')
    expect(result.written).toEqual(['agent-configs/AGENTS.md', 'config.yaml'])
    expect((await (await open()).compose({ agent: 'none' })).text).toContain('Rules.')
  })

  it('reads only: the source is as it was', async () => {
    const { tree, run } = await import_(HOTPLEX_HOME, { dryRun: true })
    const before = await hashTree(tree.path('.hotplex'))
    await run()
    expect(await hashTree(tree.path('.hotplex'))).toBe(before)
  })

  it('says with dryRun what it would write, and writes nothing', async () => {
    const { tree, result } = await import_(HOTPLEX_HOME, { dryRun: true })
    expect(result.written).toContain('config.yaml')
    expect(await readdir(tree.dir)).toEqual(['.hotplex'])
    const done = await import_(HOTPLEX_HOME)
    expect(done.result.written).toEqual(result.written)
    expect(done.result.budget).toEqual(result.budget)
  })

  it('leaves a home that holds something else as it is', async () => {
    const { tree, result, run } = await import_(HOTPLEX_HOME)
    expect(result.refusal).toBeNull()
    await tree.write('.onesoul/agent-configs/SOUL.md', 'Mine.\n')
    const before = await hashTree(tree.path('.onesoul'))
    const again = await run()
    expect(again.refusal).toContain('agent-configs/SOUL.md')
    expect(again.written).toEqual([])
    expect(await hashTree(tree.path('.onesoul'))).toBe(before)
  })

  it('goes on where it was interrupted: what stands there with the same bytes stays', async () => {
    const { dir, run } = await import_(HOTPLEX_HOME)
    await unlinkAll(dir, ['config.yaml', 'agent-configs/USER.md'])
    const again = await run()
    expect(again.refusal).toBeNull()
    expect(again.written).toEqual(['agent-configs/USER.md', 'config.yaml'])
  })

  it('leaves nothing for doctor but what the source has', async () => {
    const { open } = await import_(HOTPLEX_HOME)
    const found = (await inspectHome(await open())).filter((one) => one.severity !== 'info')
    expect(found).toEqual([])
  })
})

describe('importHome from an older hotplex', () => {
  const OLD = {
    'agent-configs/SOUL.md': 'You are Harbour.\n',
    'agent-configs/SOUL.webchat.md': 'In a browser you use tables.\n',
    'agent-configs/SKILLS.md': 'Prefer ripgrep.\n',
    'agent-configs/SKILLS.slack.md': 'On Slack use threads.\n',
    'config.yaml': 'agent_config:\n  inject_exclude: [SKILLS.md]\n',
  }

  it('joins files with a platform in their name when there are no folders of platforms', async () => {
    const { open, result, dir } = await import_(OLD)
    expect((await readdir(`${dir}/agent-configs`)).sort()).toEqual([
      'SOUL.md',
      'SOUL.webchat.md',
      'TOOLS.md',
      'TOOLS.slack.md',
    ])
    const home = await open()
    expect(home.config.settings).toMatchObject({
      exclude: ['TOOLS.md'],
      compat: { suffixFiles: 'append' },
    })
    const composed = await home.compose({ agent: 'none', platform: 'web' })
    expect(composed.text).toMatch(/You are Harbour\.\s+In a browser you use tables\./)
    expect(result.decisions.map((one) => one.about)).toContain('files of a platform')
  })

  it('takes every folder when there is no configuration, and says so', async () => {
    const { result, open } = await import_({
      'agent-configs/slack/dev/SOUL.md': 'You are Dev.\n',
      'agent-configs/web/SOUL.md': 'unread\n',
      'agent-configs/webchat/SOUL.md': 'You are in a browser.\n',
    })
    expect(reasonOf(result, 'config.yaml')).toContain('not there')
    expect(reasonOf(result, 'agent-configs/web/')).toContain('webchat/')
    const home = await open()
    const dev = await home.compose({ agent: 'none', platform: 'slack', bot: 'dev' })
    expect(dev.text).toContain('You are Dev.')
    expect((await home.compose({ agent: 'none', platform: 'webchat' })).text).toContain(
      'in a browser',
    )
  })

  it('reads what the configuration inherits, and names a variable that is not set', async () => {
    const { open, result } = await import_({
      'config.yaml': `inherits: base.yaml\nmessaging:\n  slack:\n    bots:\n      - name: \${BOT}\n      - name: two\n      - name: TWO\n      - name: a/b\n`,
      'base.yaml': 'agent_config:\n  inject_exclude: [MEMORY.md]\n',
      'agent-configs/SOUL.md': 'You are Harbour.\n',
    })
    const { settings } = (await open()).config
    expect(settings.exclude).toEqual(['MEMORY.md'])
    expect(settings.bots.map((bot) => bot.name)).toEqual(['two'])
    expect(reasonOf(result, /bots\[\$\{BOT\}\]\.name$/)).toContain('BOT')
    expect(reasonOf(result, /bots\[TWO\]\.name$/)).toContain('this name already')
    expect(reasonOf(result, /bots\[a\/b\]\.name$/)).toContain('left out')
  })

  it.each([
    ['no YAML', 'agent_config: [', 'config-invalid'],
    ['a circle', 'inherits: config.yaml', 'config-invalid'],
  ])('refuses a configuration that is %s', async (_, text, code) => {
    await expect(
      import_({ 'config.yaml': text, 'agent-configs/SOUL.md': 'x' }),
    ).rejects.toMatchObject({ code })
  })

  it('says that there is nothing to import', async () => {
    const tree = await createTempTree({ 'empty/config.yaml': '{}\n' })
    const options = { from: 'hotplex', dir: tree.path('h'), userHome: tree.dir, env: {} } as const
    await expect(importHome(options)).rejects.toMatchObject({ code: 'import-source' })
    const source = tree.path('empty')
    await expect(importHome({ ...options, source })).rejects.toMatchObject({
      code: 'import-source',
    })
    await expect(
      importHome({ ...options, source, dir: tree.path('empty/home') }),
    ).rejects.toMatchObject({
      code: 'import-source',
    })
    expect(await readdir(tree.dir)).toEqual(['empty'])
  })
})

function bodies(documents: readonly SourceDocument[]): string {
  return documents.map(({ text, body }) => text.slice(body.start, body.end)).join('\n')
}

function filesOf(result: ImportResult, path: string): readonly string[] {
  return result.decisions
    .filter((one) => one.files.some((file) => file.replace(/:\d+$/, '') === path))
    .map((one) => one.about)
}

async function unlinkAll(dir: string, paths: readonly string[]): Promise<void> {
  const { unlink } = await import('node:fs/promises')
  for (const path of paths) await unlink(`${dir}/${path}`)
}
