import type { LoopEvent } from '../loop/tool-loop.ts'
import { type AgentOutput, harmless } from './agent-output.ts'

/** Shows what happens in a turn: words as they come, and a line for each call, retry and compaction. */
export function noteEvent(event: LoopEvent, output: AgentOutput): void {
  if (event.type === 'text') output.say(event.text)
  if (event.type === 'call') output.note(`· ${nameCall(event.call)}`)
  if (event.type === 'result' && event.result.isError)
    output.note(`  ${oneLine(event.result.text)}`)
  if (event.type === 'retry') {
    const seconds = Math.max(1, Math.round(event.afterMs / 1000))
    output.note(`· ${oneLine(event.what)}; attempt ${event.attempt + 1} in ${seconds} s`)
  }
  if (event.type === 'compacted') {
    output.note(`· the conversation was summarised: ${event.before} messages became ${event.after}`)
  }
  if (event.type === 'notice') output.note(`· ${oneLine(event.diagnostic.message)}`)
}

/** A call as one line: its tool, and what it is about. */
export function nameCall({
  name,
  input,
}: {
  readonly name: string
  readonly input: unknown
}): string {
  const { path, name: named, target, profile } = (input ?? {}) as Readonly<Record<string, unknown>>
  const what = [path, named, target, profile].find((value) => typeof value === 'string')
  return oneLine(what === undefined ? name : `${name} ${what}`)
}

const LONGEST = 200

function oneLine(text: string): string {
  const line = harmless(text).replaceAll('\n', ' ')
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
