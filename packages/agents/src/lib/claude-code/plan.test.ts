import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deliveryPath } from '../launch/content-address.ts'
import type { PlanInput } from '../port/plan.ts'
import { behavioursOf } from './behaviours.ts'
import { type ClaudeDetails, packDetails } from './details.ts'
import { planClaudeRun } from './plan.ts'

const DIR = '/home/state/deliver'
const ID = '0b7e6f6a-3c1e-4c51-9d0e-5a2f3d1c7e88'
const OTHER = '7d1f6e2b-94c4-4a6f-8d57-0b6f9c3a2e11'
const RECORDER = 'http://127.0.0.1:4000/secret'

interface Setting {
  readonly version?: string
  readonly args?: readonly string[]
  readonly baseUrl?: string
  readonly details?: Partial<ClaudeDetails>
  readonly userSources?: PlanInput['inspection']['userSources']
}

function input(setting: Setting = {}, more: Partial<PlanInput> = {}): PlanInput {
  const { version = '2.1.332' } = setting
  const behaviours = behavioursOf(version)
  return {
    detection: {
      found: true,
      id: 'claude-code',
      path: '/bin/claude',
      realPath: '/bin/claude',
      version,
      proven: true,
      behaviours,
    },
    inspection: {
      userSources: setting.userSources ?? [],
      endpoint: {
        recordable: true,
        provider: 'anthropic',
        baseUrl: setting.baseUrl ?? 'https://api.anthropic.com',
        protocol: 'anthropic-messages',
      },
      args: setting.args ?? [],
      details: packDetails({
        rules: {
          behaviours,
          cwd: '/work',
          configDir: '/config',
          scopes: ['user', 'project', 'local'],
          importsApproved: false,
        },
        instructionFiles: [],
        instructionsOff: null,
        settingsVariables: [],
        flagSettings: null,
        subagentText: '',
        problem: null,
        ...setting.details,
      }),
      notes: [],
    },
    text: 'directives and USER',
    directivesText: 'directives',
    session: { mode: 'new' },
    freshSessionId: ID,
    prompt: 'hi',
    cwd: '/work',
    env: { HOME: '/home' },
    deliverDir: DIR,
    trusted: true,
    ...more,
  }
}

const MAIN = deliveryPath(DIR, 'directives and USER')
const CHILDREN = deliveryPath(DIR, 'directives')

function plan(setting: Setting = {}, more: Partial<PlanInput> = {}) {
  return planClaudeRun(input(setting, more))
}

describe('planClaudeRun', () => {
  it('brings skills as a plugin, and a call at the very beginning of the prompt', () => {
    const bundle = { path: '/s/bundles/0123', leaseDir: '/s/leases', files: [] }
    const call = { name: 'onesoul:sew', args: 'a seam' }
    const plan = planClaudeRun(input({}, { skills: { bundle, call }, prompt: 'a seam' }))
    expect(plan.args.join(' ')).toContain(' --plugin-dir /s/bundles/0123 ')
    expect(plan.args.slice(-2)).toEqual(['--', '/onesoul:sew a seam'])
    expect(plan.bundle).toBe(bundle)
    const native = { bundle: null, call: { name: 'mow', args: '' } }
    const other = planClaudeRun(input({}, { skills: native, prompt: '' }))
    expect(other.args.slice(-2)).toEqual(['--', '/mow'])
    expect([other.args.includes('--plugin-dir'), 'bundle' in other]).toEqual([false, false])
  })

  it('delivers one file behind the system prompt and the directives to sub-agents', () => {
    const { args, files, delivered, refusal } = plan()
    expect(args).toEqual([
      '-p',
      '--append-system-prompt-file',
      MAIN,
      '--append-subagent-system-prompt-file',
      CHILDREN,
      '--session-id',
      ID,
      '--',
      'hi',
    ])
    expect(files).toEqual([
      { path: MAIN, content: 'directives and USER' },
      { path: CHILDREN, content: 'directives' },
    ])
    expect(delivered).toBe('directives and USER')
    expect(refusal).toBeNull()
  })

  it('gives 2.1.197 no flag that it does not know, and says what that means', () => {
    const { args, files, notes } = plan({ version: '2.1.197' })
    expect(args).toEqual([
      '-p',
      '--append-system-prompt-file',
      MAIN,
      '--session-id',
      ID,
      '--',
      'hi',
    ])
    expect(files).toHaveLength(1)
    expect(notes).toEqual(['sub-agents of Claude Code 2.1.197 receive nothing of this composition'])
  })

  it('writes equal texts into one file', () => {
    expect(plan({}, { directivesText: 'directives and USER' }).files).toHaveLength(1)
  })

  it("puts the person's text first, in one value", () => {
    const userSources = [{ what: '--append-system-prompt', where: 'flag', text: 'mine' }]
    const { files, userSources: listed } = plan({ userSources })
    expect(files[0]?.content).toBe('mine\n\ndirectives and USER')
    expect(basename(files[0]?.path ?? '')).toBe(
      basename(deliveryPath(DIR, 'mine\n\ndirectives and USER')),
    )
    expect(listed).toBe(userSources)
  })

  it("puts the person's text for sub-agents before the directives", () => {
    const { files } = plan({ details: { subagentText: 'mine' } })
    expect(files[1]?.content).toBe('mine\n\ndirectives')
  })

  it('starts no delivery without a text', () => {
    const { args, files } = plan({}, { text: '', directivesText: '' })
    expect(files).toEqual([])
    expect(args).toEqual(['-p', '--session-id', ID, '--', 'hi'])
  })

  it('puts the prompt where no flag can take it', () => {
    const args = ['--allowedTools', 'Bash', '--', 'more']
    expect(plan({ args }, { prompt: '-hi' }).args.slice(-5)).toEqual([
      '--allowedTools',
      'Bash',
      '--',
      '-hi',
      'more',
    ])
  })

  it('is interactive without a prompt', () => {
    const { args, interactive } = plan({ args: ['--verbose', 'start here'] }, { prompt: null })
    expect(interactive).toBe(true)
    expect(args).not.toContain('-p')
    expect(args.slice(-2)).toEqual(['--verbose', 'start here'])
  })

  it('does not repeat -p', () => {
    expect(plan({ args: ['-p'] }).args.filter((arg) => arg === '-p')).toHaveLength(1)
  })

  it('passes model and permission on', () => {
    const { args } = plan({}, { model: 'haiku', permission: 'workspace' })
    expect(args.join(' ')).toContain('--model haiku --permission-mode acceptEdits')
  })

  it('keeps an untrusted work tree out and says so', () => {
    const kept = plan({}, { trusted: false })
    expect(kept.args.join(' ')).toContain('--setting-sources user')
    expect(kept.notes).toEqual([expect.stringMatching(/not trusted.*no settings, hooks/)])
    expect(plan({}, { trusted: true }).notes).toEqual([])
    const own = plan({ args: ['--setting-sources='] }, { trusted: false })
    expect(own.args.filter((arg) => arg.startsWith('--setting-sources'))).toEqual([
      '--setting-sources=',
    ])
    expect(own.notes).toEqual([])
  })
})

describe('the session that planClaudeRun chooses', () => {
  const flags = (setting: Setting, more: Partial<PlanInput> = {}) => {
    const { args, agentSessionId, refusal } = plan(setting, more)
    const end = args.indexOf('--')
    return { args: args.slice(5, end).join(' '), agentSessionId, refusal }
  }

  it('goes on with a session with a freshly rendered prompt', () => {
    const session = { mode: 'resume', agentSessionId: OTHER } as const
    expect(flags({}, { session })).toEqual({
      args: `--resume ${OTHER} --system-prompt-snapshot off`,
      agentSessionId: OTHER,
      refusal: null,
    })
  })

  it('knows no snapshots on 2.1.197', () => {
    const session = { mode: 'resume', agentSessionId: OTHER } as const
    expect(plan({ version: '2.1.197' }, { session }).args.join(' ')).toBe(
      `-p --append-system-prompt-file ${MAIN} --resume ${OTHER} -- hi`,
    )
  })

  it.each([
    [['--resume', OTHER], `--system-prompt-snapshot off --resume ${OTHER}`, OTHER],
    [['-r', 'by name'], '--system-prompt-snapshot off -r by name', null],
    [['-c'], '--system-prompt-snapshot off -c', null],
    [['--session-id', OTHER], `--session-id ${OTHER}`, OTHER],
    [
      ['-c', '--fork-session'],
      `--session-id ${ID} --system-prompt-snapshot off -c --fork-session`,
      ID,
    ],
    [
      ['-c', '--fork-session', '--session-id', OTHER],
      `--system-prompt-snapshot off -c --fork-session --session-id ${OTHER}`,
      OTHER,
    ],
    [['-c', '--system-prompt-snapshot', 'on'], '-c --system-prompt-snapshot on', null],
  ])('leaves the choice to %j', (args, expected, agentSessionId) => {
    expect(flags({ args })).toEqual({ args: expected, agentSessionId, refusal: null })
  })

  it.each(['-c', '--resume', '--session-id=x', '--fork-session'])(
    'refuses %s beside a session to go on with',
    (flag) => {
      const session = { mode: 'resume', agentSessionId: OTHER } as const
      expect(flags({ args: [flag] }, { session }).refusal?.code).toBe('flag-conflict')
    },
  )
})

describe('planClaudeRun with a recorder', () => {
  it('stands before the endpoint and keeps its layout', () => {
    const { env, envChanges, args } = plan({}, { recorderUrl: RECORDER })
    expect(env).toEqual({
      HOME: '/home',
      ANTHROPIC_BASE_URL: RECORDER,
      _CLAUDE_CODE_ASSUME_FIRST_PARTY_BASE_URL: '1',
    })
    expect(envChanges).toEqual(['ANTHROPIC_BASE_URL', '_CLAUDE_CODE_ASSUME_FIRST_PARTY_BASE_URL'])
    expect(args.join(' ')).not.toContain('secret')
  })

  it("assumes nothing for another party's endpoint", () => {
    const { env } = plan({ baseUrl: 'http://gateway' }, { recorderUrl: RECORDER })
    expect(env).toEqual({ HOME: '/home', ANTHROPIC_BASE_URL: RECORDER })
  })

  it('passes a proxy by', () => {
    const env = { HTTPS_PROXY: 'http://proxy', no_proxy: 'corp' }
    const { env: child } = plan({}, { env, recorderUrl: RECORDER })
    expect(child['NO_PROXY']).toBe('corp,127.0.0.1,localhost')
    expect(child['no_proxy']).toBe('corp,127.0.0.1,localhost')
  })

  it("is stronger than the person's settings and keeps them", () => {
    const flagSettings = { model: 'x', env: { A: '1', ANTHROPIC_BASE_URL: 'http://mine' } }
    const details = { settingsVariables: ['ANTHROPIC_BASE_URL'], flagSettings }
    const setting = {
      args: ['--settings', 'own.json', '--verbose'],
      baseUrl: 'http://mine',
      details,
    }
    const { args, files } = plan(setting, { recorderUrl: RECORDER })
    const settings = files.find((file) => file.content.startsWith('{'))
    expect(JSON.parse(settings?.content ?? '')).toEqual({
      model: 'x',
      env: { A: '1', ANTHROPIC_BASE_URL: RECORDER },
    })
    expect(args.filter((arg) => arg === '--settings')).toHaveLength(1)
    expect(args[args.indexOf('--settings') + 1]).toBe(settings?.path)
    expect(args).toContain('--verbose')
  })

  it("leaves the person's settings alone without one", () => {
    const details = { settingsVariables: ['ANTHROPIC_BASE_URL'] }
    const { args, files } = plan({ args: ['--settings', 'own.json'], details })
    expect(args.join(' ')).toContain('--settings own.json')
    expect(files.some((file) => file.content.startsWith('{'))).toBe(false)
  })

  it('refuses an endpoint that cannot be recorded', () => {
    const base = input({}, { recorderUrl: RECORDER })
    const endpoint = { recordable: false, reason: 'it is signed' } as const
    const refused = planClaudeRun({ ...base, inspection: { ...base.inspection, endpoint } })
    expect(refused.refusal).toEqual({ code: 'not-recordable', message: 'it is signed' })
    const { recorderUrl: _, ...direct } = base
    expect(
      planClaudeRun({ ...direct, inspection: { ...base.inspection, endpoint } }).refusal,
    ).toBeNull()
  })
})

describe('planClaudeRun offline', () => {
  const offline = { recorderUrl: RECORDER, offline: true }

  it('needs no login and sends nothing but the conversation', () => {
    expect(plan({}, { ...offline, env: { ANTHROPIC_API_KEY: 'real' } }).env).toEqual({
      ANTHROPIC_BASE_URL: RECORDER,
      _CLAUDE_CODE_ASSUME_FIRST_PARTY_BASE_URL: '1',
      ANTHROPIC_AUTH_TOKEN: 'offline',
      ANTHROPIC_API_KEY: '',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    })
  })

  it('needs no endpoint that can be recorded', () => {
    const env = { CLAUDE_CODE_USE_BEDROCK: '1' }
    const base = input(
      { details: { settingsVariables: ['CLAUDE_CODE_USE_VERTEX'] } },
      { ...offline, env },
    )
    const endpoint = { recordable: false, reason: 'it is signed' } as const
    const made = planClaudeRun({ ...base, inspection: { ...base.inspection, endpoint } })
    expect(made.refusal).toBeNull()
    expect(made.env).toMatchObject({ CLAUDE_CODE_USE_BEDROCK: '0', CLAUDE_CODE_USE_VERTEX: '0' })
    const settings = made.files.find((file) => file.content.startsWith('{'))
    expect(JSON.parse(settings?.content ?? '').env).toMatchObject({ CLAUDE_CODE_USE_VERTEX: '0' })
  })
})

describe('what planClaudeRun refuses', () => {
  it.each<[string, Setting, Partial<PlanInput>]>([
    ['user-file-unreadable', { details: { problem: 'gone' } }, {}],
    ['flag-conflict', { args: ['--setting-sources', 'project'] }, { trusted: false }],
    ['flag-conflict', { args: ['--permission-mode', 'plan'] }, { permission: 'full' }],
    ['flag-conflict', { args: ['--dangerously-skip-permissions'] }, { permission: 'workspace' }],
    ['unsupported-flag', { args: ['--bg'] }, {}],
    ['unsupported-flag', { args: ['--cloud'] }, {}],
    ['unsupported-flag', { args: ['mcp', 'list'] }, { prompt: null }],
    ['argument-too-long', {}, { prompt: 'x'.repeat(128 * 1024) }],
  ])('%s for %j', (code, setting, more) => {
    expect(plan(setting, more).refusal?.code).toBe(code)
  })

  it.each<[Setting, Partial<PlanInput>]>([
    [{ args: ['--setting-sources', 'user'] }, { trusted: false }],
    [{ args: ['--permission-mode', 'plan'] }, {}],
    [{}, { prompt: 'x'.repeat(128 * 1024 - 1) }],
    [{ args: ['fix mcp'] }, { prompt: null }],
  ])('nothing of %j', (setting, more) => {
    expect(plan(setting, more).refusal).toBeNull()
  })
})
