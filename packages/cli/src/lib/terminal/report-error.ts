import { AgentError } from '@onesoul/agents'
import { DiskError } from '@onesoul/disk'
import { SkillsError } from '@onesoul/skills'
import { SourcesError } from '@onesoul/sources'
import { CommanderError } from 'commander'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import { visible, visibleLines } from '../format/visible.ts'
import { CliError } from './cli-error.ts'
import { EXIT } from './exit-code.ts'
import { exitOfSkills } from './exit-of-skills.ts'
import type { Terminal } from './terminal.ts'

/**
 * Prints an error for a person and returns the exit code. A person's mistake is
 * one sentence and hints; only a defect of ours shows a stack, and says that it is one.
 */
export function reportError(error: unknown, terminal: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof CliError) return print(terminal, error, error.exitCode)
  if (error instanceof SourcesError) {
    const { message, hints, diagnostics } = error
    const listed = diagnostics.length > 0
    const head = listed ? { message: 'nothing was done, because of' } : { message, hints }
    const code = print(terminal, head, sourcesExit(error.code))
    terminal.err(formatDiagnostics(diagnostics, terminal.style))
    return code
  }
  if (error instanceof SkillsError) return print(terminal, error, exitOfSkills(error.code))
  if (error instanceof DiskError) return print(terminal, error, EXIT.failed)
  if (error instanceof AgentError) {
    return print(terminal, error, error.code === 'refused' ? EXIT.refused : EXIT.failed)
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const hints = ['please report it with the lines above']
  return print(terminal, { message: `a defect of onesoul: ${detail}`, hints }, EXIT.failed)
}

/** What a person asked for wrongly is a usage error; a home that cannot be written is a failure. */
function sourcesExit(code: SourcesError['code']): number {
  return code === 'state-unusable' ? EXIT.failed : EXIT.usage
}

function print(
  terminal: Terminal,
  trouble: { readonly message: string; readonly hints?: readonly string[] },
  code: number,
): number {
  const lines = (trouble.hints ?? []).map((hint) => `  ${visible(hint)}\n`).join('')
  terminal.err(`onesoul: ${visibleLines(trouble.message)}\n${lines}`)
  return code
}
