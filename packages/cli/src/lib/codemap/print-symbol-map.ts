import {
  type CodeMapInput,
  type FoundGrammars,
  type FoundSymbolMap,
  LEFT_OUT_TEXTS,
  readSymbolMap,
} from '@onesoul/sources'
import type { Invocation } from '../terminal/global-flags.ts'
import { printJson } from '../terminal/print-json.ts'

export interface SymbolMapRequest {
  readonly input: CodeMapInput
  readonly grammars: FoundGrammars
  readonly maxTokens: number
}

/** Prints the ranked map of a folder, and on standard error what is not in it and why. */
export async function printSymbolMap(
  invocation: Invocation,
  { input, grammars, maxTokens }: SymbolMapRequest,
): Promise<void> {
  const found = await readSymbolMap({ ...input, grammars, maxTokens })
  if (invocation.flags.json) printJson(invocation, documentOf(found))
  else invocation.terminal.out(found.map.text)
  if (!invocation.flags.quiet) invocation.terminal.err(notesOf(found))
}

function documentOf({ map, isKept, ...found }: FoundSymbolMap): object {
  return { map: 'symbols', kept: isKept, ...found, ...map }
}

function notesOf({ map, leftOut, unseen }: FoundSymbolMap): string {
  const notes = [
    ...unseen.map((reason) => `not seen: ${reason}`),
    ...leftOut.map(({ reason, files }) => {
      return `${files} ${files === 1 ? 'file' : 'files'}: ${LEFT_OUT_TEXTS[reason]}`
    }),
  ]
  if (map.shown.definitions + map.left.definitions === 0) notes.push('no definition here')
  else if (map.text === '') notes.push('no definition has room; see --tokens')
  return notes.map((note) => `  ${note}\n`).join('')
}
