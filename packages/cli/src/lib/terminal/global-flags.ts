import type { Terminal } from './terminal.ts'

/** Flags that every command takes. */
export interface GlobalFlags {
  readonly home?: string
  readonly configs?: string
  readonly cwd?: string
  readonly json?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
}

/** What a command gets beside its own arguments. */
export interface Invocation {
  readonly flags: GlobalFlags
  readonly terminal: Terminal
  readonly env: Readonly<Record<string, string>>
  /** `inherit` when standard input is a pipe or a file, which an agent reads after its prompt. */
  readonly stdin: 'inherit' | 'closed'
  /** Absolute; `--cwd` or the process's own. */
  readonly cwd: string
}
