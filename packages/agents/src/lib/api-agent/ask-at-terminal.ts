import { createInterface } from 'node:readline/promises'
import type { AskPermission } from '../loop/run-calls.ts'
import { harmless } from './agent-output.ts'
import type { ApiRun } from './api-run.ts'

/** Puts a question to the person; rejects when there is nobody, or they leave. */
export type AskPerson = (question: string, signal: AbortSignal) => Promise<string>

const NOBODY = 'nobody is there to allow it; --permission workspace allows it beforehand'

/** Who decides about a tool that changes something: the tier, else the person at the terminal, else nobody. */
export function permissionOf(
  { tier }: Pick<ApiRun, 'tier'>,
  ask: AskPerson | null,
  signal: () => AbortSignal,
): AskPermission {
  if (tier === 'read-only') return async () => ({ deny: 'this session may only read' })
  if (tier !== null) return async () => 'allow'
  if (ask === null) return async () => ({ deny: NOBODY })
  const always = new Set<string>()
  return async ({ tool, summary }) => {
    if (always.has(tool)) return 'allow'
    const question = `allow: ${harmless(summary).replaceAll('\n', ' ')}? [y]es, [n]o, [a]lways `
    const answer = (await ask(question, signal())).trim().toLowerCase()
    if (/^a(?:lways)?$/.test(answer)) always.add(tool)
    return /^(?:y|yes|a|always)$/.test(answer) ? 'allow' : { deny: 'the person said no' }
  }
}

/** Asks at the terminal of this process, on standard error; null: there is none. */
export function terminalOf(): AskPerson | null {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return null
  return async (question, signal) => {
    const terminal = createInterface({ input: process.stdin, output: process.stderr })
    // Ctrl-C is the same here as anywhere in the turn.
    terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    const left = new Promise<string>((resolve) => {
      terminal.once('close', () => resolve('n'))
    })
    try {
      return await Promise.race([terminal.question(question, { signal }).catch(() => 'n'), left])
    } finally {
      terminal.removeAllListeners('close')
      terminal.close()
    }
  }
}
