import type { LoopModel } from '../loop-model.ts'
import {
  failed,
  type LoopTool,
  type ToolContext,
  type ToolInput,
  type ToolResult,
  textField,
} from '../loop-tool.ts'
import type { AskPermission } from '../run-calls.ts'
import type { RetryOptions } from '../send-patiently.ts'
import { createToolLoop, type LoopEvent, type LoopLimits } from '../tool-loop.ts'

/** What a sub-agent may be. */
export interface SubagentProfile {
  /** As the model chooses it: `explore`. */
  readonly name: string
  /** One sentence: what it is for. */
  readonly description: string
  /** Makes its model, for one task: it says what the sub-agent is told, and who answers. */
  readonly open: () => LoopModel | Promise<LoopModel>
  /** What it may use, or what makes that for each task; a sub-agent has sub-agents only if one of these is such a tool. */
  readonly tools: readonly LoopTool[] | (() => readonly LoopTool[])
  /** Of one task. Default: 25 requests. */
  readonly limits?: LoopLimits
}

export interface SubagentToolOptions {
  /** At least one; their names differ. */
  readonly profiles: readonly SubagentProfile[]
  /** Asked before a tool of a sub-agent that changes something. Default: nothing is allowed. */
  readonly ask?: AskPermission
  readonly retry?: RetryOptions
  /** Told of what a sub-agent does. */
  readonly onEvent?: (profile: string, event: LoopEvent) => void
}

/**
 * `task`: a sub-agent with a conversation of its own does one task, and its last words
 * are the result. It sees nothing of the conversation but the prompt, is stopped with
 * the turn, and what it cost counts in the turn. What it may do its profile says, and
 * the person who is asked; nothing that a model writes can change that.
 *
 * @throws TypeError without a profile, or when two have one name
 */
export function createSubagentTool(options: SubagentToolOptions): LoopTool {
  const profiles = new Map(options.profiles.map((profile) => [profile.name, profile]))
  if (profiles.size === 0) throw new TypeError('a sub-agent needs a profile')
  if (profiles.size < options.profiles.length) throw new TypeError('two profiles have one name')
  const listed = options.profiles.map(({ name, description }) => `- ${name}: ${description}`)
  return {
    name: 'task',
    description: `Gives one task to a sub-agent that sees nothing of this conversation, and returns its answer. Profiles:\n${listed.join('\n')}`,
    inputSchema: {
      type: 'object',
      properties: {
        profile: { type: 'string', enum: [...profiles.keys()] },
        prompt: {
          type: 'string',
          description: 'Everything that it has to know, and what to answer.',
        },
      },
      required: ['profile', 'prompt'],
      additionalProperties: false,
    },
    async run(input, context) {
      const task = readTask(input, profiles)
      return 'text' in task ? task : runTask(task, options, context)
    },
  }
}

interface Task {
  readonly profile: SubagentProfile
  readonly prompt: string
}

function readTask(
  input: ToolInput,
  profiles: ReadonlyMap<string, SubagentProfile>,
): Task | ToolResult {
  const name = textField(input, 'profile')
  if (typeof name !== 'string') return name
  const prompt = textField(input, 'prompt')
  if (typeof prompt !== 'string') return prompt
  const profile = profiles.get(name)
  if (profile === undefined) {
    return failed(`there is no profile "${name}"; there are: ${[...profiles.keys()].join(', ')}`)
  }
  return prompt.trim() === '' ? failed('"prompt" must say what to do') : { profile, prompt }
}

async function runTask(
  { profile, prompt }: Task,
  { ask, retry, onEvent }: SubagentToolOptions,
  { signal }: ToolContext,
): Promise<ToolResult> {
  const { name, tools, limits = {} } = profile
  const loop = createToolLoop({
    model: await profile.open(),
    tools: typeof tools === 'function' ? tools() : tools,
    limits: { requests: 25, ...limits },
    ...(ask && {
      ask: (question) => ask({ ...question, summary: `${name}: ${question.summary}` }),
    }),
    ...(retry && { retry }),
    ...(onEvent && { onEvent: (event: LoopEvent) => onEvent(name, event) }),
  })
  const { end, text, reason, cost } = await loop.turn({ text: prompt, signal })
  if (end === 'done') return { text: text === '' ? `${name} said nothing` : text, cost }
  const last = text === '' ? '' : `\n\nIts last words:\n${text}`
  return { ...failed(`${name} did not finish: ${reason}${last}`), cost }
}
