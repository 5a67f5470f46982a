import { type DrivenProcess, startDriven } from '../launch/driven.ts'
import type { Program } from '../launch/spawn-program.ts'
import { AgentError } from '../port/agent-error.ts'
import { type JsonObject, parseObject, textAt, valueAt } from './json-value.ts'

const REQUEST_TIMEOUT_MS = 30_000

/** A `codex app-server` that answers questions over its standard streams. */
export interface AppServer {
  /** One JSON-RPC request. Rejects with `AgentError`: `protocol` for an error answer, `timeout`, `start-failed` when the server ended. */
  request(method: string, params: JsonObject): Promise<unknown>
  close(): Promise<void>
}

/**
 * Starts `program`, a `codex app-server` on stdio, and introduces us. No
 * thread is started and no model is asked. The caller closes it.
 */
export async function openAppServer(program: Program): Promise<AppServer> {
  const server = await startDriven(program)
  const pending = new Map<number, (answer: JsonObject) => void>()
  const ended = readAnswers(server, pending)
  let lastId = 0
  const request = async (method: string, params: JsonObject): Promise<unknown> => {
    lastId += 1
    const id = lastId
    const answer = new Promise<JsonObject>((resolve) => pending.set(id, resolve))
    server.send(JSON.stringify({ id, method, params }))
    return resultOf(method, await Promise.race([answer, ended, timeoutOf(method)]))
  }
  const close = async (): Promise<void> => {
    await server.end()
  }
  try {
    await request('initialize', {
      clientInfo: { name: 'onesoul', title: null, version: '1' },
      capabilities: { experimentalApi: true },
    })
  } catch (error) {
    await server.kill()
    throw error
  }
  server.send(JSON.stringify({ method: 'initialized' }))
  return { request, close }
}

/** Hands answers to their askers; resolves with an error answer when the server has ended. */
async function readAnswers(
  server: DrivenProcess,
  pending: Map<number, (answer: JsonObject) => void>,
): Promise<AgentError> {
  try {
    for await (const line of server.lines) {
      const { id, method, ...answer } = parseObject(line) ?? {}
      if (typeof id !== 'number' || method !== undefined) continue
      pending.get(id)?.(answer)
      pending.delete(id)
    }
  } catch (cause) {
    return new AgentError('protocol', 'codex app-server wrote something unreadable', { cause })
  }
  const { code } = await server.exit
  return new AgentError('start-failed', explainEnd(code, server.stderrTail()))
}

function resultOf(method: string, answer: JsonObject | AgentError): unknown {
  if (answer instanceof AgentError) throw answer
  if (!('error' in answer)) return valueAt(answer, 'result')
  const message = textAt(answer, 'error', 'message') ?? 'no reason given'
  throw new AgentError('protocol', `codex app-server refused ${method}: ${message}`)
}

async function timeoutOf(method: string): Promise<AgentError> {
  await new Promise((resolve) => setTimeout(resolve, REQUEST_TIMEOUT_MS).unref())
  return new AgentError('timeout', `codex app-server did not answer ${method}`)
}

/** What Codex said before it ended, without its warnings and log lines. */
export function explainEnd(code: number | null, stderr: string): string {
  const said = stderr
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^WARNING|^\S*\d{4}-\d{2}-\d{2}T/.test(line))
    .join('\n')
  return `codex app-server ended with ${code ?? 'a signal'}${said === '' ? '' : `: ${said}`}`
}
