import type { AgentLimit, LimitFit, Loss } from '@onesoul/agents'
import type { Style } from '../terminal/terminal.ts'
import { formatCount } from './columns.ts'
import { formatTable } from './format-table.ts'
import { visible } from './visible.ts'

/** What one agent would lose. */
export interface AgentFit {
  readonly id: string
  readonly name: string
  readonly fits: boolean
  readonly limits: readonly LimitFit[]
}

export interface FitView {
  readonly style: Style
  /** Every loss in place of the first of each limit. */
  readonly verbose: boolean
}

/** One line an agent and limit; below it the first that is lost, with its heading and sentence. */
export function formatFit(fits: readonly AgentFit[], view: FitView): string {
  const rows = fits.flatMap(({ id, limits }) =>
    limits.length === 0
      ? [{ cells: [id, 'fits', '', 'no limit is known'], lost: [] }]
      : limits.map((fit) => ({ cells: cellsOf(id, fit), lost: fit.lost })),
  )
  const table = formatTable(rows.map(({ cells }) => cells)).split('\n')
  const lines = rows.flatMap(({ lost }, index) => {
    const line = table[index] ?? ''
    const shown = view.verbose ? lost : lost.slice(0, 1)
    const more = lost.length - shown.length
    return [
      lost.length > 0 ? view.style.warn(line) : line,
      ...shown.flatMap(describeLoss),
      ...(more > 0 ? [`    and ${formatCount(more)} more: --verbose lists all`] : []),
    ]
  })
  return `${lines.join('\n')}\n`
}

function cellsOf(id: string, { limit, used, lost }: LimitFit): readonly string[] {
  const amount = lost.reduce((sum, loss) => sum + loss.amount, 0)
  const verdict =
    lost.length === 0 ? 'fits' : `loses ${formatCount(amount)} ${limit.unit} of ${limit.what}`
  return [
    id,
    verdict,
    `${formatCount(used)} of ${boundOf(limit)}`,
    `${limit.what}, ${limit.measured}`,
  ]
}

function boundOf(limit: AgentLimit): string {
  if (limit.total !== null) return `${formatCount(limit.total)} ${limit.unit}`
  const each = limit.kind === 'documents' ? limit.perFile : limit.perDescription
  return each === null ? 'any size' : `${formatCount(each)} ${limit.unit} each`
}

function describeLoss({ path, line, heading, sentence, reason }: Loss): readonly string[] {
  const under = heading === null ? '' : `, under "${visible(heading)}"`
  const words = sentence === '' ? [] : [`      "${visible(sentence)}"`]
  return [`    ${visible(path)}:${line}${under}: ${reason}`, ...words]
}
