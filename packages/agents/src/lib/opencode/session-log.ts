import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findPlaces } from './places.ts'

/** The end of OpenCode's log before a run. */
export interface LogMark {
  readonly path: string
  readonly size: number
}

export async function markLog(env: Readonly<Record<string, string>>): Promise<LogMark> {
  const path = join(findPlaces(env).data, 'log', 'opencode.log')
  return { path, size: await sizeOf(path) }
}

/** What the log says about one process of OpenCode. */
interface LoggedRun {
  readonly children: Set<string>
  last: string | null
}

const RUN = /^timestamp=\S+ level=\S+ run=(\w+) message=(.*)$/
const STARTED = /^"creating instance" directory=(.*)$/
const CREATED = /^created id=(ses_\w+) .*? parentID=(\S+) title=/
const USED = /^loop session\.id=(ses_\w+)/

/**
 * Learns from the log of 1.18.33 which session the run since `mark` used: the
 * last one that is no sub-agent's. `null`: the log says nothing (another log
 * level, an unknown version), or two runs began in this directory meanwhile.
 * Asking `opencode session list` instead would take two seconds after every run.
 */
export async function readSessionId(mark: LogMark, cwd: string): Promise<string | null> {
  const size = await sizeOf(mark.path)
  if (size === 0) return null
  const runs = new Map<string, LoggedRun>()
  // A log that has become shorter was begun anew.
  const stream = createReadStream(mark.path, { start: size < mark.size ? 0 : mark.size })
  for await (const line of createInterface({ input: stream })) {
    const [, id, message] = RUN.exec(line) ?? []
    if (id !== undefined && message !== undefined) readMessage(runs, id, { message, cwd })
  }
  const [run, another] = runs.values()
  return run === undefined || another !== undefined ? null : run.last
}

function readMessage(
  runs: Map<string, LoggedRun>,
  id: string,
  { message, cwd }: { readonly message: string; readonly cwd: string },
): void {
  const directory = STARTED.exec(message)?.[1]
  if (directory !== undefined && unquote(directory) === cwd && !runs.has(id)) {
    runs.set(id, { children: new Set(), last: null })
  }
  const run = runs.get(id)
  if (run === undefined) return
  const [, created, parent] = CREATED.exec(message) ?? []
  if (created !== undefined && parent !== 'undefined') run.children.add(created)
  const session = created ?? USED.exec(message)?.[1]
  if (session !== undefined && !run.children.has(session)) run.last = session
}

/** Values with a space stand in quotation marks, as JSON. */
function unquote(value: string): string {
  if (!value.startsWith('"')) return value
  try {
    return String(JSON.parse(value))
  } catch {
    // Not written as expected: no directory of ours.
    return value
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  )
}
