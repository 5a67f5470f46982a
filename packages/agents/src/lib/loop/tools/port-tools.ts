import { failed, type LoopTool, optionalText, type ToolResult, textField } from '../loop-tool.ts'

/** Gives the text of a skill or of one of its files; else why not. */
export type ReadSkillPort = (name: string, file: string | null) => Promise<ToolResult>

/** `read_skill`: the text of a skill, or of a file beside it. */
export function createSkillTool(read: ReadSkillPort): LoopTool {
  return {
    name: 'read_skill',
    description: 'Reads a skill that is available, or a file beside it.',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Of the skill.' },
        file: { type: 'string', description: 'A file of the skill. Default: its instructions.' },
      },
      required: ['name'],
      additionalProperties: false,
    },
    async run(input) {
      const name = textField(input, 'name')
      if (typeof name !== 'string') return name
      const file = optionalText(input, 'file')
      return file !== null && typeof file !== 'string' ? file : read(name, file)
    },
  }
}

/** A change that a model proposes; nothing happens before a person accepted it. */
export interface Proposal {
  /** What it is about: a file's name. */
  readonly target: string
  /** Its whole new text, or an entry to add. */
  readonly text: string
  readonly reason: string
}

/** Keeps a proposal for a person and says how it is found again. */
export type ProposePort = (proposal: Proposal) => Promise<ToolResult>

export interface ProposalToolOptions {
  readonly name: 'memory' | 'config'
  readonly description: string
  /** What may be proposed for. */
  readonly targets: readonly string[]
  readonly propose: ProposePort
}

/** A tool that stages a change for a person: `memory` for what is worth remembering, `config` for the files of the agent. */
export function createProposalTool(options: ProposalToolOptions): LoopTool {
  const { name, description, targets, propose } = options
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: {
        target: { type: 'string', enum: targets },
        text: { type: 'string', description: 'What to add, or the whole new text.' },
        reason: { type: 'string', description: 'Why, in one sentence.' },
      },
      required: ['target', 'text', 'reason'],
      additionalProperties: false,
    },
    async run(input) {
      const target = textField(input, 'target')
      if (typeof target !== 'string') return target
      if (!targets.includes(target)) return failed(`"target" is one of ${targets.join(', ')}`)
      const text = textField(input, 'text')
      if (typeof text !== 'string') return text
      const reason = textField(input, 'reason')
      return typeof reason === 'string' ? propose({ target, text, reason }) : reason
    },
  }
}
