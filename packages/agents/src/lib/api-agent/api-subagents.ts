import { randomUUID } from 'node:crypto'
import type { LoopModel } from '../loop/loop-model.ts'
import type { LoopTool } from '../loop/loop-tool.ts'
import type { AskPermission } from '../loop/run-calls.ts'
import { createSubagentTool } from '../loop/tools/subagent-tool.ts'
import { type AgentOutput, harmless } from './agent-output.ts'
import { nameCall } from './note-event.ts'
import { SUBAGENT_NOTE } from './subagent-note.ts'

export interface ApiSubagents {
  /** The rendering without USER and MEMORY. */
  readonly directivesText: string
  /** Makes the tools of one conversation. */
  readonly makeTools: () => readonly LoopTool[]
  readonly ask: AskPermission
  readonly output: AgentOutput
  /** Opens a model that is told a text, for one task of that name. */
  readonly open: (text: string, session: string) => Promise<LoopModel>
  /** Tokens of one task at their price. Default: none. */
  readonly cost?: number
}

/** Tools of a session that are not a sub-agent's: what is remembered is said in the conversation of the person. */
const OF_THE_SESSION: ReadonlySet<string> = new Set(['memory', 'config'])

/** The tool `task` of a run: sub-agents that read, and ones that work, told the directives and nothing of the person. */
export function apiSubagents(options: ApiSubagents): LoopTool {
  const { directivesText, ask, output, cost } = options
  const tools = (): readonly LoopTool[] =>
    options.makeTools().filter(({ name }) => !OF_THE_SESSION.has(name))
  const reading = (): readonly LoopTool[] => tools().filter(({ asks }) => asks !== true)
  const shared = {
    open: () => options.open(`${directivesText}\n\n${SUBAGENT_NOTE}`, `task-${randomUUID()}`),
    limits: cost === undefined ? {} : { cost },
  }
  const explore = {
    ...shared,
    name: 'explore',
    description: 'reads files and answers a question about them; changes nothing.',
    tools: reading,
  }
  const worker = {
    ...shared,
    name: 'worker',
    description: 'does a piece of work in the work tree that can be told in full.',
    tools,
  }
  return createSubagentTool({
    // Where nothing may be changed there is nothing for a worker to do.
    profiles: reading().length < tools().length ? [explore, worker] : [explore],
    ask,
    onEvent: (profile, event) => {
      if (event.type === 'call') output.note(`  · ${harmless(profile)}: ${nameCall(event.call)}`)
    },
  })
}
