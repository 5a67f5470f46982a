import { describe, expect, it } from 'vitest'
import type { ConfigFile } from './config-file.ts'
import { listSettings, loadConfig } from './load-config.ts'
import { DEFAULT_CONFIG } from './settings.ts'

const load = (text: string | null, env: Record<string, string> = {}, flags: ConfigFile = {}) =>
  loadConfig({ text, env, flags })

const only = (text: string) => {
  const { diagnostics } = load(text)
  expect(diagnostics).toHaveLength(1)
  return diagnostics[0]
}

describe('loadConfig', () => {
  it('is the defaults without a file', () => {
    expect(load(null)).toEqual({ settings: DEFAULT_CONFIG, origins: new Map(), diagnostics: [] })
    expect(load('')).toMatchObject({ settings: DEFAULT_CONFIG, diagnostics: [] })
    expect(load('# nothing yet\n')).toMatchObject({ settings: DEFAULT_CONFIG, diagnostics: [] })
  })

  it.each([
    ['default', null, {}, {}, 'auto', 'default', ''],
    ['home over default', 'language: zh\n', {}, {}, 'zh', 'home', 'config.yaml:1'],
    [
      'environment over home',
      'language: zh\n',
      { ONESOUL_LANGUAGE: 'en' },
      {},
      'en',
      'environment',
      'ONESOUL_LANGUAGE',
    ],
    [
      'flag over environment',
      'language: zh\n',
      { ONESOUL_LANGUAGE: 'en' },
      { language: 'auto' },
      'auto',
      'flag',
      'flag',
    ],
  ] as const)('%s', (_, text, env, flags, value, layer, where) => {
    const loaded = load(text, env, flags)
    expect(loaded.diagnostics).toEqual([])
    const row = listSettings(loaded).find((one) => one.key === 'language')
    expect(row).toEqual({ key: 'language', value, origin: { layer, where } })
  })

  it('lists every key of a group with its own origin', () => {
    const loaded = load('# c\nbudget:\n  perFile: 9000\nvariables:\n  team: core\n', {
      ONESOUL_BUDGET_TOTAL: '50000',
    })
    const rows = new Map(listSettings(loaded).map((row) => [row.key, row]))
    expect(rows.get('budget.perFile')).toMatchObject({
      value: 9000,
      origin: { where: 'config.yaml:3' },
    })
    expect(rows.get('budget.total')).toMatchObject({
      value: 50_000,
      origin: { where: 'ONESOUL_BUDGET_TOTAL' },
    })
    expect(rows.get('budget.project')).toMatchObject({
      value: 20_000,
      origin: { layer: 'default' },
    })
    expect(rows.get('variables.team')).toMatchObject({
      value: 'core',
      origin: { where: 'config.yaml:5' },
    })
  })

  it('reads every key of the public table', () => {
    const text = `
language: en
configs: ~/souls
exclude: [MEMORY.md]
platforms: { slack: { exclude: [] } }
bots:
  - { name: dev-bot, platform: slack, agent: codex, exclude: [USER], budget: { perFile: 100 }, audience: 'group:ops', required: [AGENTS] }
required: [AGENTS.md]
onMissing: degrade
budget: { perFile: 1, total: 2, project: 3, tokens: 4, overflow: fail, unit: chars }
variables: { a: b }
project: { mode: first, trust: always }
agents: { codex: { command: /x, env: { A: b }, args: [-q], channel: c, permission: full, argv: allow, model: m } }
skills: { roots: [a], disabled: [b], always: [c], profile: operator }
sessions: { retainDays: 1 }
captures: { retainDays: 2, maxBytes: 3 }
compat: { suffixFiles: append, singleBotIgnoresName: true, userDataPublic: true, elementName: hotplex }
guard: { policy: { preset: strict, project: { high: stub }, forms: { fenced: warn } }, overrides: a.yaml }
allowedRoots: [/srv]
`
    const { settings, diagnostics } = load(text)
    expect(diagnostics.filter((one) => one.severity === 'error')).toEqual([])
    expect(diagnostics.map((one) => one.code)).toEqual(Array(4).fill('config.without-effect'))
    expect(settings.bots[0]).toEqual({
      name: 'dev-bot',
      platform: 'slack',
      agent: 'codex',
      exclude: ['USER'],
      budget: { perFile: 100 },
      audience: 'group:ops',
      required: ['AGENTS'],
    })
    expect(settings.agents['codex']).toMatchObject({ argv: 'allow', args: ['-q'] })
    expect(settings.budget).toEqual({
      perFile: 1,
      total: 2,
      project: 3,
      tokens: 4,
      overflow: 'fail',
      unit: 'chars',
    })
  })

  it.each([
    ['languge: en\n', 'config.unknown-key', 'unknown key "languge"; did you mean language?', 1, 1],
    ['a: 1\n', 'config.unknown-key', 'unknown key "a"', 1, 1],
    [
      '\nbudget:\n  perfile: 1\n',
      'config.unknown-key',
      'unknown key "perfile" in budget; did you mean perFile?',
      3,
      3,
    ],
    [
      'bots:\n  - name: x\n    platform: slack\n    agnet: y\n',
      'config.unknown-key',
      'unknown key "agnet" in bots[0]; did you mean agent?',
      4,
      5,
    ],
    [
      'agents:\n  codex:\n    cmd: y\n',
      'config.unknown-key',
      'unknown key "cmd" in agents.codex',
      3,
      5,
    ],
    [
      'language: english\n',
      'config.invalid-value',
      'language: must be one of auto, en, zh, not "english"',
      1,
      11,
    ],
    [
      'project: { mode: frist }\n',
      'config.invalid-value',
      'project.mode: must be one of all, first, off, not "frist"; did you mean first?',
      1,
      18,
    ],
    [
      'budget: { perFile: -1 }\n',
      'config.invalid-value',
      'budget.perFile: must be >=0, not -1',
      1,
      20,
    ],
    [
      'budget: { perFile: 1.5 }\n',
      'config.invalid-value',
      'budget.perFile: must be a whole number, not 1.5',
      1,
      20,
    ],
    [
      'exclude:\n',
      'config.invalid-value',
      'exclude: must be a list, not null; write [] for an empty one',
      1,
      9,
    ],
    [
      'variables: { port: 80 }\n',
      'config.invalid-value',
      'variables.port: must be a string, not 80',
      1,
      20,
    ],
    ['bots: [{ name: x }]\n', 'config.missing-key', 'bots[0]: `platform` is missing', 1, 8],
    [
      'bots: [{ name: x, platform: y, audience: all }]\n',
      'config.invalid-value',
      'bots[0].audience: must be public, owner, user:<id> or group:<id>, not "all"',
      1,
      42,
    ],
    [
      'exclude: [MEMROY.md]\n',
      'exclude.unknown',
      'exclude: "MEMROY.md" is no slot; did you mean MEMORY.md?',
      1,
      11,
    ],
    [
      'platforms:\n  slack:\n    exclude: [USER, SUOL]\n',
      'exclude.unknown',
      'platforms.slack.exclude: "SUOL" is no slot; did you mean SOUL?',
      3,
      21,
    ],
    [
      'bots:\n  - name: dev\n    platform: slack\n    exclude: [META]\n',
      'exclude.unknown',
      'bots[dev].exclude: "META" is no slot',
      4,
      15,
    ],
    ['required: [RULES]\n', 'required.unknown', 'required: "RULES" is no slot', 1, 12],
    [
      'variables: { bot: x }\n',
      'config.reserved-variable',
      'variables.bot: the name is built in and cannot be set',
      1,
      19,
    ],
    [
      'bots: [{ name: a/b, platform: slack }]\n',
      'config.invalid-name',
      'bot name "a/b" has a character outside A-Z a-z 0-9 . _ -',
      1,
      16,
    ],
    [
      'bots: [{ name: ops, platform: slack }, { name: Ops, platform: slack }]\n',
      'config.name-collision',
      'two bots of slack are named Ops (upper and lower case count as equal)',
      1,
      48,
    ],
    [
      'platforms: { Slack: {}, slack: {} }\n',
      'config.name-collision',
      'platforms Slack and slack differ only in case and would share a folder',
      1,
      32,
    ],
    [
      'exclude: []\ninject_exclude: []\n',
      'config.duplicate-key',
      '`exclude` and `inject_exclude` are the same key and both are set',
      2,
      1,
    ],
    [
      'platforms: { web: {}, webchat: {} }\n',
      'config.duplicate-key',
      '`web` and `webchat` are the same key and both are set in platforms',
      1,
      23,
    ],
    [
      'budget: { unit: bytes, total: 9 }\n',
      'config.unit-incomplete',
      'budget.unit is bytes and perFile, project is not set beside it',
      1,
      17,
    ],
    ['constructor: 1\n', 'config.unknown-key', 'unknown key "constructor"', 1, 1],
    ['"__proto__": { language: en }\n', 'config.unknown-key', 'unknown key "__proto__"', 1, 1],
    [
      '- a\n',
      'config.invalid-value',
      'config.yaml must be a mapping of keys to values, not a list',
      1,
      1,
    ],
  ] as const)('refuses %j', (text, code, message, line, column) => {
    const found = only(text)
    expect(found?.message).toContain(message)
    expect(found).toMatchObject({
      code,
      severity: 'error',
      source: { root: 'home', path: 'config.yaml', line, column },
    })
  })

  it.each(['a: [1\n', 'a: 1\na: 2\n', 'a: !!js/function x\n', 'a: &x 1\nb: *y\n'])(
    'refuses the broken YAML %j with its place',
    (text) => {
      const [first] = load(text).diagnostics
      expect(first).toMatchObject({ code: 'config.invalid-yaml', severity: 'error' })
      expect(first?.source?.line).toBeGreaterThan(0)
    },
  )

  it('names an alias that stands inside the value it names', () => {
    const { settings, diagnostics } = load('variables: &all\n  again: *all\n')
    expect(settings.variables).toEqual({})
    expect(diagnostics).toMatchObject([
      {
        code: 'config.invalid-yaml',
        message: expect.stringContaining('*all'),
        source: { path: 'config.yaml', line: 2 },
      },
    ])
  })

  it('refuses an alias bomb quickly', () => {
    const levels = Array.from(
      { length: 9 },
      (_, n) =>
        `a${n}: &a${n} [${Array(9)
          .fill(n ? `*a${n - 1}` : 'x')
          .join(', ')}]`,
    )
    const started = performance.now()
    expect(load(`${levels.join('\n')}\n`).diagnostics[0]?.code).toBe('config.invalid-yaml')
    expect(performance.now() - started).toBeLessThan(1000)
  })

  it('lets a layer with an error count for nothing', () => {
    const loaded = load('language: zh\nexclude: [MEMROY]\n')
    expect(loaded.settings.language).toBe('auto')
  })

  it('names the variable of a wrong value in the environment', () => {
    const [found] = load(null, { ONESOUL_EXCLUDE: 'USER.md, MEMROY.md' }).diagnostics
    expect(found?.message).toBe(
      'ONESOUL_EXCLUDE: exclude: "MEMROY.md" is no slot; did you mean MEMORY.md?',
    )
    expect(load(null, { ONESOUL_BUDGET_TOTAL: 'lots' }).diagnostics[0]?.message).toBe(
      'ONESOUL_BUDGET_TOTAL: budget.total: must be a number, not "lots"',
    )
  })

  it('takes an empty list of the environment as a cleared list and an empty text as nothing', () => {
    const { settings } = load('exclude: [USER]\nlanguage: zh\n', {
      ONESOUL_EXCLUDE: '',
      ONESOUL_LANGUAGE: '',
    })
    expect(settings.exclude).toEqual([])
    expect(settings.language).toBe('zh')
  })

  it('accepts the older names: inject_exclude at three levels, webchat', () => {
    const { settings, diagnostics } = load(`
inject_exclude: [USER]
platforms: { webchat: { inject_exclude: [MEMORY] } }
bots: [{ name: b, platform: webchat, inject_exclude: [] }]
`)
    expect(diagnostics).toEqual([])
    expect(settings.exclude).toEqual(['USER'])
    expect(settings.platforms).toEqual({ web: { exclude: ['MEMORY'] } })
    expect(settings.bots).toEqual([{ name: 'b', platform: 'web', exclude: [] }])
  })
})
