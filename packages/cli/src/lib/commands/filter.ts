import { fstatSync } from 'node:fs'
import { type FilterFlags, readFilterFlags } from '../filter/filter-options.ts'
import { filterStream } from '../filter/filter-stream.ts'
import { findingLine, MAX_LISTED, totalLine } from '../filter/finding-lines.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

/**
 * `onesoul filter`: standard input to standard output, without what must not come
 * out. Ends with 3 when something was stopped.
 */
export async function filterCommand(invocation: Invocation, flags: FilterFlags): Promise<number> {
  const options = readFilterFlags(flags, invocation.env)
  if (invocation.stdin === 'closed') {
    throw new CliError(EXIT.usage, 'there is nothing to filter: standard input is the terminal', {
      hints: ['pipe an output in, e.g. `claude -p "hi" | onesoul filter`'],
    })
  }
  const log = createLog(invocation)
  const bytes = await filterStream(readInput(), process.stdout, {
    ...options,
    onFinding: log.add,
  })
  log.end(bytes)
  return log.stopped() > 0 ? EXIT.findings : EXIT.done
}

/** A folder would read as empty, which is clean. */
async function* readInput(): AsyncGenerator<Uint8Array> {
  if (fstatSync(0).isDirectory()) {
    throw new CliError(EXIT.failed, 'standard input could not be read: it is a folder')
  }
  try {
    yield* process.stdin as AsyncIterable<Buffer>
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    // biome-ignore lint/style/useErrorCause: CliError takes the cause among its options, which come third.
    throw new CliError(EXIT.failed, `standard input could not be read: ${reason}`, { cause })
  }
}

interface Log {
  readonly add: (finding: Parameters<typeof findingLine>[0]) => void
  readonly end: (bytes: number) => void
  readonly stopped: () => number
}

/** Lines on standard error: as they come, but behind the output where both are one terminal. */
function createLog({ terminal, flags }: Invocation): Log {
  const json = flags.json === true
  const waits = process.stdout.isTTY === true
  const waiting: string[] = []
  let stopped = 0
  return {
    add(finding) {
      stopped++
      if (flags.quiet || stopped > MAX_LISTED) return
      const line = findingLine(finding, { json, style: terminal.style })
      if (waits) waiting.push(line)
      else terminal.err(line)
    },
    end(bytes) {
      if (flags.quiet) return
      const gap = waiting.length > 0 ? '\n' : ''
      terminal.err(gap + waiting.join('') + totalLine({ stopped, bytes }, json))
    },
    stopped: () => stopped,
  }
}
