import { AgentError } from '@onesoul/agents'
import { DiskError } from '@onesoul/disk'
import { SourcesError } from '@onesoul/sources'
import { CommanderError } from 'commander'
import { CliError } from './cli-error.ts'
import { EXIT } from './exit-code.ts'
import type { Terminal } from './terminal.ts'

/**
 * Prints an error for a person and returns the exit code. A person's mistake is
 * one sentence and hints; only a defect of ours shows a stack, and says that it is one.
 */
export function reportError(error: unknown, terminal: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof CliError) return report(terminal, error.message, error.hints, error.exitCode)
  if (error instanceof SourcesError) {
    const code =
      error.code === 'home-missing' || error.code === 'config-invalid' ? EXIT.usage : EXIT.failed
    return report(terminal, error.message, error.hints, code)
  }
  if (error instanceof DiskError) return report(terminal, error.message, [], EXIT.failed)
  if (error instanceof AgentError) {
    return report(
      terminal,
      error.message,
      [],
      error.code === 'refused' ? EXIT.refused : EXIT.failed,
    )
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return report(
    terminal,
    `a defect of onesoul: ${detail}`,
    ['please report it with the lines above'],
    EXIT.failed,
  )
}

function report(
  terminal: Terminal,
  message: string,
  hints: readonly string[],
  code: number,
): number {
  const lines = hints.map((hint) => `  ${hint}\n`).join('')
  terminal.err(`onesoul: ${message}\n${lines}`)
  return code
}
