import type { FoundAgent } from '../port/detection.ts'

/** What differs between the versions of Claude Code. */
export interface ClaudeBehaviours extends Readonly<Record<string, boolean>> {
  /** Reads AGENTS.md of the project when no CLAUDE.md of it has content. */
  readonly readsAgentsMd: boolean
  /** Puts the instruction files into a block that says they may not be relevant. */
  readonly hedgesInstructions: boolean
  /** Records the system prompt with the session and replays it on resume. */
  readonly recordsPrompt: boolean
  /** Takes `--append-subagent-system-prompt-file`. */
  readonly takesSubagentPrompt: boolean
  /** Reads an import whose target is reached by a link that leaves the working directory. */
  readonly importsThroughLinks: boolean
  /** Without local settings in the working directory, those of the git root count. */
  readonly localSettingsAtRoot: boolean
}

interface BehaviourRow {
  readonly measured: string
  readonly behaviours: ClaudeBehaviours
}

/** One row a measured version, oldest first. */
const ROWS: readonly [BehaviourRow, ...BehaviourRow[]] = [
  {
    measured: '2.1.197',
    behaviours: {
      readsAgentsMd: false,
      hedgesInstructions: true,
      recordsPrompt: false,
      takesSubagentPrompt: false,
      importsThroughLinks: true,
      localSettingsAtRoot: false,
    },
  },
  {
    measured: '2.1.332',
    behaviours: {
      readsAgentsMd: true,
      hedgesInstructions: false,
      recordsPrompt: true,
      takesSubagentPrompt: true,
      importsThroughLinks: false,
      localSettingsAtRoot: true,
    },
  },
]

/**
 * What a version does: the row of the newest measured version that is not
 * newer, else the oldest row. An older program ends with an error at a flag
 * that it does not know, so nothing is assumed before it was seen.
 */
export function behavioursOf(version: string): ClaudeBehaviours {
  const known = ROWS.filter((row) => compareVersions(row.measured, version) <= 0)
  return (known.at(-1) ?? ROWS[0]).behaviours
}

/** The behaviours of a found program; what its detection says comes first. */
export function behavioursFor(detection: FoundAgent): ClaudeBehaviours {
  return { ...behavioursOf(detection.version), ...detection.behaviours }
}

function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((version) => version.split('.').map(Number)) as [
    number[],
    number[],
  ]
  const at = a.findIndex((part, index) => part !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}
