import { type CharacterClass, classAt } from './character-class.ts'

/** Names arranged for reading character by character. */
export interface NameTrie {
  readonly children: Map<string, NameTrie>
  /** The name that ends here. */
  name?: string
}

/** A name found in a text and the offset after it. */
export interface FoundName {
  readonly name: string
  readonly end: number
}

/** Arranges names; `rn` is accepted for every `m`, which it looks like. */
export function buildNameTrie(names: readonly string[]): NameTrie {
  const root: NameTrie = { children: new Map() }
  for (const name of names) {
    for (const spelling of spellings(name)) {
      let node = root
      for (const letter of spelling) node = childOf(node, letter)
      node.name = name
    }
  }
  return root
}

function childOf(node: NameTrie, letter: string): NameTrie {
  const child = node.children.get(letter) ?? { children: new Map() }
  node.children.set(letter, child)
  return child
}

function spellings(name: string): readonly string[] {
  const [first, ...rest] = name.split('m')
  return rest.reduce(
    (made, part) => made.flatMap((start) => [`${start}m${part}`, `${start}rn${part}`]),
    [first ?? ''],
  )
}

/** How far a name has been read: several nodes when a character can be read in several ways. */
export interface NameReading {
  readonly nodes: readonly NameTrie[]
  readonly afterDash: boolean
}

/** A reading that begins at the root of a trie. */
export function startReading(trie: NameTrie): NameReading {
  return { nodes: [trie], afterDash: false }
}

/** Reads one visible character. A run of dashes counts as one dash, and white space before a letter (`gap`) may stand for one. */
export function readCharacter(
  reading: NameReading,
  next: CharacterClass,
  gap: boolean,
): NameReading {
  if (next.kind === 'dash') {
    const nodes = reading.afterDash ? reading.nodes : step(reading.nodes, '-')
    return { nodes, afterDash: true }
  }
  const [only] = reading.nodes
  const [letter] = next.readings
  if (!gap && only && letter?.length === 1 && isSingle(reading.nodes) && isSingle(next.readings)) {
    const child = only.children.get(letter)
    return { nodes: child ? [child] : NO_NODES, afterDash: false }
  }
  const from = gap ? [...reading.nodes, ...step(reading.nodes, '-')] : reading.nodes
  return { nodes: next.readings.flatMap((letters) => step(from, letters)), afterDash: false }
}

const NO_NODES: readonly NameTrie[] = []

function isSingle(list: readonly unknown[]): boolean {
  return list.length === 1
}

/** The name that ends at a reading. */
export function nameAt(reading: NameReading): string | undefined {
  return reading.nodes.find((node) => node.name !== undefined)?.name
}

function step(nodes: readonly NameTrie[], letters: string): readonly NameTrie[] {
  let reached = nodes
  for (const letter of letters) reached = reached.flatMap((node) => node.children.get(letter) ?? [])
  return reached
}

/**
 * Whether a word ends at the offset: no ASCII letter or digit follows, neither
 * directly nor after dashes or joiners (`user-id`, `user.name`, `user@host`).
 * Letters of other scripts do not continue a name: `<rules中文` is read as `rules`.
 */
export function isWordEnd(text: string, offset: number): boolean {
  let at = offset
  for (;;) {
    const next = classAt(text, at)
    if (!next) return true
    if (next.kind === 'invisible' || next.kind === 'dash' || next.kind === 'joiner') at += next.size
    else return !next.continues
  }
}
