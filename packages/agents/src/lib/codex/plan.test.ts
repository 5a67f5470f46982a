import { describe, expect, it } from 'vitest'
import type { Inspection } from '../port/inspection.ts'
import type { PlanInput } from '../port/plan.ts'
import { type CodexFacts, NO_FACTS } from './facts.ts'
import { type CodexLaunch, planCodex } from './plan.ts'
import { CODEX_TRAITS } from './traits.ts'

const SECRET = 'the person likes tea'

interface Changes {
  readonly plan?: Partial<PlanInput>
  readonly facts?: Partial<CodexFacts>
  readonly args?: readonly string[]
  readonly inspection?: Partial<Inspection>
}

function input(changes: Changes = {}): PlanInput {
  return {
    detection: {
      found: true,
      id: 'codex',
      path: '/bin/codex',
      realPath: '/opt/codex.js',
      version: '0.171.0',
      proven: true,
      behaviours: {},
    },
    inspection: {
      userSources: [],
      endpoint: {
        recordable: true,
        provider: 'openai',
        baseUrl: 'https://api.openai.com/v1',
        protocol: 'openai-responses',
      },
      args: changes.args ?? [],
      details: { ...NO_FACTS, insideGit: true, folderTrusted: true, ...changes.facts },
      notes: [],
      ...changes.inspection,
    },
    text: `directives\n${SECRET}\n`,
    directivesText: 'directives\n',
    session: { mode: 'new' },
    freshSessionId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    prompt: 'do it',
    cwd: '/w',
    env: { PATH: '/bin', HOME: '/h' },
    deliverDir: '/h/deliver',
    trusted: true,
    ...changes.plan,
  }
}

function plan(changes: Changes = {}) {
  const made = planCodex(input(changes))
  return { ...made, details: made.details as unknown as CodexLaunch }
}

const SOCKET = '/h/deliver/codex-0f8fad5bd9cb.sock'

describe('planCodex', () => {
  it('brings skills through the server, and mentions the one that is called', () => {
    const bundle = { path: '/s/bundles/0123', leaseDir: '/s/leases', files: [] }
    const skills = { bundle, call: { name: 'onesoul:sew', args: 'a seam' } }
    const made = plan({ plan: { skills, prompt: 'a seam' } })
    expect(made.args.slice(-2)).toEqual(['--', '$onesoul:sew a seam'])
    expect(made.details.delivery.skillRoots).toEqual(['/s/bundles/0123/skills'])
    expect(made.bundle).toBe(bundle)
    expect(plan().details.delivery.skillRoots).toEqual([])
  })

  it('runs a prompt with codex exec against our socket', () => {
    const { command, args, files, envChanges, interactive, refusal, details } = plan()
    expect([command, ...args]).toEqual([
      '/bin/codex',
      'exec',
      '--remote',
      `unix://${SOCKET}`,
      '--',
      'do it',
    ])
    expect({ files, envChanges, interactive, refusal }).toEqual({
      files: [],
      envChanges: [],
      interactive: false,
      refusal: null,
    })
    expect(details).toMatchObject({ socket: SOCKET, deliverDir: '/h/deliver', serverArgs: [] })
  })

  it('runs codex itself at a terminal', () => {
    const { args, interactive } = plan({ plan: { prompt: null }, args: ['--search', '-c', 'a=1'] })
    expect(args).toEqual(['--remote', `unix://${SOCKET}`, '--search', '-c', 'a=1'])
    expect(interactive).toBe(true)
  })

  it('resumes in both ways', () => {
    const session = { mode: 'resume', agentSessionId: 'id-1' } as const
    const prompted = plan({ plan: { session }, args: ['--json'] })
    expect(prompted.args).toEqual([
      'exec',
      '--remote',
      `unix://${SOCKET}`,
      '--json',
      'resume',
      'id-1',
      '--',
      'do it',
    ])
    expect(prompted.agentSessionId).toBe('id-1')
    expect(plan({ plan: { session, prompt: null }, args: ['-m', 'x'] }).args).toEqual([
      '--remote',
      `unix://${SOCKET}`,
      'resume',
      'id-1',
      '-m',
      'x',
    ])
  })

  it('puts nothing of the text into an argument vector or the environment', () => {
    for (const prompt of ['do it', null]) {
      const { args, env, details } = plan({
        plan: { prompt },
        facts: { developerInstructions: 'own' },
      })
      expect(JSON.stringify([args, env, details.serverArgs, details.socket])).not.toContain(SECRET)
      expect(JSON.stringify([args, env, details.serverArgs])).not.toContain('directives')
    }
  })

  it.each([
    [null, ''],
    ['own', 'own\n\n'],
    ['own\n', 'own\n\n'],
    ['own\n\n', 'own\n\n'],
  ])('sends the value %j of the person first, one blank line, ours', (own, before) => {
    const { delivered, details } = plan({ facts: { developerInstructions: own } })
    expect(details.delivery.developerInstructions).toBe(before + delivered)
    expect(details.delivery.delivered).toBe(delivered)
  })

  it('carries flags that codex exec refuses against a server', () => {
    const { args, details } = plan({ args: ['-m', 'm1', '-c', 'a=1', '--ephemeral', '-o', 'out'] })
    expect(args).toEqual(['exec', '--remote', `unix://${SOCKET}`, '-o', 'out', '--', 'do it'])
    expect(details.serverArgs).toEqual(['-c', 'a=1'])
    expect(details.delivery.thread).toEqual({ model: 'm1', ephemeral: true })
  })

  it.each(Object.entries(CODEX_TRAITS.permissionFlags))('enforces the tier %s', (tier, flags) => {
    const permission = tier as keyof typeof CODEX_TRAITS.permissionFlags
    const [, sandbox] = flags
    expect(plan({ plan: { permission } }).details.delivery.thread).toEqual({ sandbox })
    expect(plan({ plan: { permission, prompt: null } }).args.slice(2)).toEqual(flags)
  })

  it('keeps Codex from reading an untrusted work tree, over any flag', () => {
    const { details } = plan({ plan: { trusted: false }, args: ['-c', 'project_doc_max_bytes=9'] })
    expect(details.serverArgs.slice(-2)).toEqual(['-c', 'project_doc_max_bytes=0'])
  })

  it('puts a recorder in the place of the base URL, past any proxy', () => {
    const recorderUrl = 'http://127.0.0.1:7/secret/v1'
    const facts = { baseUrlKey: 'model_providers.mine.base_url' }
    const bare = plan({ plan: { recorderUrl }, facts })
    expect(bare.details.delivery.recorder).toEqual({ 'model_providers.mine.base_url': recorderUrl })
    expect(JSON.stringify([bare.args, bare.details.serverArgs, bare.env])).not.toContain('secret')
    expect(bare.envChanges).toEqual([])
    const env = { HTTPS_PROXY: 'http://p', NO_PROXY: 'intern' }
    const proxied = plan({ plan: { recorderUrl, env }, facts })
    expect(proxied.env).toEqual({ ...env, NO_PROXY: 'intern,127.0.0.1', no_proxy: '127.0.0.1' })
    expect(proxied.envChanges).toEqual(['NO_PROXY', 'no_proxy'])
  })

  it('hands CODEX_API_KEY over for a prompt alone, and keeps it in memory', () => {
    const prompted = plan({ facts: { apiKey: true } })
    expect(prompted.details.handsOverKey).toBe(true)
    expect(prompted.details.serverArgs).toEqual(['-c', 'cli_auth_credentials_store="ephemeral"'])
    const terminal = plan({ facts: { apiKey: true }, plan: { prompt: null } })
    expect(terminal.details).toMatchObject({ handsOverKey: false, serverArgs: [] })
  })

  it('tells that a folder is not trusted, where Codex would have asked', () => {
    const facts = { folderTrusted: false }
    expect(plan({ facts, plan: { prompt: null } }).notes).toEqual([
      expect.stringContaining('trust'),
    ])
    expect(plan({ facts }).notes).toEqual([])
  })

  it('is pure: the same input gives the same plan', () => {
    expect(planCodex(input())).toEqual(planCodex(input()))
  })
})

describe('planCodex refuses', () => {
  const codeOf = (changes: Changes): string | undefined => planCodex(input(changes)).refusal?.code

  it('a flag that would be lost', () => {
    expect(planCodex(input({ args: ['--oss'] })).refusal).toEqual({
      code: 'flag-conflict',
      message: expect.stringContaining('--oss'),
    })
  })

  it.each(['-s', '-a'])('a permission said twice, here with %s', (name) => {
    expect(codeOf({ plan: { permission: 'workspace', prompt: null }, args: [name, 'never'] })).toBe(
      'flag-conflict',
    )
  })

  it('a model said twice', () => {
    expect(codeOf({ plan: { model: 'a' }, args: ['-m', 'b'] })).toBe('flag-conflict')
    expect(codeOf({ plan: { model: 'a' } })).toBeUndefined()
  })

  it('a prompt outside a git repository, as codex exec does', () => {
    const facts = { insideGit: false }
    expect(codeOf({ facts })).toBe('not-a-git-repository')
    expect(codeOf({ facts, args: ['--skip-git-repo-check'] })).toBeUndefined()
    expect(codeOf({ facts, args: ['--yolo'] })).toBeUndefined()
    expect(codeOf({ facts, plan: { prompt: null } })).toBeUndefined()
  })

  it('a prompt that is longer than an argument may be', () => {
    expect(codeOf({ plan: { prompt: 'é'.repeat(65_535) } })).toBeUndefined()
    expect(codeOf({ plan: { prompt: 'é'.repeat(65_536) } })).toBe('argument-too-long')
  })

  it('a recorder before what cannot be recorded', () => {
    const recorderUrl = 'http://127.0.0.1:7/v1'
    const inspection = { endpoint: { recordable: false, reason: 'because' } } as const
    expect(planCodex(input({ plan: { recorderUrl }, inspection })).refusal).toEqual({
      code: 'not-recordable',
      message: 'because',
    })
    expect(codeOf({ inspection })).toBeUndefined()
    expect(
      codeOf({ plan: { recorderUrl, prompt: null }, facts: { chatgpt: true, apiKey: true } }),
    ).toBe('not-recordable')
    expect(
      codeOf({ plan: { recorderUrl }, facts: { chatgpt: true, apiKey: true } }),
    ).toBeUndefined()
  })
})
