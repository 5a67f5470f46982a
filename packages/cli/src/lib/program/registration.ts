import type { Invocation } from '../terminal/global-flags.ts'
import type { Terminal } from '../terminal/terminal.ts'

export interface ProgramContext {
  readonly terminal: Terminal
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly stdin: Invocation['stdin']
  /** Arguments after `--`: the agent's own. */
  readonly agentArgs: readonly string[]
  readonly version: string
  /** Receives the exit code of the command that ran. */
  readonly done: (exitCode: number) => void
}

/** What a module of commands needs to add them to the program. */
export interface Registration {
  readonly context: ProgramContext
  /** The global flags as they were given, with what the process was started with. */
  readonly invocation: () => Invocation
}

/** The example that every command's help ends with. */
export function example(line: string): string {
  return `\nExample:\n  ${line}\n`
}
