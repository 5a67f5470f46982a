import {
  buildNameTrie,
  type NameReading,
  type NameTrie,
  nameAt,
  readCharacter,
  startReading,
} from '../name-trie.ts'
import type { Stopped } from './output-finding.ts'
import type { TextReader } from './text-reader.ts'

/** How much may stand between a bracket and a name, between two letters of it, and behind it. */
const LONGEST_GAP = 32
const LONGEST_NAME = 256
const LONGEST_REST = 200

/** Finds a tag with one of the names at one offset, as leniently as the guard does, up to its closing bracket. */
export function createTagDetector(
  names: readonly string[],
): (reader: TextReader, at: number) => Stopped | undefined {
  const trie = buildNameTrie(names.map((name) => name.toLowerCase()))
  return (reader, at) => {
    const bracket = reader.character(at)
    if (bracket?.kind !== 'open') return undefined
    const nameEnd = endOfName(reader, startOfName(reader, at + bracket.size), trie)
    return nameEnd === undefined
      ? undefined
      : {
          kind: 'boundary-tag',
          message: 'The output opens or closes an element of the prompt.',
          end: endOfTag(reader, nameEnd),
        }
  }
}

/** Skips white space, slashes and what else may stand in front of a name. */
function startOfName(reader: TextReader, start: number): number {
  let at = start
  while (at < start + LONGEST_GAP) {
    const next = reader.character(at)
    if (!next || ['letter', 'open', 'close'].includes(next.kind)) break
    at += next.size
  }
  return at
}

/** The end of a name of the trie that ends a word; `undefined` when none stands here. */
function endOfName(reader: TextReader, start: number, trie: NameTrie): number | undefined {
  let reading: NameReading = startReading(trie)
  let best: number | undefined
  let at = start
  let space = false
  while (at < start + LONGEST_NAME && at - (best ?? at) < LONGEST_GAP) {
    const next = reader.character(at)
    if (next === undefined) return best
    at += next.size
    if (['space', 'invisible', 'mark'].includes(next.kind)) {
      space ||= next.kind === 'space'
      continue
    }
    reading = readCharacter(reading, next, space)
    space = false
    if (reading.nodes.length === 0) return best
    if (nameAt(reading) !== undefined && !continuesAt(reader, at)) best = at
  }
  return best
}

/** Whether a name goes on at the offset, as `user` does in `users` and `user-id`. */
function continuesAt(reader: TextReader, start: number): boolean {
  let at = start
  while (at < start + LONGEST_GAP) {
    const next = reader.character(at)
    if (!next) return false
    if (!['invisible', 'dash', 'joiner'].includes(next.kind)) return next.continues
    at += next.size
  }
  return false
}

function endOfTag(reader: TextReader, nameEnd: number): number {
  let at = nameEnd
  while (at < nameEnd + LONGEST_REST) {
    const next = reader.character(at)
    if (!next || next.kind === 'open' || next.folded === '\n') return nameEnd
    at += next.size
    if (next.kind === 'close') return at
  }
  return nameEnd
}
