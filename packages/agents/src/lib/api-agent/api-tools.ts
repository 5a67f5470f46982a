import type { LoopTool } from '../loop/loop-tool.ts'
import { createFileTools } from '../loop/tools/file-tools.ts'
import { createListTool } from '../loop/tools/list-tool.ts'
import { createProposalTool, createSkillTool } from '../loop/tools/port-tools.ts'
import type { AgentServices } from '../port/services.ts'
import type { PermissionTier } from '../port/traits.ts'

/** The tools of a run: files of the work tree, and one for each service that is there. */
export function apiTools(
  root: string,
  { readSkill, hintFor, memory, config }: AgentServices,
  tier: PermissionTier | null,
): readonly LoopTool[] {
  const tools: readonly LoopTool[] = [
    createListTool({ root }),
    ...createFileTools({ root, ...(hintFor && { hintFor }) }),
    ...(readSkill ? [createSkillTool(readSkill)] : []),
    ...(memory ? [createProposalTool({ name: 'memory', description: MEMORY, ...memory })] : []),
    ...(config ? [createProposalTool({ name: 'config', description: CONFIG, ...config })] : []),
  ]
  return tier === 'read-only' ? tools.filter(({ asks }) => asks !== true) : tools
}

const MEMORY =
  'Proposes one entry for what is remembered of this person and this work. A person accepts it or not; nothing is written before.'

const CONFIG =
  'Proposes the whole new text of a file that says who you are or how you work. A person accepts it or not; nothing is written before.'
