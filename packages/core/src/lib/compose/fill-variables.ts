import { scanBlocks } from '../budget/blocks.ts'
import type { ComposeInput, Variable } from '../model/compose-input.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Change } from '../model/manifest.ts'
import { lowestTrust, type Trust } from '../model/section.ts'
import type { SourceDocument, TextRange } from '../model/source.ts'
import { applyEdits, type TextEdit, type TracedText, textOf } from '../model/traced-text.ts'
import { createLineIndex } from '../text/line-index.ts'
import type { Draft } from './draft.ts'

/** `{{name}}`, or `\{{` for the literal braces. Names are those of configuration keys. */
const VARIABLE = /(\\)?\{\{[ \t]*([A-Za-z][\w.-]{0,63})[ \t]*\}\}/g

/**
 * Fills `{{name}}` in a section, once, outside code fences, before the guard.
 * A filled section has the lowest trust of its file and its values. What is not
 * known stays as it is, with a diagnostic. Text of a model or from outside is
 * never filled: a page could ask for a value by its name.
 */
export function fillVariables(draft: Draft, input: ComposeInput): Draft {
  const { trust } = draft.traits
  if (!draft.text || draft.documents.length === 0) return draft
  // What a skill says of itself is the same for every agent.
  if (draft.place === 'skills') return draft
  if (trust === 'model' || trust === 'external') return draft
  const body = textOf(draft.text)
  if (!body.includes('{{')) return draft
  const variables = builtInVariables(input)
  const found = findVariables(body, { ...input.settings.variables, ...variables })
  return {
    ...draft,
    traits: { ...draft.traits, trust: found.trust.reduce(lowestTrust, draft.traits.trust) },
    text: applyEdits(draft.text, found.edits),
    changes: [...draft.changes, ...describeEdits(draft.text, found.edits, draft.documents)],
    diagnostics: [...draft.diagnostics, ...unfilled(found.unfilled, draft)],
  }
}

function builtInVariables(input: ComposeInput): Readonly<Record<string, Variable>> {
  const { platform, bot, agent } = input.target
  const values = { platform, bot, agent: agent === 'none' ? null : agent }
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === null ? [] : [[name, { value, trust: 'operator' as const }]],
    ),
  )
}

interface FoundVariables {
  readonly edits: readonly TextEdit[]
  readonly trust: readonly Trust[]
  readonly unfilled: readonly string[]
}

function findVariables(
  body: string,
  variables: Readonly<Record<string, Variable>>,
): FoundVariables {
  const fences = scanBlocks(body).filter((block) => block.kind === 'fence')
  const edits: TextEdit[] = []
  const trust: Trust[] = []
  const unfilled = new Set<string>()
  for (const match of body.matchAll(VARIABLE)) {
    const start = match.index
    if (insideAny(fences, start)) continue
    const name = match[2] ?? ''
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (match[1]) edits.push({ start, end: start + 1, text: '' })
    else if (!variable) unfilled.add(name)
    else {
      edits.push({ start, end: start + match[0].length, text: variable.value })
      trust.push(variable.trust)
    }
  }
  return { edits, trust, unfilled: [...unfilled] }
}

function insideAny(ranges: readonly TextRange[], offset: number): boolean {
  return ranges.some((range) => offset >= range.start && offset < range.end)
}

function unfilled(names: readonly string[], draft: Draft): readonly Diagnostic[] {
  const ref = draft.documents[0]?.ref
  return names.map((name) => ({
    code: 'variable.unfilled',
    severity: 'info',
    message: `{{${name}}} has no value and stays as it is`,
    ...(ref ? { source: { root: ref.root, path: ref.path } } : {}),
    fix: `set variables.${name} in config.yaml, or write \\{{${name}}} to keep the braces on purpose`,
  }))
}

/** The edits as changes, at the line and column of the file. */
function describeEdits(
  text: TracedText,
  edits: readonly TextEdit[],
  documents: readonly SourceDocument[],
): readonly Change[] {
  const body = textOf(text)
  const indexes = documents.map((document) => createLineIndex(document.text))
  return edits.flatMap((edit) => {
    const origin = originOf(text, edit.start)
    const position = origin && indexes[origin.source]?.position(origin.offset)
    if (!origin || !position) return []
    return {
      kind: 'filled',
      source: origin.source,
      line: position.line,
      column: position.column,
      before: body.slice(edit.start, edit.end),
      after: edit.text,
    }
  })
}

function originOf(
  text: TracedText,
  at: number,
): { readonly source: number; readonly offset: number } | undefined {
  let offset = 0
  for (const piece of text.pieces) {
    if (at < offset + piece.text.length) {
      return 'inserted' in piece
        ? undefined
        : { source: piece.source, offset: piece.start + (piece.verbatim ? at - offset : 0) }
    }
    offset += piece.text.length
  }
  return undefined
}
