import type {
  CacheCost,
  CompositionDifference,
  LineChange,
  SectionDifference,
  SectionRecord,
} from '@onesoul/core'
import type { Style } from '../terminal/terminal.ts'
import { displayWidth, formatCount, formatSigned, padEnd, padStart } from './columns.ts'
import { nameSources } from './name-sources.ts'
import { visible } from './visible.ts'

export interface DiffView {
  readonly labels: { readonly before: string; readonly after: string }
  readonly style: Style
  /** Every changed line, however many. */
  readonly whole: boolean
}

/** Changed lines that are shown of one section unless all are asked for. */
const MAX_LINES = 30

const INDENT = '            '

/** Two compositions as people read them: the sections that differ with their lines, those that do not, the cost. */
export function formatDiff(difference: CompositionDifference, view: DiffView): string {
  const { labels, style } = view
  const { before, after, change } = difference.tokens
  const head = `${style.strong('onesoul')} · A ${visible(labels.before)} · B ${visible(labels.after)}`
  const totals = `${formatCount(before)} → ${formatCount(after)} tokens (${formatSigned(change)})`
  const sections = difference.sections.filter(({ id }) => id !== 'frame')
  const differing = sections.filter((section) => section.change !== 'same')
  const layout = layoutOf(differing)
  const rows = differing.map((section) => sectionBlock(section, layout, view))
  const blocks = [rows.join(''), sameLine(sections, style), `  ${cacheLine(difference)}\n`]
  return `${head}   ${totals}\n\n${blocks.filter((block) => block !== '').join('\n')}`
}

interface Layout {
  readonly name: number
  readonly path: number
}

function layoutOf(sections: readonly SectionDifference[]): Layout {
  const widest = (of: (section: SectionDifference) => string, most: number): number =>
    Math.min(most, Math.max(0, ...sections.map((section) => displayWidth(of(section)))))
  return { name: widest(nameOf, 28), path: widest(pathOf, 40) }
}

function sectionBlock(section: SectionDifference, layout: Layout, view: DiffView): string {
  const { style } = view
  const columns = [
    `  ${paintOf(section, style)(padEnd(labelOf(section), 7))}`,
    padEnd(nameOf(section), layout.name),
    padEnd(pathOf(section), layout.path),
    sizesOf(section),
    style.faint(reasonOf(section)),
  ]
  const row = columns
    .filter((column) => column !== '')
    .join('  ')
    .trimEnd()
  return `${row}\n${linesOf(section, view)}`
}

/** The word that a row begins with. */
function labelOf({ change, before, after }: SectionDifference): string {
  if (change === 'added') return 'only B'
  if (change === 'removed') return 'only A'
  if (change === 'changed') return 'changed'
  return before?.status === after?.status ? 'source' : 'status'
}

function paintOf({ change }: SectionDifference, style: Style): (text: string) => string {
  const paints = { added: style.good, removed: style.bad, changed: style.warn }
  return change === 'same' || change === 'record' ? style.faint : paints[change]
}

function nameOf({ id }: SectionDifference): string {
  return id.startsWith('project:') ? 'project' : visible(id)
}

/** The files on both sides; one name when they are the same. */
function pathOf({ before, after }: SectionDifference): string {
  const [old, now] = [pathsOf(before), pathsOf(after)]
  return old === now || now === '' ? old : old === '' ? now : `${old} → ${now}`
}

function pathsOf(record: SectionRecord | null): string {
  return record === null ? '' : visible(nameSources(record))
}

function sizesOf({ before, after, tokens }: SectionDifference): string {
  const [old, now] = [before?.size.tokens ?? 0, after?.size.tokens ?? 0]
  if (old === 0 && now === 0) return ''
  const sizes = `${padStart(formatCount(old), 6)} → ${padEnd(formatCount(now), 6)}`
  return `${sizes} ${padStart(formatSigned(tokens), 7)}`
}

/** Why a section is not there, or what changed beside its text. */
function reasonOf({ change, before, after }: SectionDifference): string {
  if (change === 'added') return before ? `A: ${toldOf(before)}` : ''
  if (change === 'removed') return after ? `B: ${toldOf(after)}` : ''
  const [old, now] = [toldOf(before), toldOf(after)]
  return old === now ? '' : `${old} → ${now}`
}

function toldOf(record: SectionRecord | null): string {
  if (record === null) return 'not there'
  const reason = visible(record.reason ?? '')
  if (reason === '' || reason.startsWith(record.status)) return reason || record.status
  return `${record.status}, ${reason}`
}

function linesOf(section: SectionDifference, { style, whole }: DiffView): string {
  const { hunks, after } = section
  if (after?.status === 'builtin' && after.sources.length > 0 && !whole && hunks.length > 0) {
    return `${INDENT}${style.faint('our own text in another language or version: --verbose shows its lines')}\n`
  }
  const all = hunks.flatMap((hunk, index) => [
    ...(index > 0 ? [style.faint('…')] : []),
    ...hunk.lines.map((line) => drawLine(line, style)),
  ])
  const shown = whole ? all : all.slice(0, MAX_LINES)
  const left = all.length - shown.length
  const more = `… ${formatCount(left)} more line${left === 1 ? '' : 's'}: --verbose shows all`
  const lines = left > 0 ? [...shown, style.faint(more)] : shown
  return lines
    .map((line) => `${INDENT}${line}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('')
}

function drawLine({ kind, text }: LineChange, style: Style): string {
  const shown = visible(text)
  if (kind === 'removed') return style.bad(`- ${shown}`)
  return kind === 'added' ? style.good(`+ ${shown}`) : style.faint(`  ${shown}`)
}

function sameLine(sections: readonly SectionDifference[], style: Style): string {
  const names = sections
    .filter(({ change, after }) => change === 'same' && after?.status !== 'missing')
    .map(nameOf)
  return names.length === 0 ? '' : style.faint(`  same     ${[...new Set(names)].join(', ')}\n`)
}

function cacheLine({ same, cache }: CompositionDifference): string {
  return same ? 'cache    every byte is the same: nothing is read anew' : describeCost(cache)
}

function describeCost({ at, keptTokens, rereadTokens }: CacheCost): string {
  const kept = `the first ${formatCount(keptTokens)} tokens stay`
  const section = at?.section === 'frame' ? 'the lead-ins around the sections' : at?.section
  const from = section === undefined ? '' : `, from ${visible(section)} on`
  return `cache    ${kept}; ${formatCount(rereadTokens)} are read anew${from}`
}
