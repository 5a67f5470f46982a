export interface ChildOptions {
  /** Runs as uid 65534 when the tests run as root, because root may read and write everything. */
  readonly asNobody?: boolean
  /** A program and arguments that start the child (`bash -c …`). */
  readonly wrapper?: readonly string[]
}

export interface ChildExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly said: readonly unknown[]
  readonly stderr: string
}

export interface Child {
  readonly pid: number
  readonly exit: Promise<ChildExit>
  kill(signal?: NodeJS.Signals): void
  /** Settles when the text stands in the child's output. */
  heard(text: string): Promise<void>
}

/**
 * Starts `script` (the body of an ES module) in a Node of its own with this package at hand: `args`,
 * `load('lib/…')` for a module, `say(value)`, `pause(ms)`, and `die()` for a `kill -9` of itself.
 */
export function startChild(script: string, args?: object, options?: ChildOptions): Child

/** What a child said until it ended well; an error with its standard error otherwise. */
export function runChild(
  script: string,
  args?: object,
  options?: ChildOptions,
): Promise<readonly unknown[]>
