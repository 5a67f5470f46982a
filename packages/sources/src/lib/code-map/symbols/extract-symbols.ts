import type { SymbolDefinition, SymbolFile } from '@onesoul/core'
import { countReferences } from './count-references.ts'
import type { SyntaxMatch, SyntaxNode } from './grammars.ts'
import type { SourceLanguage } from './languages.ts'

/** What a file defines and names, without its path. */
export type FileSymbols = Omit<SymbolFile, 'path'>

/** What stands around a definition and belongs to its signature, when there is nothing else in it. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'export_statement',
  'ambient_declaration',
  'template_declaration',
  'type_declaration',
  'const_declaration',
  'var_declaration',
])

/** Longer signatures say nothing more, in UTF-16 units. */
const MAX_SIGNATURE = 200

/** Reads definitions and references off the matches of a language's query. */
export function extractSymbols(
  text: string,
  matches: readonly SyntaxMatch[],
  language: Pick<SourceLanguage, 'local' | 'exports'>,
): FileSymbols {
  const found = matches.flatMap(toFound).sort(byPlace)
  const isModule = matches.some(({ captures }) => captures.some(({ name }) => name === 'module'))
  const exported = isModule && language.exports === 'named' ? namesOf(matches, 'export') : undefined
  const definitions = toDefinitions(text, found, { local: language.local, exported })
  const own = found.map(({ name }) => name)
  const sees = isModule ? new Set([...namesOf(matches, 'import'), ...own]) : null
  return {
    definitions,
    references: countReferences(text, { matches, defined: oneEach(found), sees }),
  }
}

interface Found {
  readonly kind: 'function' | 'container' | 'space' | 'value'
  readonly name: string
  readonly node: SyntaxNode
  readonly body: SyntaxNode | null
}

function toFound({ captures }: SyntaxMatch): readonly Found[] {
  const captured = (name: string): SyntaxNode | undefined =>
    captures.find((capture) => capture.name === name)?.node
  const name = captured('name')?.text.split('::').at(-1)?.trim()
  if (!name) return []
  return (['function', 'container', 'space', 'value'] as const).flatMap((kind) => {
    const node = captured(kind)
    const body = captured('body') ?? node?.childForFieldName('body') ?? null
    return node ? [{ kind, name, node, body }] : []
  })
}

function namesOf(matches: readonly SyntaxMatch[], capture: string): ReadonlySet<string> {
  const captured = matches.flatMap(({ captures }) =>
    captures.filter(({ name }) => name === capture),
  )
  return new Set(captured.map(({ node }) => node.text))
}

/** The name of each definition, whichever patterns it matched. */
function oneEach(found: readonly Found[]): readonly string[] {
  return [...new Map(found.map((one) => [keyOf(one), one.name])).values()]
}

function keyOf({ name, node }: Found): string {
  return `${node.startIndex} ${name}`
}

interface Visibility {
  readonly local: RegExp | undefined
  /** Where a module gives to others only what it exports: what it names apart from its definition. */
  readonly exported: ReadonlySet<string> | undefined
}

/** Without what stands inside of functions. */
function toDefinitions(
  text: string,
  found: readonly Found[],
  visibility: Visibility,
): readonly SymbolDefinition[] {
  const definitions: SymbolDefinition[] = []
  const seen = new Set<string>()
  const open: { readonly found: Found; readonly place: number }[] = []
  for (const one of found) {
    if (seen.has(keyOf(one))) continue
    seen.add(keyOf(one))
    while (open.length > 0 && !isInside(one.node, open.at(-1)?.found.node)) open.pop()
    const outer = open.at(-1)
    if (outer?.found.kind === 'function' || outer?.found.kind === 'value') continue
    open.push({ found: one, place: definitions.length })
    const parent = outer?.place ?? null
    const { name, node } = one
    const signature = signatureOf(text, one)
    const isHidden = parent !== null && definitions[parent]?.reach === 'file'
    const reach = isHidden ? 'file' : reachOf(one, { signature, outer: outer?.found }, visibility)
    definitions.push({ name, line: node.startPosition.row + 1, signature, parent, reach })
  }
  return definitions
}

const PRIVATE = /^(?:@\w+(?:\([^)]*\))? )*private\b/

function reachOf(
  one: Found,
  { signature, outer }: { readonly signature: string; readonly outer: Found | undefined },
  { local, exported }: Visibility,
): SymbolDefinition['reach'] {
  if (PRIVATE.test(signature)) return 'file'
  if (outer?.kind === 'container' && one.kind !== 'container') return 'member'
  const isExported = one.node.parent?.type === 'export_statement' || exported?.has(one.name)
  if (exported && !outer && !isExported) return 'file'
  return local?.test(signature) ? 'file' : 'project'
}

/** What is outside comes first; of a node that matched twice, what says more of its signature. */
function byPlace(a: Found, b: Found): number {
  const inOrder = a.node.startIndex - b.node.startIndex || b.node.endIndex - a.node.endIndex
  return inOrder || Number(b.kind === 'function') - Number(a.kind === 'function')
}

/** Two names of one node stand beside each other. */
function isInside(node: SyntaxNode, outer: SyntaxNode | undefined): boolean {
  return outer !== undefined && node.startIndex < outer.endIndex && node.id !== outer.id
}

function signatureOf(text: string, { kind, node, body }: Found): string {
  const { parent } = node
  const isWrapped = parent !== null && WRAPPERS.has(parent.type) && wrapsOne(parent)
  const start = isWrapped ? parent.startIndex : node.startIndex
  const end = body?.startIndex ?? node.endIndex
  const whole = text.slice(start, Math.min(end, start + MAX_SIGNATURE * 4))
  const isContainer = body === null && kind === 'container'
  return (isContainer ? (whole.split('{', 1)[0] ?? '') : whole)
    .replace(body === null ? /\{[\s\S]{80,}\}/ : /(?!)/, '{…}')
    .replace(/\s+/g, ' ')
    .replace(/(?:\s|[{=:;,]|=>)+$/, '')
    .slice(0, MAX_SIGNATURE)
    .trim()
}

function wrapsOne({ type, namedChildCount }: SyntaxNode): boolean {
  return type.startsWith('export') || type.startsWith('template') || namedChildCount === 1
}
