import { countChars, estimateTokens } from '@onesoul/core'
import type { ExitStatus, LaunchOptions } from '../port/agent.ts'
import { AgentError } from '../port/agent-error.ts'
import type { DeliveryPlan } from '../port/plan.ts'
import { createScriptedModel } from '../scripted-model/scripted-model.ts'
import { asList, asRecord, asText } from '../wire/json.ts'
import { readSlots } from '../wire/read-slots.ts'
import type { DryRunRequest } from './plan.ts'

const PATH = '/v1/messages'
const PROTOCOL = 'anthropic-messages'

/**
 * Shows what a model would receive and asks the recorder, or the scripted model
 * of this process. Starts no program. Ends with 1 and a line on standard error
 * when the recorder gives no answer.
 */
export async function launchDryRun(
  plan: DeliveryPlan,
  options: LaunchOptions,
): Promise<ExitStatus> {
  if (plan.refusal !== null) throw new AgentError('refused', plan.refusal.message)
  const request = plan.details as unknown as DryRunRequest
  const body = {
    model: request.model,
    max_tokens: 1024,
    system: [{ type: 'text', text: plan.delivered, cache_control: { type: 'ephemeral' } }],
    messages: [{ role: 'user', content: [{ type: 'text', text: request.prompt }] }],
  }
  const { agentSessionId } = plan
  await write(options, 'stdout', describe(body))
  try {
    const answer = await ask(request.recorderUrl, body, options.signal)
    await write(options, 'stdout', `answer\n${answer}\n`)
    return { code: 0, signal: null, agentSessionId }
  } catch (error) {
    if (options.signal?.aborted) return { code: null, signal: 'SIGTERM', agentSessionId }
    await write(
      options,
      'stderr',
      `dry-run: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    return { code: 1, signal: null, agentSessionId }
  }
}

/** Each slot with its place and size, then its text. */
function describe(body: unknown): string {
  return readSlots({ protocol: PROTOCOL, body })
    .map(({ path, role, text }) => {
      const size = `${countChars(text)} characters, ${estimateTokens(text)} tokens`
      return `${path}   ${role}   ${size}\n${text}\n\n`
    })
    .join('')
}

async function ask(
  recorderUrl: string | null,
  body: unknown,
  signal?: AbortSignal,
): Promise<string> {
  const text = JSON.stringify(body)
  if (recorderUrl === null) {
    const question = { method: 'POST', path: PATH, protocol: PROTOCOL, body } as const
    const reply = createScriptedModel().reply({ ...question, bytes: Buffer.byteLength(text) })
    return readAnswer(reply.frames.join(''))
  }
  const response = await fetch(recorderUrl + PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    body: text,
    ...(signal ? { signal } : {}),
  })
  const answer = await response.text()
  if (!response.ok)
    throw new AgentError('protocol', `the model answered ${response.status}: ${answer}`)
  return readAnswer(answer)
}

function readAnswer(json: string): string {
  const { content } = asRecord(JSON.parse(json))
  return asList(content)
    .map((block) => {
      const { text } = asRecord(block)
      return asText(text)
    })
    .join('')
}

function write(options: LaunchOptions, to: 'stdout' | 'stderr', text: string): Promise<void> {
  if (options.stdio === 'capture') {
    const sink = to === 'stdout' ? options.onStdout : options.onStderr
    sink?.(Buffer.from(text))
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    process[to].write(text, () => resolve())
  })
}
