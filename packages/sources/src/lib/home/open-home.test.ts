import { chmod, mkdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { asNobody } from '../../../test/as-nobody.ts'
import { createTempTree, type TempTree } from '../../../test/temp-tree.ts'
import { renderStarter } from '../starter/render-starter.ts'
import type { Home } from './home.ts'
import { inspectHome } from './inspect-home.ts'
import { openHome } from './open-home.ts'

const open = (tree: TempTree, more: Parameters<typeof openHome>[0] = {}) =>
  openHome({ env: { HOME: tree.dir }, cwd: tree.dir, ...more })

describe('openHome', () => {
  it('says that there is no home, with the two ways out', async () => {
    const tree = await createTempTree()
    await expect(open(tree, { dir: '/nowhere' })).rejects.toMatchObject({
      code: 'home-missing',
      message: 'no home at /nowhere',
      hints: [
        'create one with `onesoul init --home /nowhere`, or point --configs at an existing agent-configs folder',
        'for a home elsewhere name it with `--home DIR`',
      ],
    })
    await expect(open(tree)).rejects.toMatchObject({
      message: `no home at ${tree.dir}/.onesoul`,
      hints: [
        'create one with `onesoul init`, or point --configs at an existing agent-configs folder',
        'for a home elsewhere name it with `--home DIR`',
      ],
    })
  })

  it.each([
    ['the default', {}, '.onesoul'],
    ['the environment', { env: { ONESOUL_HOME: 'from-env' } }, 'from-env'],
    ['the environment with a tilde', { env: { ONESOUL_HOME: '~/tilde' } }, 'tilde'],
    [
      'the option before the environment',
      { dir: 'named', env: { ONESOUL_HOME: 'from-env' } },
      'named',
    ],
  ])('finds the home by %s', async (_, options, expected) => {
    const tree = await createTempTree()
    for (const name of ['.onesoul', 'from-env', 'tilde', 'named'])
      await tree.folder(`${name}/agent-configs`)
    const env = { HOME: tree.dir, ...('env' in options ? options.env : {}) }
    const home = await open(tree, { ...options, env })
    expect(home).toMatchObject({
      dir: tree.path(expected),
      exists: true,
      configsDir: tree.path(`${expected}/agent-configs`),
      userHome: tree.dir,
      diagnostics: [],
    })
  })

  it('needs no home for a folder of slots of another tool, and composes it unchanged', async () => {
    const tree = await createTempTree({ '.hotplex/agent-configs/slack/SOUL.md': 'You are Plex.' })
    const home = await open(tree, { configs: '~/.hotplex/agent-configs' })
    expect(home.exists).toBe(false)
    expect(home.configsDir).toBe(tree.path('.hotplex/agent-configs'))
    const composed = await home.compose({ agent: 'none', platform: 'slack', bot: 'only' })
    expect(composed.text).toContain('You are Plex.')
    await expect(open(tree, { configs: 'nowhere' })).rejects.toMatchObject({
      code: 'configs-missing',
    })
  })

  it('advises --configs for a folder of slots that was named as a home', async () => {
    const tree = await createTempTree({
      'a/agent-configs/slack/SOUL.md': 'x',
      'b/SOUL.md': 'x',
      'c/config.yaml': '',
      'c/agent-configs/SOUL.md': 'x',
      'd/notes.md': 'x',
      'e/SOUL.md': 'x',
      'e/config.yaml': '',
    })
    const advice = async (dir: string) => {
      const home = await open(tree, { dir })
      const [first, ...more] = home.diagnostics
      expect([first?.code, more]).toEqual(['home.no-configs', []])
      return first?.fix?.replaceAll(tree.dir, '')
    }
    expect(await advice('a/agent-configs')).toBe('use `--configs /a/agent-configs`')
    expect(await advice('b')).toBe('use `--configs /b`')
    expect(await advice('c/agent-configs')).toBe(
      'use `--configs /c/agent-configs`, or `--home /c` with its config.yaml',
    )
    expect(await advice('d')).toMatch(/^create it with `onesoul init --home \/d`/)
    expect(await advice('e')).toMatch(/^create it with `onesoul init/)
  })

  it('expands ~ in `configs`, and is not silent about a folder that is not there', async () => {
    const tree = await createTempTree({ '.onesoul/config.yaml': 'configs: ~/souls\n' })
    const missing = await open(tree)
    expect(missing.configsDir).toBe(tree.path('souls'))
    expect(missing.diagnostics).toMatchObject([{ code: 'home.no-configs', severity: 'error' }])
    await expect(missing.compose({ agent: 'none' })).rejects.toMatchObject({
      code: 'config-invalid',
    })
    await tree.write('souls/SOUL.md', 'You are found.')
    expect((await (await open(tree)).compose({ agent: 'none' })).text).toContain('You are found.')
  })

  it('refuses to compose with an error in the configuration and tells all of them', async () => {
    const tree = await createTempTree({
      '.onesoul/config.yaml': 'exclude: [MEMROY.md]\nrequired: [SUOL]\n',
      '.onesoul/agent-configs/MEMORY.md': 'private',
    })
    const home = await open(tree)
    expect(home.diagnostics).toHaveLength(2)
    await expect(home.compose({ agent: 'none' })).rejects.toMatchObject({
      code: 'config-invalid',
      message: 'config.yaml:1:11: exclude: "MEMROY.md" is no slot; did you mean MEMORY.md?',
      hints: [
        'use one of SOUL.md, AGENTS.md, TOOLS.md, USER.md, MEMORY.md',
        'config.yaml:2:12: required: "SUOL" is no slot; did you mean SOUL?',
      ],
    })
  })

  it('refuses to compose when config.yaml cannot be read', async () => {
    const tree = await createTempTree({ '.onesoul/agent-configs/SOUL.md': 'x' })
    await mkdir(tree.path('.onesoul/config.yaml'))
    const home = await open(tree)
    expect(home.diagnostics).toMatchObject([{ code: 'config.unreadable', severity: 'error' }])
    await expect(home.compose({ agent: 'none' })).rejects.toMatchObject({ code: 'config-invalid' })
  })

  it('works with a home that may only be read', async () => {
    const tree = await createTempTree({ '.onesoul/agent-configs/SOUL.md': 'You are read only.' })
    await chmod(tree.dir, 0o755)
    const home = await asNobody(() => open(tree))
    expect((await asNobody(() => home.compose({ agent: 'none' }))).text).toContain(
      'You are read only.',
    )
  })
})

describe('inspectHome', () => {
  it('finds with the resolver of a composition what is wrong with the files', async () => {
    const tree = await createTempTree({
      '.onesoul/config.yaml':
        'bots: [{ name: dev-bot, platform: slack }, { name: ops, platform: feishu }]\ncompat: { userDataPublic: true }\n',
      '.onesoul/agent-configs/agents.md': 'x',
      '.onesoul/agent-configs/SOUL.slack.md': 'x',
      '.onesoul/agent-configs/USER.md': 'u'.repeat(8001),
      '.onesoul/agent-configs/slack/U0123/SOUL.md': 'keyed by an id',
      '.onesoul/agent-configs/feishu/Ops/SOUL.md': 'x',
    })
    await mkdir(tree.path('.onesoul/agent-configs/slack/SOUL.md'))
    const found = await inspectHome(await open(tree))
    expect(found.map((one) => `${one.code} ${one.source?.path ?? ''}`).sort()).toEqual([
      'budget.over USER.md',
      'compat.on config.yaml',
      'config.mode-too-wide config.yaml',
      'scope.unconfigured-bot slack/U0123',
      'scope.wrong-case feishu/Ops',
      'slot.suffix-ignored SOUL.slack.md',
      'slot.unreadable slack/SOUL.md',
      'slot.wrong-case agents.md',
    ])
  })

  it('warns of a configuration that others can read when it holds variables for agents', async () => {
    const severity = async (config: string) => {
      const tree = await createTempTree({
        '.onesoul/config.yaml': config,
        '.onesoul/agent-configs/SOUL.md': 'x',
      })
      await chmod(tree.path('.onesoul/config.yaml'), 0o644)
      const [found] = await inspectHome(await open(tree))
      expect(found?.code).toBe('config.mode-too-wide')
      return found?.severity
    }
    expect(await severity('language: en\n')).toBe('info')
    expect(await severity('agents: { codex: { env: { KEY: x } } }\n')).toBe('warning')
  })

  it('names an empty file that keeps a filled one from counting', async () => {
    const tree = await createTempTree({
      '.onesoul/agent-configs/slack/dev/SOUL.md': '',
      '.onesoul/agent-configs/slack/dev/USER.md': '',
      '.onesoul/agent-configs/SOUL.md': 'x',
    })
    expect(await inspectHome(await open(tree))).toMatchObject([
      { code: 'slot.cleared', severity: 'info', source: { path: 'slack/dev/SOUL.md' } },
    ])
  })

  it('names a file that resembles a slot, also in a folder of no configured bot', async () => {
    const tree = await createTempTree({
      '.onesoul/agent-configs/Memory.txt': 'x',
      '.onesoul/agent-configs/slack/helper/SOLU.md': 'x',
      '.onesoul/agent-configs/slack/helper/README.md': 'x',
    })
    expect(await inspectHome(await open(tree))).toMatchObject([
      { code: 'slot.misnamed', severity: 'warning', source: { path: 'Memory.txt' } },
      { code: 'slot.misnamed', source: { path: 'slack/helper/SOLU.md' } },
    ])
  })

  it('gives one advice for a folder that differs from a configured name in case alone', async () => {
    const advice = async (config: string, ...paths: readonly string[]) => {
      const files = paths.map((path) => [`.onesoul/agent-configs/${path}/SOUL.md`, 'x'])
      const tree = await createTempTree({
        '.onesoul/config.yaml': config,
        ...Object.fromEntries(files),
      })
      await chmod(tree.path('.onesoul/config.yaml'), 0o600)
      return (await inspectHome(await open(tree))).map((one) => [one.source?.path, one.fix])
    }
    const bot = 'bots: [{ name: helper, platform: slack }]\n'
    const inside = [['slack/Helper', 'rename it to helper']]
    expect(await advice(bot, 'slack/Helper')).toEqual(inside)
    expect(await advice(bot, 'slack/Helper', 'slack/helper')).toEqual(inside)
    const outside = [['Slack', 'rename it to slack']]
    expect(await advice(bot, 'Slack/helper')).toEqual(outside)
    expect(await advice('platforms: { slack: {} }\n', 'Slack', 'slack')).toEqual(outside)
    const webchat = 'bots: [{ name: helper, platform: web }]\n'
    expect(await advice(webchat, 'webchat/helper')).toEqual([])
  })

  describe('required slots', () => {
    const BOTS =
      'bots: [{ name: helper, platform: slack, required: [SOUL, USER], exclude: [USER] }, { name: ops, platform: feishu }]\n'
    const required = async (home: Home) =>
      (await inspectHome(home)).filter((one) => one.code === 'slot.required')

    it('names what a bot, and a composition without one, cannot do without', async () => {
      const tree = await createTempTree({
        '.onesoul/config.yaml': `${BOTS}required: [AGENTS]\n`,
        '.onesoul/agent-configs/USER.md': 'x',
      })
      await mkdir(tree.path('.onesoul/agent-configs/feishu/AGENTS.md'), { recursive: true })
      expect(await required(await open(tree))).toMatchObject([
        {
          severity: 'error',
          message: 'a composition without a bot requires AGENTS.md, which no scope has',
          fix: 'write AGENTS.md, or take AGENTS.md out of `required`',
        },
        {
          message: 'helper on slack requires SOUL.md, which no scope has',
          fix: 'write slack/helper/SOUL.md, or take SOUL.md out of `required`',
        },
        {
          message: 'helper on slack requires USER.md, which is excluded by bots[helper].exclude',
          fix: 'take USER.md out of bots[helper].exclude or out of `required`',
        },
        {
          message: expect.stringMatching(
            /^ops on feishu requires AGENTS.md, which cannot be read: /,
          ),
          source: { root: 'configs', path: 'feishu/AGENTS.md' },
          fix: 'make feishu/AGENTS.md readable',
        },
      ])
    })

    it('says of exactly those homes that nothing is wrong whose compositions are not refused', async () => {
      const tree = await createTempTree({
        '.onesoul/config.yaml': 'required: [SOUL]\nbots: [{ name: helper, platform: slack }]\n',
        '.onesoul/agent-configs/slack/helper/SOUL.md': 'x',
      })
      const refused = async (target: { platform?: string; bot?: string }) =>
        (await (await open(tree)).compose({ agent: 'none', ...target })).refusal?.code
      expect(await required(await open(tree))).toHaveLength(1)
      expect(await refused({})).toBe('slot.required')
      expect(await refused({ bot: 'helper' })).toBeUndefined()
      await tree.write('.onesoul/agent-configs/SOUL.md', '')
      expect(await required(await open(tree))).toEqual([])
      expect(await refused({})).toBeUndefined()
    })

    it('warns only when a composition is not refused, and knows the starter text', async () => {
      const soul = renderStarter('SOUL', 'en')
      const tree = await createTempTree({
        '.onesoul/config.yaml': 'required: [SOUL]\nonMissing: degrade\n',
        '.onesoul/agent-configs/SOUL.md': soul,
      })
      expect(await required(await open(tree))).toMatchObject([
        { severity: 'warning', fix: 'say in SOUL.md who your agent is' },
      ])
    })
  })

  it('has nothing to say about a home in order', async () => {
    const tree = await createTempTree({ '.onesoul/agent-configs/SOUL.md': 'x' })
    expect(await inspectHome(await open(tree))).toEqual([])
  })
})
