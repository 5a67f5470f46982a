import { basename, dirname } from 'node:path'
import {
  applyEdits,
  findNodeAtLocation,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
} from 'jsonc-parser'

/** The variable whose JSON OpenCode merges over every configuration file of the person's. */
export const CONFIG_CONTENT = 'OPENCODE_CONFIG_CONTENT'

export interface ContentAdditions {
  /** Absolute path of our instruction file. */
  readonly deliveryPath: string
  /** Settings of ours that replace the person's. Default: none. */
  readonly values?: readonly ConfigValue[]
}

/** One setting. */
export interface ConfigValue {
  /** The keys that lead to it. */
  readonly path: readonly string[]
  readonly value: unknown
}

export type ContentResult =
  | { readonly ok: true; readonly content: string }
  | { readonly ok: false; readonly message: string }

/**
 * Adds ours to the value that the person already gave the variable, or starts
 * one. Their bytes stay, with comments and `{env:…}`; our path comes last. The
 * delivery of an outer run of ours is taken out, or its text would arrive twice.
 */
export function mergeConfigContent(
  own: string | undefined,
  additions: ContentAdditions,
): ContentResult {
  const start = own?.trim() ? own : '{}'
  const errors: ParseError[] = []
  const value: unknown = parse(start, errors, { allowTrailingComma: true })
  if (errors.length > 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, message: `${CONFIG_CONTENT} is set and is no JSON object` }
  }
  const entries = 'instructions' in value ? value.instructions : []
  if (!Array.isArray(entries)) {
    return { ok: false, message: `\`instructions\` in ${CONFIG_CONTENT} is no list` }
  }
  const outer = entries.flatMap((entry, index) =>
    isOuterDelivery(entry, additions) ? [index] : [],
  )
  const cleaned = outer.toReversed().reduce(removeInstruction, start)
  const delivered = edit(cleaned, ['instructions', -1], additions.deliveryPath)
  const content = (additions.values ?? []).reduce(
    (text, { path, value: ours }) => edit(text, [...path], ours),
    delivered,
  )
  return { ok: true, content }
}

/** Whether an entry of `instructions` is a delivery file, of this home or of another. */
export function isDelivery(entry: string): boolean {
  return /^[0-9a-f]{32}\.md$/.test(basename(entry)) && basename(dirname(entry)) === 'deliver'
}

/** Whether an entry of `skills.paths` is a bundle of skills, of this home or of another. */
export function isBundle(entry: string): boolean {
  return /[\\/]state[\\/]skills[\\/]bundles[\\/][0-9a-f]{16}[\\/]skills$/.test(entry)
}

function isOuterDelivery(entry: unknown, { deliveryPath }: ContentAdditions): boolean {
  if (typeof entry !== 'string') return false
  return isDelivery(entry) || dirname(entry) === dirname(deliveryPath)
}

/** Takes one entry out, with the comma before it, or after it when it is the first. */
function removeInstruction(text: string, index: number): string {
  const tree = parseTree(text, [], { allowTrailingComma: true })
  const find = (place: number): Node | undefined =>
    tree && findNodeAtLocation(tree, ['instructions', place])
  const [before, entry, after] = [
    index > 0 ? find(index - 1) : undefined,
    find(index),
    find(index + 1),
  ]
  if (entry === undefined) return text
  const start = before ? before.offset + before.length : entry.offset
  const end = !before && after ? after.offset : entry.offset + entry.length
  return text.slice(0, start) + text.slice(end)
}

function edit(text: string, path: JSONPath, value: unknown): string {
  const edits = modify(text, path, value, { isArrayInsertion: path.at(-1) === -1 })
  return applyEdits(
    text,
    edits.map((one) => ({ ...one, content: escapeReferences(one.content) })),
  )
}

/** OpenCode fills `{env:…}` and `{file:…}` anywhere in the text before it parses; a path means itself. */
function escapeReferences(json: string): string {
  return json.replaceAll(/\{(?=(?:env|file):)/g, '\\u007b')
}
