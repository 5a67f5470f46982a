import type { LoopTool } from '../loop/loop-tool.ts'
import { createFileTools } from '../loop/tools/file-tools.ts'
import { createListTool } from '../loop/tools/list-tool.ts'
import { createProposalTool, createSkillTool } from '../loop/tools/port-tools.ts'
import type { AgentServices } from '../port/services.ts'
import type { PermissionTier } from '../port/traits.ts'

export interface ApiToolOptions {
  /** The folder that the file tools may see. */
  readonly root: string
  readonly services: AgentServices
  readonly tier: PermissionTier | null
  /** Whether a conversation holds a text now. */
  readonly holds: (text: string) => boolean
}

/** The tools of one conversation: files of the work tree, and one for each service that is there. */
export function apiTools({ root, services, tier, holds }: ApiToolOptions): readonly LoopTool[] {
  const { readSkill, hintsFor, memory, config } = services
  const hintFor = hintsFor && newHints(hintsFor, holds)
  const tools: readonly LoopTool[] = [
    createListTool({ root }),
    ...createFileTools({ root, ...(hintFor && { hintFor, repeatsHints: true }) }),
    ...(readSkill ? [createSkillTool(readSkill)] : []),
    ...(memory ? [createProposalTool({ name: 'memory', description: MEMORY, ...memory })] : []),
    ...(config ? [createProposalTool({ name: 'config', description: CONFIG, ...config })] : []),
  ]
  return tier === 'read-only' ? tools.filter(({ asks }) => asks !== true) : tools
}

/** Hints that the conversation does not hold: also those that a summary took away from it. */
function newHints(
  hintsFor: NonNullable<AgentServices['hintsFor']>,
  holds: ApiToolOptions['holds'],
): (folder: string) => Promise<string | null> {
  /** Given with results that may not be in the conversation yet. */
  let given: readonly string[] = []
  return async (folder) => {
    const hints = (await hintsFor(folder)).filter((hint) => !holds(hint))
    const fresh = hints.filter((hint) => !given.includes(hint))
    given = [...given.filter((hint) => !holds(hint)), ...fresh]
    return fresh.length === 0 ? null : fresh.join('\n')
  }
}

const MEMORY =
  'Proposes one entry for what is remembered of this person and this work: a lasting fact or preference, never a secret, an order, or what stands in the work tree anyway. A person accepts it or not; nothing is written before.'

const CONFIG =
  'Proposes the whole new text of a file that says who you are or how you work. A person accepts it or not; nothing is written before.'
