import type { CacheProfile } from '@onesoul/core/cache'
import type { SimulatedLog, SimulatedStrategy } from '../cache/simulate-log.ts'
import { formatCount, padStart } from './columns.ts'
import { visible } from './visible.ts'

const HEADING = ['strategy', 'cost', 'saved', 'read', 'written', 'plain']

/** One line a strategy, numbers to the right, the bound below; above it what was replayed under which rules. */
export function formatCache(log: SimulatedLog, { provider, model, asOf }: CacheProfile): string {
  const { requests, sessions, strategies, bound } = log
  const rows = [
    HEADING,
    ...strategies.map(cellsOf),
    ['bound', formatCount(Math.round(bound.cost)), percent(bound.saved), '', '', ''],
  ]
  const widths = HEADING.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : padStart(cell, widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  const what = `${counted(requests, 'request')} of ${counted(sessions, 'session')}`
  const rules = `${visible(model)} at ${visible(provider)}, rules of ${asOf}`
  return `${what}, ${rules}\n\n${lines.join('\n')}\n`
}

function cellsOf({ strategy, cost, saved, read, written, plain }: SimulatedStrategy) {
  const total = Object.values(written).reduce((sum, tokens) => sum + tokens, 0)
  const [whole, ...rest] = [Math.round(cost), read, total, plain].map(formatCount)
  return [strategy, whole ?? '', percent(saved), ...rest]
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1).replace('-', '−')} %`
}

function counted(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`
}
