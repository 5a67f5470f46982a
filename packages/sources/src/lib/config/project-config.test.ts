import { describe, expect, it } from 'vitest'
import { loadConfig } from './load-config.ts'
import { narrowSettings, parseProjectConfig } from './project-config.ts'

const narrow = (home: string, project: string) =>
  narrowSettings(loadConfig({ text: home, env: {} }), parseProjectConfig(project))

describe('narrowSettings', () => {
  it.each([
    ['budget: { perFile: 5000 }', 'budget.perFile', 5000, true],
    ['budget: { perFile: 9000 }', 'budget.perFile', 8000, false],
    ['budget: { total: 0 }', 'budget.total', 0, true],
    ['budget: { project: 20001 }', 'budget.project', 20_000, false],
    ['budget: { tokens: 3000 }', 'budget.tokens', 3000, true],
    ['budget: { overflow: fail }', 'budget.overflow', 'fail', true],
    ['project: { mode: first }', 'project.mode', 'first', true],
    ['project: { mode: off }', 'project.mode', 'off', true],
    ['project: { trust: never }', 'project.trust', 'never', true],
    ['project: { trust: always }', 'project.trust', 'ask', false],
  ])('%s', (text, key, value, narrows) => {
    const { settings, origins, diagnostics } = narrow('', `${text}\n`)
    const [group = '', name = ''] = key.split('.')
    const groups = settings as unknown as Record<string, Record<string, unknown>>
    expect(groups[group]?.[name]).toBe(value)
    expect(origins.get(key)?.layer).toBe(narrows ? 'project' : undefined)
    expect(diagnostics.map((one) => one.code)).toEqual(narrows ? [] : ['config.project-widens'])
    if (!narrows) expect(diagnostics[0]?.source).toMatchObject({ path: '.onesoul.yaml', line: 1 })
  })

  it.each([
    ['budget: { overflow: fail }\n', 'budget: { overflow: truncate }\n'],
    ['budget: { tokens: 100 }\n', 'budget: { tokens: 101 }\n'],
    ['project: { mode: off }\n', 'project: { mode: all }\n'],
    ['project: { trust: never }\n', 'project: { trust: ask }\n'],
  ])('never widens %j by %j', (home, project) => {
    const { diagnostics, settings } = narrow(home, project)
    expect(diagnostics).toHaveLength(1)
    expect(settings).toEqual(loadConfig({ text: home, env: {} }).settings)
  })
})

describe('parseProjectConfig', () => {
  it.each([
    ['agents: { codex: { command: /tmp/evil } }\n', 'config.not-for-projects'],
    ['required: []\n', 'config.not-for-projects'],
    ['allowedRoots: [/]\n', 'config.not-for-projects'],
    ['onMissing: degrade\n', 'config.not-for-projects'],
    ['compat: { userDataPublic: true }\n', 'config.not-for-projects'],
    ['exlude: [USER]\n', 'config.unknown-key'],
    ['exclude: [USR]\n', 'exclude.unknown'],
    ['bots: [{ name: a, agent: x }]\n', 'config.unknown-key'],
  ])('refuses %j and then sets nothing', (text, code) => {
    const parsed = parseProjectConfig(`budget: { perFile: 1 }\n${text}`)
    expect(parsed.diagnostics.map((one) => one.code)).toEqual([code])
    expect(parsed.diagnostics[0]?.source).toMatchObject({ root: 'worktree', line: 2 })
    expect(parsed.config).toEqual({})
  })

  it('reads exclusions of all three levels', () => {
    const text =
      'exclude: [USER]\nplatforms: { webchat: { exclude: [MEMORY] } }\nbots: [{ name: a, exclude: [SOUL] }]\n'
    expect(parseProjectConfig(text)).toMatchObject({
      diagnostics: [],
      config: {
        exclude: ['USER'],
        platforms: { web: { exclude: ['MEMORY'] } },
        bots: [{ name: 'a', exclude: ['SOUL'] }],
      },
    })
  })
})
