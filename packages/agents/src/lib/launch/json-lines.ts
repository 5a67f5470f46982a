import { AgentError } from '../port/agent-error.ts'

/** Default cap of one line: 10 MB. */
export const MAX_LINE_BYTES: number = 10 * 1024 * 1024

const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * Cuts a byte stream into lines, decoded as UTF-8, without their line ends. A last
 * line without a newline counts. A line longer than `maxBytes` throws
 * `AgentError` with code `protocol`, and no more than that is held in memory.
 */
export async function* splitLines(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<string, void, undefined> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  for await (const chunk of stream) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      assertShort(heldBytes + end - start, maxBytes)
      yield decodeLine([...held, chunk.subarray(start, end)])
      held = []
      heldBytes = 0
      start = end + 1
    }
    if (start < chunk.length) {
      held.push(chunk.subarray(start))
      heldBytes += chunk.length - start
      assertShort(heldBytes, maxBytes)
    }
  }
  if (heldBytes > 0) yield decodeLine(held)
}

function assertShort(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) {
    throw new AgentError('protocol', `the agent wrote a line of more than ${maxBytes} bytes`)
  }
}

function decodeLine(chunks: readonly Uint8Array[]): string {
  const line = Buffer.concat(chunks)
  return line.toString('utf8', 0, line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length)
}
