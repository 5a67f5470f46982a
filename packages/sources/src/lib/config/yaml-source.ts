import type { Diagnostic, DiagnosticSource } from '@onesoul/core'
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml'

export type ConfigPath = readonly (string | number)[]

/** Says where a key or value stands, in lines and columns of the file. */
export type Locate = (path: ConfigPath, what: 'key' | 'value') => DiagnosticSource | undefined

export interface YamlSource {
  /** Plain data; `undefined` when the text is no YAML or nothing but comments. */
  readonly data: unknown
  readonly locate: Locate
  readonly diagnostics: readonly Diagnostic[]
}

/** More aliases than any honest configuration has; a bomb has millions. */
const MAX_ALIASES = 100

/**
 * Parses a configuration file as YAML 1.2 core schema: no custom tags, no
 * duplicate keys, bounded aliases. Errors carry line and column.
 */
export function readYamlSource(text: string, file: DiagnosticSource): YamlSource {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    schema: 'core',
    version: '1.2',
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
  })
  const at = (offset: number): DiagnosticSource => {
    const position = lines.linePos(offset)
    return { ...file, line: position.line, column: position.col }
  }
  const locate: Locate = (path, what) => {
    const offset = findOffset(document.contents, path, what)
    return offset === undefined ? undefined : at(offset)
  }
  const diagnostics = [...document.errors, ...document.warnings].map((error) =>
    invalid(error.message, at(error.pos[0])),
  )
  if (diagnostics.length > 0) return { data: undefined, locate, diagnostics }
  const loop = findLoop(document)
  if (loop) {
    const message = `the alias *${loop.source} stands inside the value that it names`
    return { data: undefined, locate, diagnostics: [invalid(message, at(loop.range?.[0] ?? 0))] }
  }
  try {
    return { data: document.toJS({ maxAliasCount: MAX_ALIASES }), locate, diagnostics }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'it cannot be read'
    return { data: undefined, locate, diagnostics: [invalid(message, at(0))] }
  }
}

function invalid(reason: string, source: DiagnosticSource): Diagnostic {
  const message = `the file is no readable YAML: ${reason}`
  return { code: 'config.invalid-yaml', severity: 'error', message, source }
}

/** An alias inside its own anchor, which would make data without an end; YAML knows no other loop. */
function findLoop(document: Document): Alias | undefined {
  let loop: Alias | undefined
  visit(document, {
    Alias(_, alias, path) {
      const target = alias.resolve(document)
      if (!target || !path.some((ancestor) => ancestor === target)) return undefined
      loop = alias
      return visit.BREAK
    },
  })
  return loop
}

function findOffset(
  root: Node | null,
  path: ConfigPath,
  what: 'key' | 'value',
): number | undefined {
  let node: unknown = root
  let offset = root?.range?.[0]
  for (const [depth, step] of path.entries()) {
    const found = childNode(node, step)
    if (!found) return offset
    const wanted = what === 'key' && depth === path.length - 1 ? found.key : found.value
    offset = rangeStart(wanted) ?? rangeStart(found.key) ?? offset
    node = found.value
  }
  return offset
}

function childNode(node: unknown, step: string | number): { key: unknown; value: unknown } | null {
  if (isSeq(node) && typeof step === 'number') {
    const value = node.items[step]
    return { key: value, value }
  }
  if (!isMap(node)) return null
  const pair = node.items.find((item) => keyText(item.key) === String(step))
  return pair ? { key: pair.key, value: pair.value } : null
}

function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : String(key)
}

function rangeStart(node: unknown): number | undefined {
  if (isScalar(node) || isMap(node) || isSeq(node) || isAlias(node)) return node.range?.[0]
  return undefined
}
