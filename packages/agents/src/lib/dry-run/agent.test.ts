import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { composeSample } from '../../../../../test/support/sample-composition.ts'
import { buildRunReceipt } from '../receipt/build-run-receipt.ts'
import { startRecorder } from '../recorder/recorder.ts'
import { DEFAULT_ANSWER } from '../scripted-model/model-script.ts'
import { describeAgentContract } from '../testing/contract.ts'
import { createDryRunAgent } from './agent.ts'

const COMPOSITION = composeSample()

async function planFor(options: { recorderUrl?: string; prompt?: string | null; args?: string[] }) {
  const agent = createDryRunAgent()
  const detection = await agent.detect({ env: {} })
  if (!detection.found) throw new Error(detection.reason)
  const { args = [], prompt = 'hi', recorderUrl } = options
  const inspection = await agent.inspect({ detection, cwd: '/', env: {}, args })
  const plan = agent.plan({
    detection,
    inspection,
    text: COMPOSITION.text,
    directivesText: '',
    session: { mode: 'new' },
    freshSessionId: 'fresh',
    prompt,
    cwd: '/',
    env: {},
    deliverDir: '/nowhere',
    trusted: true,
    ...(recorderUrl === undefined ? {} : { recorderUrl }),
  })
  return { agent, plan, detection, inspection }
}

async function launch(options: Parameters<typeof planFor>[0], signal?: AbortSignal) {
  const { agent, plan } = await planFor(options)
  let stdout = ''
  let stderr = ''
  const status = await agent.launch(plan, {
    stdio: 'capture',
    onStdout: (chunk) => {
      stdout += Buffer.from(chunk).toString()
    },
    onStderr: (chunk) => {
      stderr += Buffer.from(chunk).toString()
    },
    ...(signal ? { signal } : {}),
  })
  return { status, stdout, stderr }
}

describe('createDryRunAgent', () => {
  it('shows what a model would receive, and answers without one', async () => {
    const { status, stdout, stderr } = await launch({})
    expect(status).toEqual({ code: 0, signal: null, agentSessionId: 'fresh' })
    expect(stdout).toMatch(
      /^system\/0 {3}system {3}\d+ characters, \d+ tokens\n<agent-configuration/,
    )
    expect(stdout).toContain(COMPOSITION.text)
    expect(stdout).toContain('messages/0/0   user   2 characters, 1 tokens\nhi\n')
    expect(stdout.endsWith(`\n\nanswer\n${DEFAULT_ANSWER}\n`)).toBe(true)
    expect(stderr).toBe('')
  })

  it('is proven by a recorder', async () => {
    const { agent, detection, inspection } = await planFor({})
    const { endpoint } = inspection
    const recorder = await startRecorder({ upstream: endpoint.recordable ? endpoint.baseUrl : '' })
    try {
      await launch({ recorderUrl: recorder.url })
      const receipt = buildRunReceipt({
        agent: detection,
        traits: agent.traits,
        delivered: COMPOSITION.text,
        text: COMPOSITION.text,
        manifest: COMPOSITION.manifest,
        requests: recorder.requests(),
        classify: agent.classify,
      })
      expect(receipt.verdict).toBe('proven')
      expect(receipt.turns).toHaveLength(1)
      expect(receipt.turns[0]?.slots[0]?.cache).toEqual({
        type: 'ephemeral',
        ttl: '5m',
        scope: null,
      })
    } finally {
      await recorder.close()
    }
  })

  it('says what went wrong', async () => {
    const script = [{ failure: { status: 529, message: 'overloaded' } }]
    const recorder = await startRecorder({ offline: true, script })
    const { status, stderr } = await launch({ recorderUrl: recorder.url })
    await recorder.close()
    expect(status.code).toBe(1)
    expect(stderr).toMatch(/^dry-run: the model answered 529: .*overloaded/)
  })

  it('stops when it is cancelled', async () => {
    const recorder = await startRecorder({ offline: true, script: [{ delayMs: 10_000 }] })
    const { status } = await launch({ recorderUrl: recorder.url }, AbortSignal.timeout(50))
    await recorder.close()
    expect(status).toMatchObject({ code: null, signal: 'SIGTERM' })
  })

  it.each([
    [{ prompt: null }, 'prompt-required'],
    [{ args: ['--fast'] }, 'flag-conflict'],
  ])('refuses %o', async (options, code) => {
    const { agent, plan } = await planFor(options)
    expect(plan.refusal?.code).toBe(code)
    await expect(agent.launch(plan, { stdio: 'capture' })).rejects.toMatchObject({
      code: 'refused',
    })
  })
})

describeAgentContract({
  name: 'dry-run',
  create: createDryRunAgent,
  setUp: async () => ({
    env: { PATH: '/usr/bin' },
    cwd: '/',
    deliverDir: join(tmpdir(), 'onesoul-dry-run-deliver'),
  }),
})
