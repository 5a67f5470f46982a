import { type LineChange, type ReviewedAddition, toHunks } from '@onesoul/core'
import type { ReviewedFile } from '../scan/review-files.ts'
import type { Reviews } from '../scan/scan-outcome.ts'
import type { Style } from '../terminal/terminal.ts'
import { formatCount, padStart } from './columns.ts'
import { formatTable } from './format-table.ts'
import { showHidden, showHiddenPart } from './show-hidden.ts'

/** How changed lines are shown. */
export interface ChangedLinesView {
  readonly style: Style
  /** Every addition and every line. */
  readonly verbose: boolean
}

export interface ReviewView extends ChangedLinesView {
  /** `meaning`: what was added, before anything else. `lines`: the changed lines. */
  readonly part: 'meaning' | 'lines'
}

const MAX_ADDITIONS = 20
const MAX_LINES = 60
const MAX_CHARS = 240

/** What a change means, or its lines; hidden characters are shown as `⟦U+202E⟧`. */
export function formatReview(reviews: Reviews, view: ReviewView): string {
  return view.part === 'meaning' ? formatMeaning(reviews, view) : formatLines(reviews.files, view)
}

function formatMeaning({ since, files, gone }: Reviews, view: ReviewView): string {
  const title = since === null ? 'seen for the first time' : 'changed since'
  const head = `${view.style.strong(title)}${since === null ? '' : ` ${showHidden(since)}`}\n`
  if (files.length === 0 && gone.length === 0) return `${head}  nothing\n`
  const rows = [
    ...files.map((file) => [`  ${file.change}`, nameOf(file), sumUp(file)]),
    ...gone.map((path) => ['  gone', showHidden(path), '']),
  ]
  const notes = files.flatMap(({ path, incomplete }) =>
    incomplete === null ? [] : [`  ${view.style.warn('!')} ${showHidden(path)}: ${incomplete}\n`],
  )
  return [`${head}${formatTable(rows)}\n`, notes.join(''), formatAdditions(files, view)]
    .filter((block) => block !== '')
    .join('\n')
}

function nameOf({ path, from }: ReviewedFile): string {
  return from === null ? showHidden(path) : `${showHidden(from)} → ${showHidden(path)}`
}

/** `2 orders, 1 command; new: network, host x.example`. */
function sumUp({ review, lines, change }: ReviewedFile): string {
  const { additions, lifted, newCapabilities, newHosts } = review
  const of = (kind: ReviewedAddition['kind']): number =>
    additions.filter((one) => one.kind === kind).length
  const counts = [
    amount(of('order'), 'order'),
    amount(of('command'), 'command'),
    amount(of('text'), 'other addition'),
    amount(lifted.length, 'limit lifted', 'limits lifted'),
  ].filter((one) => one !== '')
  const fresh = [
    ...newCapabilities,
    ...newHosts.slice(0, 3).map((host) => `host ${showHiddenPart(host, 60)}`),
    ...(newHosts.length > 3 ? [`${newHosts.length - 3} more hosts`] : []),
  ]
  const touched = lines.some(({ kind }) => kind !== 'same')
  const untouched = change === 'renamed' ? 'the same text' : 'other line ends, nothing else'
  if (counts.length === 0) return touched ? 'only moved, reflowed or removed' : untouched
  return counts.join(', ') + (fresh.length > 0 ? `; new: ${fresh.join(', ')}` : '')
}

function amount(count: number, noun: string, plural = `${noun}s`): string {
  return count === 0 ? '' : `${formatCount(count)} ${count === 1 ? noun : plural}`
}

function formatAdditions(files: readonly ReviewedFile[], view: ReviewView): string {
  const all = files
    .flatMap((file) => file.review.additions.map((addition) => ({ file, addition })))
    .sort((a, b) => b.addition.weight - a.addition.weight)
  const shown = view.verbose ? all : all.slice(0, MAX_ADDITIONS)
  const lifted = files.flatMap((file) =>
    file.review.lifted.map(
      ({ text, line }) =>
        `  ${view.style.warn('lifted')}   ${showHidden(file.from ?? file.path)}:${line} of then\n    ${showHiddenPart(text, MAX_CHARS)}\n`,
    ),
  )
  const left = all.length - shown.length
  return [
    ...shown.map(({ file, addition }) => formatAddition(file, addition, view)),
    ...(left > 0
      ? [`  ${formatCount(left)} lighter ones are not shown; \`--verbose\` shows all\n`]
      : []),
    ...(view.verbose ? lifted : lifted.slice(0, MAX_ADDITIONS)),
  ].join('')
}

function formatAddition(
  file: ReviewedFile,
  addition: ReviewedAddition,
  { style }: ReviewView,
): string {
  const { kind, line, column, text, was, inComment } = addition
  const marks = [
    ...addition.rules,
    ...(inComment ? ['in a comment'] : []),
    ...addition.newHosts.map((host) => `new host ${showHiddenPart(host, 60)}`),
    ...addition.capabilities,
  ]
  const paint = kind === 'text' ? style.faint : style.bad
  const place = `${showHidden(file.path)}:${line}:${column}`
  const before =
    was === undefined ? '' : `    ${style.faint(`was  ${showHiddenPart(was, MAX_CHARS)}`)}\n`
  return `  ${paint(kind.padEnd(7))}  ${place}${marks.length > 0 ? `  ${marks.join(' · ')}` : ''}\n    ${showHiddenPart(text, MAX_CHARS)}\n${before}`
}

function formatLines(files: readonly ReviewedFile[], view: ReviewView): string {
  const changed = files.filter(({ lines }) => lines.some(({ kind }) => kind !== 'same'))
  return changed
    .map((file) => `${view.style.strong(nameOf(file))}\n${formatChangedLines(file.lines, view)}`)
    .join('\n')
}

/** The lines that a change touches, with those around them; hidden characters are shown. */
export function formatChangedLines(
  lines: readonly LineChange[],
  { style, verbose }: ChangedLinesView,
): string {
  const out: string[] = []
  const hunks = toHunks(lines)
  const total = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0)
  for (const hunk of hunks) {
    let { after } = hunk
    if (out.length > 0) out.push(`  ${style.faint('⋮')}\n`)
    for (const { kind, text } of hunk.lines) {
      const number = kind === 'removed' ? '' : String(after++)
      const paint = { same: style.faint, removed: style.bad, added: style.good }[kind]
      const sign = { same: ' ', removed: '-', added: '+' }[kind]
      out.push(`  ${padStart(number, 5)} ${paint(`${sign} ${showHiddenPart(text, MAX_CHARS)}`)}\n`)
    }
    if (!verbose && out.length >= MAX_LINES) break
  }
  const shown = verbose ? out : out.slice(0, MAX_LINES)
  const left = total - shown.length
  const rest = left > 0 ? `  ${formatCount(left)} more lines; \`--verbose\` shows all\n` : ''
  return shown.join('') + rest
}
