import type { Diagnostic, SlotName } from '@onesoul/core'
import type { ExportPlan, ExportRecord } from '@onesoul/sources'
import { type ExportedAgent, pickExported } from '../agents/exported-agents.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import { agentNames, type ExportFlags, parseWith } from './export-flags.ts'

/** What an export is of, and for whom. */
export interface WantedExport {
  readonly agents: readonly ExportedAgent[]
  readonly with: readonly SlotName[]
  readonly target: { readonly platform?: string; readonly bot?: string }
  /** The skills of the home come along. */
  readonly skills: boolean
}

/** What was asked for; without agents, what the last export of this work tree had. */
export function wantedExport(
  flags: ExportFlags,
  before: ExportRecord | null,
  known: readonly ExportedAgent[],
): WantedExport {
  if (flags.remove) return { agents: [], with: [], target: {}, skills: false }
  const named = agentNames(flags)
  const again = named.length > 0 ? null : before
  const names = again?.agents ?? named
  if (names.length === 0) {
    throw new CliError(EXIT.usage, 'name the agents whose files are written with --agent', {
      hints: [`known agents: ${known.map(({ id }) => id).join(', ')}`],
    })
  }
  const platform = flags.platform ?? again?.platform ?? undefined
  const bot = flags.bot ?? again?.bot ?? undefined
  return {
    agents: pickExported(names, known),
    skills: flags.skills ?? Object.keys(again?.skills ?? {}).length > 0,
    with: parseWith(flags.with ?? (again?.with.join(',') || undefined)),
    target: {
      ...(platform === undefined ? {} : { platform }),
      ...(bot === undefined ? {} : { bot }),
    },
  }
}

/** Blocks of another bot are not replaced unasked: never does the last one win. */
export function otherBot(
  before: ExportRecord | null,
  { target }: WantedExport,
  { files }: ExportPlan,
): readonly Diagnostic[] {
  const isThere = files.some(({ block }) => block !== null)
  if (!before || !isThere) return []
  const [was, is] = [nameOf(before), nameOf(target)]
  if (was === is) return []
  const message = `the blocks that are there are those of ${was}, and this export is of ${is}`
  const fix = 'take them out with --remove, or replace them with --force'
  return [{ code: 'export.other-bot', severity: 'error', message, fix }]
}

interface Named {
  readonly platform?: string | null
  readonly bot?: string | null
}

function nameOf({ platform, bot }: Named): string {
  return [platform, bot].filter(Boolean).join('/') || 'no platform'
}
