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
  /** Absolute; `--cwd` or the process's own. */
  readonly cwd: string
}
