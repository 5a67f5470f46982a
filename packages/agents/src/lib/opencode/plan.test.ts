import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../launch/content-address.ts'
import type { Inspection } from '../port/inspection.ts'
import type { PlanInput } from '../port/plan.ts'
import { planOpenCode } from './plan.ts'

const TEXT = '<agent-configuration>SOUL and USER-SECRET</agent-configuration>'

const INSPECTION: Inspection = {
  userSources: [{ what: 'instructions', where: '/home/me/mine.md', text: 'mine' }],
  endpoint: {
    recordable: true,
    provider: 'acme',
    baseUrl: 'https://acme.example/v1',
    protocol: 'openai-chat',
  },
  args: [],
  details: { instructionName: null },
  notes: ['a note'],
}

function input(more: Partial<PlanInput> = {}): PlanInput {
  return {
    detection: {
      found: true,
      id: 'opencode',
      path: '/opt/opencode',
      realPath: '/opt/opencode',
      version: '1.18.33',
      proven: true,
      behaviours: {},
    },
    inspection: INSPECTION,
    text: TEXT,
    directivesText: '<agent-configuration>SOUL</agent-configuration>',
    session: { mode: 'new' },
    freshSessionId: '00000000-0000-4000-8000-000000000000',
    prompt: 'hello there',
    cwd: '/work',
    env: { PATH: '/bin' },
    deliverDir: '/state/deliver',
    trusted: true,
    ...more,
  }
}

const RECORDER = 'http://127.0.0.1:4000/token'
const OFFLINE = 'onesoul-offline/scripted'

function offline(more: Partial<Inspection>, rest: Partial<PlanInput> = {}): Partial<PlanInput> {
  return { offline: true, recorderUrl: RECORDER, inspection: { ...INSPECTION, ...more }, ...rest }
}

function contentOf(more: Partial<PlanInput>): unknown {
  return JSON.parse(planOpenCode(input(more)).env['OPENCODE_CONFIG_CONTENT'] ?? '')
}

function withArgs(...args: string[]): Partial<PlanInput> {
  return { inspection: { ...INSPECTION, args } }
}

describe('planOpenCode', () => {
  it('brings skills behind the person’s own paths, and calls one as a command', () => {
    const bundle = { path: '/s/bundles/0123', leaseDir: '/s/leases', files: [] }
    const skills = { bundle, call: { name: 'sew', args: 'a seam' } }
    const details = { instructionName: null, skillPaths: ['~/mine'] }
    const more = { skills, prompt: 'a seam', inspection: { ...INSPECTION, details } }
    expect(contentOf(more)).toMatchObject({
      skills: { paths: ['~/mine', '/s/bundles/0123/skills'] },
    })
    const plan = planOpenCode(input(more))
    expect(plan.args).toEqual(['run', '--command', 'sew', '--', 'a', 'seam'])
    expect(plan.bundle).toBe(bundle)
    expect(contentOf({})).not.toHaveProperty('skills')
  })

  it('delivers through a content-addressed file that is named in the environment', () => {
    const plan = planOpenCode(input())
    const path = `/state/deliver/${sha256Hex(TEXT).slice(0, 32)}.md`
    expect(plan.files).toEqual([{ path, content: TEXT }])
    expect(plan.env).toEqual({
      PATH: '/bin',
      OPENCODE_CONFIG_CONTENT: JSON.stringify({ instructions: [path] }).replace(':', ': '),
    })
    expect(plan.envChanges).toEqual(['OPENCODE_CONFIG_CONTENT'])
    expect(plan.delivered).toBe(TEXT)
    expect(plan.refusal).toBeNull()
  })

  it('is the same for the same input', () => {
    expect(planOpenCode(input())).toEqual(planOpenCode(input()))
  })

  it('shows none of the text in the arguments or the environment', () => {
    const { args, env } = planOpenCode(input())
    expect(JSON.stringify([args, env])).not.toMatch(/USER-SECRET|SOUL/)
  })

  it.each<[string, Partial<PlanInput>, string[]]>([
    ['a prompt', {}, ['run', '--', 'hello', 'there']],
    ['a prompt that looks like a flag', { prompt: '--help' }, ['run', '--', '--help']],
    ['a terminal', { prompt: null }, []],
    ['a model', { model: 'p/m' }, ['run', '--model', 'p/m', '--', 'hello', 'there']],
    [
      'a session to go on with',
      { session: { mode: 'resume', agentSessionId: 'ses_1' }, prompt: null },
      ['--session', 'ses_1'],
    ],
    ['the full tier', { permission: 'full', prompt: null }, ['--auto']],
    ['flags of the person', { ...withArgs('--agent', 'plan'), prompt: null }, ['--agent', 'plan']],
  ])('starts opencode with %s', (_, more, args) => {
    expect(planOpenCode(input(more)).args).toEqual(args)
  })

  it('names the session that it goes on with', () => {
    const session = { mode: 'resume', agentSessionId: 'ses_1' } as const
    expect(planOpenCode(input({ session })).agentSessionId).toBe('ses_1')
    expect(planOpenCode(input()).agentSessionId).toBeNull()
  })

  it('adds to a value that the person gave the variable', () => {
    const env = { OPENCODE_CONFIG_CONTENT: '{"instructions":["mine.md"],"share":"disabled"}' }
    const { env: planned, files } = planOpenCode(input({ env }))
    expect(JSON.parse(planned['OPENCODE_CONFIG_CONTENT'] ?? '')).toEqual({
      instructions: ['mine.md', files[0]?.path],
      share: 'disabled',
    })
  })

  it('puts a recorder before the provider, and no proxy between them', () => {
    const recorderUrl = 'http://127.0.0.1:4000/token'
    const env = { https_proxy: 'http://proxy', NO_PROXY: 'example.com' }
    const { env: planned, envChanges } = planOpenCode(input({ recorderUrl, env }))
    expect(JSON.parse(planned['OPENCODE_CONFIG_CONTENT'] ?? '')).toMatchObject({
      provider: { acme: { options: { baseURL: recorderUrl } } },
    })
    expect(planned).toMatchObject({ NO_PROXY: 'example.com,127.0.0.1', no_proxy: '127.0.0.1' })
    expect(envChanges).toEqual(['OPENCODE_CONFIG_CONTENT', 'NO_PROXY', 'no_proxy'])
  })

  it.each<[string, Partial<Inspection>]>([
    ['no model', { endpoint: { recordable: false, reason: 'the reason' } }],
    ['no key', { details: { instructionName: null, model: 'acme/m', keyless: true } }],
  ])('brings a model of its own when offline and there is %s', (_, more) => {
    const env = {
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        instructions: ['mine.md'],
        model: 'acme/m',
        enabled_providers: ['acme'],
        provider: { acme: { name: 'Acme' } },
        agent: { build: { temperature: 0 } },
      }),
    }
    const plan = planOpenCode(input(offline(more, { env })))
    expect(plan.refusal).toBeNull()
    expect(plan.notes).toEqual(['a note', expect.stringMatching(/scripted: (?:the reason|no key)/)])
    expect(contentOf(offline(more, { env }))).toEqual({
      instructions: ['mine.md', plan.files[0]?.path],
      model: OFFLINE,
      small_model: OFFLINE,
      enabled_providers: ['onesoul-offline'],
      provider: {
        acme: { name: 'Acme' },
        'onesoul-offline': expect.objectContaining({
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${RECORDER}/v1`, apiKey: 'offline' },
        }),
      },
      agent: { build: { temperature: 0, model: OFFLINE } },
    })
  })

  it('leaves a model out that cannot be asked offline', () => {
    const endpoint = { recordable: false, reason: 'why' } as const
    const details = { instructionName: null, agent: 'plan' }
    const args = ['--agent', 'plan', '-m', 'bedrock/x']
    const own = planOpenCode(input(offline({ endpoint, details, args })))
    expect(own.args).toEqual(['run', '--agent', 'plan', '--', 'hello', 'there'])
    expect(contentOf(offline({ endpoint, details, args }))).toMatchObject({
      agent: { plan: { model: OFFLINE } },
    })
    const ours = planOpenCode(input(offline({ endpoint }, { model: 'bedrock/x' })))
    expect(ours.args).toEqual(['run', '--', 'hello', 'there'])
  })

  it('asks the model of the person offline when it can be asked', () => {
    const { args, notes } = planOpenCode(input(offline({}, { model: 'acme/m' })))
    expect(args).toEqual(['run', '--model', 'acme/m', '--', 'hello', 'there'])
    expect(notes).toEqual(['a note'])
    expect(contentOf(offline({}))).toEqual({
      instructions: [expect.any(String)],
      provider: { acme: { options: { baseURL: RECORDER } } },
    })
  })

  it('says when titles go to another provider, and keeps them here offline', () => {
    const details = { instructionName: null, model: 'acme/m', titleModel: 'openai/mini' }
    expect(planOpenCode(input({ inspection: { ...INSPECTION, details } })).notes).toEqual([
      'a note',
      'opencode asks openai/mini for titles; a recorder sees only requests to acme',
    ])
    expect(planOpenCode(input(offline({ details }))).notes).toEqual([
      'a note',
      'offline, opencode asks acme/m for titles, not openai/mini',
    ])
    expect(contentOf(offline({ details }))).toMatchObject({ small_model: 'acme/m' })
  })

  it('waits for no network when offline', () => {
    const { env, envChanges } = planOpenCode(input(offline({})))
    expect(env).toMatchObject({
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
    })
    expect(envChanges).toContain('OPENCODE_DISABLE_MODELS_FETCH')
  })

  it('touches no proxy without a recorder or without a proxy', () => {
    const proxied = planOpenCode(input({ env: { HTTPS_PROXY: 'http://proxy' } }))
    const recorded = planOpenCode(input({ recorderUrl: 'http://127.0.0.1:4000/token' }))
    expect([proxied.envChanges, recorded.envChanges].flat()).toEqual([
      'OPENCODE_CONFIG_CONTENT',
      'OPENCODE_CONFIG_CONTENT',
    ])
  })

  it('keeps an untrusted work tree from opencode and says what still comes', () => {
    const plan = planOpenCode(input({ trusted: false }))
    expect(plan.env).toMatchObject({
      OPENCODE_DISABLE_PROJECT_CONFIG: '1',
      OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
    })
    expect(plan.notes).toEqual(['a note', expect.stringContaining('nested AGENTS.md')])
  })

  it.each<[string, Partial<PlanInput>, string]>([
    ['a tier that it cannot enforce', { permission: 'read-only' }, 'tier-not-enforceable'],
    ['a server of another run', withArgs('--attach', 'http://x'), 'flag-conflict'],
    ['another folder', withArgs('--dir=/x'), 'flag-conflict'],
    ['a word beside the prompt', withArgs('more'), 'flag-conflict'],
    ['another command', { ...withArgs('serve'), prompt: null }, 'flag-conflict'],
    ['two models', { ...withArgs('-m', 'a/b'), model: 'c/d' }, 'flag-conflict'],
    ['two permissions', { ...withArgs('--yolo'), permission: 'full' }, 'flag-conflict'],
    [
      'two sessions',
      { ...withArgs('-c'), session: { mode: 'resume', agentSessionId: 'ses_1' } },
      'flag-conflict',
    ],
    [
      'a recorder that cannot stand there',
      {
        inspection: { ...INSPECTION, endpoint: { recordable: false, reason: 'why' } },
        recorderUrl: 'http://127.0.0.1:1/t',
      },
      'not-recordable',
    ],
    ['a broken value', { env: { OPENCODE_CONFIG_CONTENT: '{' } }, 'config-invalid'],
    [
      'a value that is too long',
      { env: { OPENCODE_CONFIG_CONTENT: `{"x":"${'y'.repeat(131_072)}"}` } },
      'argument-too-long',
    ],
    ['a prompt that is too long', { prompt: 'x'.repeat(131_072) }, 'argument-too-long'],
  ])('refuses %s', (_, more, code) => {
    expect(planOpenCode(input(more)).refusal?.code).toBe(code)
  })

  it('does not mind a long prompt of short words', () => {
    expect(planOpenCode(input({ prompt: 'word '.repeat(40_000) })).refusal).toBeNull()
  })
})

describe('planOpenCode of a session that was answered offline', () => {
  const session = { mode: 'resume', agentSessionId: 'ses_1', offline: true } as const
  const knowing = (model: string | null): Partial<PlanInput> => ({
    session,
    inspection: { ...INSPECTION, details: { instructionName: null, agent: 'plan', model } },
  })

  it("asks the person's own model, not the one of the session", () => {
    const wanted = { agent: { plan: { model: 'acme/one' } } }
    expect(contentOf(knowing('acme/one'))).toMatchObject(wanted)
    expect(contentOf({ ...knowing('acme/one'), recorderUrl: RECORDER })).toMatchObject(wanted)
    for (const other of [{ model: 'acme/two' }, { session: { ...session, offline: undefined } }]) {
      expect(contentOf({ ...knowing('acme/one'), ...(other as object) })).not.toHaveProperty(
        'agent',
      )
    }
  })

  it('refuses when it was told no other one', () => {
    const { refusal } = planOpenCode(input(knowing(null)))
    expect(refusal).toMatchObject({
      code: 'answered-offline',
      message: expect.stringContaining('--model'),
    })
    expect(planOpenCode(input({ ...knowing(null), model: 'acme/two' })).refusal).toBeNull()
    const offlineAgain = { ...knowing(null), offline: true, recorderUrl: RECORDER }
    expect(planOpenCode(input(offlineAgain)).refusal).toBeNull()
  })
})
