import type { CompositionDifference, SectionDifference } from '@onesoul/core'
import { shortName } from '../agents/registry.ts'
import { nameChange } from '../session/changed-sections.ts'
import type { SessionRecord } from '../session/session-record.ts'
import type { Style } from '../terminal/terminal.ts'
import { formatCount, padStart } from './columns.ts'
import { formatTable } from './format-table.ts'
import { visible } from './visible.ts'

/**
 * What a reset costs beside its own text. `replaces`: the prompt is read anew
 * from the first byte that differs, and so is the conversation behind it.
 * `supersedes`: the changed sections are added after the conversation.
 */
export type ResetCost =
  | {
      readonly how: 'replaces'
      /** The section of the first byte that differs; null when none does. */
      readonly from: string | null
      readonly keptTokens: number
      readonly rereadTokens: number
    }
  | { readonly how: 'supersedes'; readonly addedTokens: number }

export interface SinceView {
  readonly record: SessionRecord
  readonly cost: ResetCost
  readonly style: Style
}

/** What a reset of a session would change, one line per changed section, then its cost and the command for it. */
export function formatSince(difference: CompositionDifference, view: SinceView): string {
  const { record, style } = view
  const { before, after, change } = difference.tokens
  const name = visible(record.name ?? record.id)
  const head = `${style.strong('onesoul')} · session ${name} (${record.agent} ${record.agentVersion}) → now`
  const totals = `${formatCount(before)} → ${formatCount(after)} tokens (${signed(change)})`
  const changed = difference.sections.filter(isChanged)
  if (difference.same) return `${head}   ${totals}\n\n  nothing would change\n`
  const same = difference.sections.length - changed.length - 1
  const rows = formatTable(changed.map((section) => rowOf(section, style)))
  const frame = 'only the words around the sections'
  const lines = (changed.length === 0 ? frame : rows).split('\n').map((line) => `    ${line}\n`)
  const rest = `    ${style.faint(`${same} other section${same === 1 ? '' : 's'} would stay`)}\n`
  return `${head}   ${totals}\n\n${lines.join('')}${rest}\n  ${describeCost(view.cost)}\n  ${command(record)}\n`
}

function isChanged({ id, change }: SectionDifference): boolean {
  return id !== 'frame' && change !== 'same' && change !== 'record'
}

function rowOf(section: SectionDifference, style: Style): readonly string[] {
  const { before, after, tokens, change } = section
  const size = (record: SectionDifference['before']): string =>
    padStart(formatCount(record?.size.tokens ?? 0), 7)
  const how = { added: style.good, removed: style.bad, changed: style.warn }[change as 'changed']
  return [
    nameChange(section),
    `${size(before)} → ${size(after).trimStart()}`,
    padStart(signed(tokens), 7),
    how(change),
  ]
}

function describeCost(cost: ResetCost): string {
  if (cost.how === 'supersedes') {
    return `a reset adds ${formatCount(cost.addedTokens)} tokens behind the conversation; nothing before them is read anew`
  }
  const kept = `keeps ${formatCount(cost.keptTokens)} tokens of the cached prompt`
  return `a reset ${kept} and has ${formatCount(cost.rereadTokens)} read anew, from ${cost.from ?? 'nothing'} on, and the conversation`
}

function command(record: SessionRecord): string {
  return `onesoul run ${shortName(record.agent)} --resume ${record.name ?? record.id} --reset`
}

function signed(tokens: number): string {
  return tokens > 0 ? `+${formatCount(tokens)}` : formatCount(tokens).replace('-', '−')
}
