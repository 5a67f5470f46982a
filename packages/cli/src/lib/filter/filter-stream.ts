import { once } from 'node:events'
import type { Writable } from 'node:stream'
import {
  createOutputFilter,
  type OutputFilterOptions,
  type OutputFinding,
} from '@onesoul/core/output-filter'
import { createUtf8Reader, writeUtf8 } from './escaped-utf8.ts'

export interface FilterStreamOptions extends Omit<OutputFilterOptions, 'onFinding'> {
  /** Told as soon as something was stopped, before what follows it is written. */
  readonly onFinding: (finding: OutputFinding) => void
}

/**
 * Filters a stream of bytes while it runs and gives the number of bytes read. It
 * reads no faster than its output is taken and holds the same few kilobytes
 * whatever the length. Bytes that are no UTF-8 pass as they are.
 */
export async function filterStream(
  input: AsyncIterable<Uint8Array>,
  output: Writable,
  options: FilterStreamOptions,
): Promise<number> {
  const reader = createUtf8Reader()
  const filter = createOutputFilter(options)
  let bytes = 0
  for await (const chunk of input) {
    bytes += chunk.length
    await write(output, filter.push(reader.read(chunk)))
  }
  await write(output, filter.push(reader.end()) + filter.end())
  return bytes
}

async function write(output: Writable, text: string): Promise<void> {
  if (text !== '' && !output.write(writeUtf8(text))) await once(output, 'drain')
}
