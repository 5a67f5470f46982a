import { compose } from '@onesoul/core'
import { describe, expect, it, vi } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { openHome } from '../home/open-home.ts'
import type { ComposeRequest } from './compose-request.ts'
import { gatherInputs } from './gather.ts'

const setUp = async (config = '') => {
  const tree = await createTempTree({
    'me/.onesoul/config.yaml': config,
    'me/.onesoul/agent-configs/SOUL.md': 'You are Pilot.\n',
    'me/.onesoul/agent-configs/MEMORY.md': 'The lock moved.\n',
  })
  await tree.folder('work/.git')
  const open = () =>
    openHome({
      cwd: tree.path('work'),
      env: { HOME: tree.path('me'), SHELL: '/bin/zsh' },
    })
  const compositionOf = async (request: Partial<ComposeRequest>) => {
    const { input } = await gatherInputs(await open(), { agent: 'none', ...request })
    return compose(input)
  }
  return { tree, open, compositionOf }
}

const body = ({ text }: { readonly text: string }, element: string) =>
  new RegExp(`<${element}>\\n([\\s\\S]*?)</${element}>`).exec(text)?.[1]

describe('guidance of a composition', () => {
  it('tells of the platform that is named, also by an alias, and of none without one', async () => {
    const { compositionOf } = await setUp()
    expect(body(await compositionOf({ platform: 'webchat' }), 'platform-guidance')).toBe(
      'Your answers are read on a web page. Markdown is shown. Do without formulas.\n',
    )
    expect(body(await compositionOf({}), 'platform-guidance')).toBeUndefined()
  })

  it('takes what config.yaml adds to a platform, whatever the case of its name', async () => {
    const { compositionOf } = await setUp(
      'guidance:\n  platforms:\n    WebChat: { append: "Be brief on {{platform}}." }\n',
    )
    const composition = await compositionOf({ platform: 'Web' })
    expect(body(composition, 'platform-guidance')).toMatch(
      /Do without formulas\.\n\nBe brief on Web\.\n$/,
    )
    const record = composition.manifest.sections.find(({ id }) => id === 'platform-guidance')
    expect(record?.sources.map(({ root, path }) => [root, path])).toEqual([
      ['builtin', 'guidance/platforms/web'],
      ['config', 'guidance.platforms.WebChat.append'],
    ])
  })

  it('tells nothing of a platform when that is off', async () => {
    const { compositionOf } = await setUp('guidance: { platform: never }\n')
    expect(body(await compositionOf({ platform: 'slack' }), 'platform-guidance')).toBeUndefined()
  })

  describe('of the model', () => {
    const advised = async (config: string, request: Partial<ComposeRequest>) => {
      const { compositionOf } = await setUp(config)
      const found = body(await compositionOf(request), 'model-guidance')
      return found?.split('\n').at(-2)
    }
    const table = 'State as found only what a result of this session shows.'
    const own = 'guidance: { models: { claude: { append: Think twice. } } }\n'
    const agentTells = ['model'] as const

    it.each([
      ['no model', '', {}, undefined],
      ['a model', '', { model: 'claude-opus-5' }, table],
      [
        'a model that the agent advises itself',
        '',
        { model: 'claude-opus-5', agentTells },
        undefined,
      ],
      ['the same with a text of ours', own, { model: 'claude-opus-5', agentTells }, 'Think twice.'],
      ['a text for another family', own, { model: 'gpt-5', agentTells }, undefined],
      ['always', 'guidance: { model: always }\n', { model: 'gpt-5', agentTells }, table],
      ['never', 'guidance: { model: never }\n', { model: 'gpt-5' }, undefined],
    ] as const)('%s', async (_, config, request, last) => {
      expect(await advised(config, request)).toBe(last)
    })
  })

  describe('of the machine', () => {
    const environment = { operatingSystem: 'Linux in a sandbox' }
    it.each([
      ['nothing that nobody asked for', '', {}, undefined],
      ['what the caller says', '', { environment }, 'Operating system: Linux in a sandbox\n'],
      ['nothing that the agent tells', '', { environment, agentTells: ['environment'] }, undefined],
      ['nothing when it is off', 'guidance: { environment: never }\n', { environment }, undefined],
      [
        'what a probe says and nothing of this host',
        'guidance: { environment: always }\n',
        { environment, agentTells: ['environment'] },
        'Operating system: Linux in a sandbox\n',
      ],
    ] as const)('%s', async (_, config, request, text) => {
      const { compositionOf } = await setUp(config)
      expect(body(await compositionOf(request), 'environment')).toBe(text)
    })

    it('reads this host when it is asked for always', async () => {
      const { compositionOf, tree } = await setUp('guidance: { environment: always }\n')
      const told = body(await compositionOf({ agentTells: ['environment'] }), 'environment') ?? ''
      expect(told.split('\n').map((line) => line.split(': ')[0])).toEqual([
        'Operating system',
        'Shell',
        'Working directory',
        'Git work tree',
        'Time zone',
        '',
      ])
      expect(told).toContain('Shell: /bin/zsh\n')
      expect(told).toContain(`Working directory: ${tree.path('work')}\n`)
    })
  })

  it('is the same in two builds 61 s apart, after commits and on another branch', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    try {
      const { compositionOf, tree } = await setUp('guidance: { environment: always }\n')
      const request = { platform: 'slack', model: 'gpt-5' }
      await tree.write('work/.git/HEAD', 'ref: refs/heads/main\n')
      const first = await compositionOf(request)
      vi.setSystemTime(61_000)
      await tree.write('work/.git/HEAD', 'ref: refs/heads/fix\n')
      await tree.write('work/new.txt', 'x\n')
      const second = await compositionOf(request)
      expect(first.text).toContain('<environment>')
      expect(second.text).toBe(first.text)
      expect(second.manifest.digest).toBe(first.manifest.digest)
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([
    ['slakc', 'did you mean slack?'],
    ['tems', 'did you mean teams?'],
    ['zulip', null],
    ['desk', null],
  ])('warns of guidance for %s when it is spelt like a platform', async (name, meant) => {
    const { open } = await setUp(
      `bots: [{ name: pilot, platform: desk }]\nguidance: { platforms: { ${name}: { append: x } } }\n`,
    )
    const { diagnostics } = await open()
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual(
      meant === null ? [] : [['guidance.unknown-platform', 'warning']],
    )
    expect(diagnostics[0]?.message ?? null).toEqual(meant && expect.stringContaining(meant))
  })

  it.each([
    ['guidance: { models: { gtp: { append: x } } }', 'gpt'],
    ['guidance: { enviroment: always }', 'environment'],
    ['guidance: { platforms: { slack: { apend: x } } }', 'append'],
  ])('refuses %s', async (config, meant) => {
    const { open } = await setUp(`${config}\n`)
    const [found] = (await open()).diagnostics
    expect(found?.severity).toBe('error')
    expect(`${found?.message} ${found?.fix}`).toContain(meant)
  })
})
