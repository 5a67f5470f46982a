import { STATE_EXAMPLES, STATE_KINDS } from '../project-state/state-kinds.ts'

/** The texts of an overlay that are ours. Each tells an agent what to do; what a file says stands beside them. */
export const ROUTING_TEXT =
  'Give a sub-agent one bounded task: what to do, which files it may touch, what to give back. Run tasks at once only when none needs the result of another. Keep decisions, edits that depend on each other and the final check to yourself.'

export const EXPLORE_TEXT =
  'Search widely with a read-only sub-agent or `rg`; keep the paths and lines that matter, not what was read on the way.'

/** Five steps, each with the command that takes it; what must be saved is what a schema asks for. */
export const COMPACTION_TEXT: string = [
  'When the context is nearly full, and before it is compacted, save what must outlive it, in this order:',
  ...STATE_KINDS.slice(0, 5).map(
    (kind, index) => `${index + 1}. \`onesoul state write ${kind} '${STATE_EXAMPLES[kind]}'\``,
  ),
  'Afterwards read it back with `onesoul state read`, then go on with what is next.',
].join('\n')

/** Where an agent writes its plans. */
export const PLANS_FOLDER = '.onesoul/plans'
