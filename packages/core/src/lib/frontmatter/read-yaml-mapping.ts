import {
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml'

/** A mapping whose values are read as raw text: `1.10` stays `1.10`, `no` stays `no`. */
export type YamlValue = string | readonly string[]

/** A value with all that is below it, as raw text. */
export type YamlTree = string | readonly YamlTree[] | { readonly [key: string]: YamlTree }

export type YamlMapping =
  | {
      readonly kind: 'mapping'
      readonly entries: ReadonlyMap<string, YamlValue>
      /** 1-based line of every key within the block. */
      readonly lines: ReadonlyMap<string, number>
      /** The values that are neither text nor a list of texts, in full. */
      readonly trees: ReadonlyMap<string, YamlTree>
      readonly refusedKeys: readonly string[]
    }
  /** Valid YAML that is no mapping: prose between two thematic breaks is a scalar. */
  | { readonly kind: 'other' }
  /** `line` is 1-based within the block. `cause`: what is no mistake of YAML, but not taken. */
  | {
      readonly kind: 'invalid'
      readonly message: string
      readonly line: number
      readonly cause?: RefusedYaml
    }

/** What YAML has and a block may not. */
export type RefusedYaml = 'alias' | 'tag' | 'duplicate'

const MAX_CHARS = 65_536
const MAX_NODES = 1_000
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads a frontmatter block: YAML 1.2, failsafe schema, no tags, no aliases, no
 * merge keys, duplicate keys are errors, at most 64 KiB and 1,000 nodes.
 * Values are strings or lists of strings; deeper values are kept as their YAML text.
 */
export function readYamlMapping(block: string): YamlMapping {
  if (block.length > MAX_CHARS) return invalid('is larger than 64 KiB', 1)
  const lineCounter = new LineCounter()
  const document = parseDocument(block, {
    schema: 'failsafe',
    merge: false,
    uniqueKeys: true,
    strict: true,
    stringKeys: true,
    lineCounter,
    // Not `silent`: with that, a second document in the block would pass unnoticed.
    logLevel: 'error',
  })
  const trouble = document.errors[0] ?? document.warnings[0]
  if (trouble) {
    const cause = REFUSED_CODES[trouble.code]
    return invalid(firstLine(trouble.message), lineCounter.linePos(trouble.pos[0]).line, cause)
  }
  const root = document.contents as Node | null
  if (root === null) return readEntries([], { block, lineCounter })
  if (!isMap(root)) return { kind: 'other' }
  const offence = findOffence(root)
  if (offence) {
    const { message, offset, cause } = offence
    return invalid(message, lineCounter.linePos(offset).line, cause)
  }
  return readEntries(root.items, { block, lineCounter })
}

const REFUSED_CODES: Partial<Readonly<Record<ErrorCode, RefusedYaml>>> = {
  DUPLICATE_KEY: 'duplicate',
  TAG_RESOLVE_FAILED: 'tag',
}

interface BlockText {
  readonly block: string
  readonly lineCounter: LineCounter
}

function readEntries(items: YAMLMap['items'], { block, lineCounter }: BlockText): YamlMapping {
  const entries = new Map<string, YamlValue>()
  const lines = new Map<string, number>()
  const trees = new Map<string, YamlTree>()
  const refusedKeys: string[] = []
  for (const pair of items) {
    const key = isScalar(pair.key) ? String(pair.key.value) : ''
    lines.set(key, lineCounter.linePos(isScalar(pair.key) ? (pair.key.range?.[0] ?? 0) : 0).line)
    if (PROTOTYPE_KEYS.has(key)) refusedKeys.push(key)
    else {
      const value = pair.value as Node | null
      entries.set(key, readValue(value, block))
      if (isDeep(value)) trees.set(key, readTree(value))
    }
  }
  return { kind: 'mapping', entries, lines, trees, refusedKeys }
}

function isDeep(node: Node | null): boolean {
  return isMap(node) || (isSeq(node) && !node.items.every((item) => isScalar(item)))
}

function readTree(node: unknown): YamlTree {
  if (isSeq(node)) return node.items.map(readTree)
  if (!isMap(node)) return isScalar(node) ? String(node.value ?? '') : ''
  const pairs = node.items.map(({ key, value }): readonly [string, YamlTree] => [
    isScalar(key) ? String(key.value) : '',
    readTree(value),
  ])
  return Object.fromEntries(pairs.filter(([key]) => !PROTOTYPE_KEYS.has(key)))
}

function readValue(node: Node | null, block: string): YamlValue {
  if (node === null) return ''
  if (isScalar(node)) return node.value === null ? '' : String(node.value)
  if (isSeq(node) && node.items.every((item) => isScalar(item))) {
    return node.items.map((item) => (isScalar(item) ? String(item.value ?? '') : ''))
  }
  return node.range ? block.slice(node.range[0], node.range[1]) : ''
}

interface Offence {
  readonly message: string
  readonly offset: number
  readonly cause?: RefusedYaml
}

function findOffence(root: Node): Offence | undefined {
  let nodes = 0
  let offence: Offence | undefined
  visit(root, {
    Node(_, node) {
      nodes++
      const offset = node.range?.[0] ?? 0
      if (isAlias(node)) {
        offence = { message: `uses an alias (*${node.source})`, offset, cause: 'alias' }
      } else if (node.tag?.startsWith('!')) {
        offence = { message: `uses the tag ${node.tag}`, offset, cause: 'tag' }
      }
      if (nodes > MAX_NODES) offence ??= { message: 'has more than 1,000 nodes', offset }
      return offence ? visit.BREAK : undefined
    },
  })
  return offence
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? message
}

function invalid(message: string, line: number, cause?: RefusedYaml): YamlMapping {
  return { kind: 'invalid', message, line, ...(cause && { cause }) }
}
