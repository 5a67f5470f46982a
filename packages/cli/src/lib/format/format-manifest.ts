import type { Diagnostic, Half, Manifest, SectionRecord } from '@onesoul/core'
import type { Style } from '../terminal/terminal.ts'
import { bar, displayWidth, formatCount, padEnd, padStart } from './columns.ts'
import { formatDiagnostics } from './format-diagnostics.ts'
import { nameSources } from './name-sources.ts'
import { visible } from './visible.ts'

export interface ManifestView {
  /** The agent with its version and channel, e.g. `codex 0.171.0 (developer instructions)`. */
  readonly target: string
  readonly style: Style
}

const BAR = 18

/** The manifest as a tree of sections with bars for their share of the tokens. */
export function formatManifest(manifest: Manifest, view: ManifestView): string {
  const sections = manifest.sections.filter((section) => section.id !== 'frame')
  const layout = layoutOf(sections)
  const halves = (['directives', 'context'] as const).flatMap((half) => {
    const own = sections.filter((section) => section.half === half && isShown(section))
    return own.length === 0
      ? []
      : [
          halfLine(half, own, layout),
          ...own.map((section) => sectionLine(section, layout, view.style)),
        ]
  })
  const trouble = manifest.diagnostics.filter(isTold)
  const notes = trouble.length > 0 ? `\n${formatDiagnostics(trouble, view.style)}` : ''
  return `${headLine(manifest, view, layout)}\n\n${halves.join('\n')}\n${notes}`
}

/** Also what a person accepted: a manifest says what let such words pass. */
function isTold({ severity, code }: Diagnostic): boolean {
  return severity !== 'info' || code === 'guard.accepted'
}

interface Layout {
  readonly name: number
  readonly path: number
  readonly largest: number
}

function layoutOf(sections: readonly SectionRecord[]): Layout {
  const widest = (of: (section: SectionRecord) => string, most: number): number =>
    Math.min(most, Math.max(...sections.map((section) => displayWidth(of(section)))))
  return {
    name: widest((section) => label(section), 28),
    path: widest((section) => pathOf(section), 40),
    largest: Math.max(1, ...sections.map((section) => section.size.tokens)),
  }
}

function headLine(manifest: Manifest, view: ManifestView, layout: Layout): string {
  const { platform, bot } = manifest.target
  const who = [platform, bot].filter((part) => part !== null).join('/') || 'global'
  const left = `${view.style.strong('onesoul')} · ${who} → ${view.target}`
  const most = manifest.totals.maxTokens
  const tokens = formatCount(manifest.totals.tokens)
  const right = most === null ? `${tokens} tokens` : `${tokens} tokens of ${formatCount(most)}`
  return `${padEnd(left, layout.name + BAR + layout.path + 8)}  ${right}`
}

function halfLine(half: Half, own: readonly SectionRecord[], layout: Layout): string {
  const tokens = own.reduce((sum, section) => sum + section.size.tokens, 0)
  const before = padEnd(`  ${half}`, 4 + layout.name + 2 + BAR + 2 + layout.path + 1)
  return before + padStart(formatCount(tokens), 8)
}

function sectionLine(section: SectionRecord, layout: Layout, style: Style): string {
  const live = section.size.tokens > 0
  const graph = live ? bar(section.size.tokens / layout.largest, BAR) : style.faint('·')
  const tokens = live ? formatCount(section.size.tokens) : ''
  const columns = [
    `    ${padEnd(label(section), layout.name)}`,
    padEnd(live ? style.accent(graph) : graph, BAR),
    `${padEnd(pathOf(section), layout.path)} ${padStart(tokens, 8)}`,
    remark(section, style),
  ]
  return columns.join('  ').trimEnd()
}

function label(section: SectionRecord): string {
  return section.id.startsWith('project:') ? 'project' : visible(section.id)
}

function pathOf(section: SectionRecord): string {
  if (section.sources.length === 0 || section.status === 'builtin')
    return section.status === 'builtin' ? 'built in' : fileName(section)
  const isOurs = section.sources.some(({ root, kind }) => root === 'builtin' && kind === 'builtin')
  return visible(
    [...(isOurs ? ['built in'] : []), nameSources(section)].filter(Boolean).join(' + '),
  )
}

/** What a person would have to write to fill an empty slot. */
function fileName(section: SectionRecord): string {
  return FILES[section.id] ?? ''
}

const FILES: Readonly<Record<string, string>> = {
  persona: 'SOUL.md',
  rules: 'AGENTS.md',
  'tool-guidance': 'TOOLS.md',
  user: 'USER.md',
  memory: 'MEMORY.md',
}

function remark(section: SectionRecord, style: Style): string {
  const changed = guarded(section, style)
  const reason = visible(section.reason ?? '')
  if (section.status === 'included') {
    const note = [style.faint(scopes(section)), reason].filter(Boolean).join('   ')
    return `${note}${changed}`
  }
  if (section.status === 'cut') {
    return `${style.faint(scopes(section))}   ${style.warn(reason || 'cut')}${changed}`
  }
  if (section.status === 'builtin') return ''
  if (reason.startsWith(section.status)) return reason
  return `${style.faint(padEnd(section.status, 9))} ${reason}`
}

/** How many places of the text the guard changed; `--json` lists each. */
function guarded(section: SectionRecord, style: Style): string {
  const changes = section.changes.filter((change) => change.kind !== 'filled').length
  return changes === 0 ? '' : `   ${style.warn(`guard changed ${changes}`)}`
}

function scopes(section: SectionRecord): string {
  return [...new Set(section.sources.flatMap((source) => source.scope ?? []))].join(' + ')
}

/** Slots without a file say nothing that a person needs here, unless they are required. */
function isShown(section: SectionRecord): boolean {
  const isSlot = FILES[section.id] !== undefined
  return !isSlot || section.status !== 'missing' || section.required || section.sources.length > 0
}
