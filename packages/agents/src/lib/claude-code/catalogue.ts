import { withDeliveryFiles } from '../launch/delivery-files.ts'
import { startDriven } from '../launch/driven.ts'
import { AgentError } from '../port/agent-error.ts'
import type { DeliveryPlan } from '../port/plan.ts'
import { asList, asRecord, asText } from '../wire/json.ts'
import { parseClaudeArguments, printArguments } from './arguments.ts'

const ASK = { type: 'control_request', request_id: 'catalogue', request: { subtype: 'initialize' } }
const TIMEOUT_MS = 30_000

/** Options that begin or continue a conversation, and those that we set. */
const LEFT_OUT: ReadonlySet<string | null> = new Set([
  null,
  '--print',
  '--session-id',
  '--resume',
  '--continue',
  '--fork-session',
  '--from-pr',
  '--input-format',
  '--output-format',
  '--verbose',
  '--append-system-prompt-file',
  '--append-subagent-system-prompt-file',
  '--system-prompt-snapshot',
])

/** Asks Claude Code for its commands by the greeting of its control protocol; no session begins. */
export async function readClaudeCatalogue(plan: DeliveryPlan): Promise<readonly string[]> {
  const parsed = parseClaudeArguments(plan.args)
  const args = [
    ...['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
    '--no-session-persistence',
    ...printArguments({ ...parsed, rest: [] }, ({ name }) => LEFT_OUT.has(name)),
  ]
  return withDeliveryFiles(plan.files, { bundle: plan.bundle }, async (run) => {
    const program = await startDriven({ ...plan, args, run })
    const timer = setTimeout(() => void program.kill(), TIMEOUT_MS)
    program.send(JSON.stringify(ASK))
    try {
      for await (const line of program.lines) {
        const names = namesIn(line)
        if (names !== null) return names
      }
    } finally {
      clearTimeout(timer)
      await program.end()
    }
    throw new AgentError('protocol', 'claude did not tell which commands it has')
  })
}

function namesIn(line: string): readonly string[] | null {
  const message = parse(line)
  if (asRecord(message)['type'] !== 'control_response') return null
  const { commands } = asRecord(asRecord(asRecord(message)['response'])['response'])
  return asList(commands).map((command) => {
    const { name, description } = asRecord(command)
    const written = asText(name)
    // 2.1.197 names the plugin in the description alone.
    const isOurs = asText(description).startsWith('(onesoul) ') && !written.includes(':')
    return isOurs ? `onesoul:${written}` : written
  })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // A line of the program that is no message says nothing about commands.
    return null
  }
}
