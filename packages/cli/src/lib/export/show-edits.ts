import { join } from 'node:path'
import type { ManagedBlock } from '@onesoul/core'
import { type ExportPlan, type ProjectPlace, readWrittenBlock } from '@onesoul/sources'
import { visible } from '../format/visible.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import type { ExportReport } from './export-report.ts'

export interface SeenExport {
  readonly place: ProjectPlace
  readonly plan: ExportPlan
}

/** The lines that somebody edited, and on a dry run those that would change. */
export async function showEdits(
  { terminal, flags }: Invocation,
  { mode, refused }: ExportReport,
  { place, plan }: SeenExport,
): Promise<void> {
  const shown = plan.files.filter(({ status }) => status !== 'current')
  if (shown.length === 0 || (mode === 'write' && !refused)) return
  const { formatChange, formatLines } = await import('../overlay/format-overlay.ts')
  const view = { style: terminal.style, verbose: flags.verbose ?? false }
  for (const { paths, status, block, found, after } of shown) {
    const [path = ''] = paths
    const title = `\n${visible(path)}\n`
    if (mode === 'dry-run' && !refused) {
      const before = found?.bytes ?? null
      terminal.out(`${title}${formatChange({ before, after }, view)}\n`)
    } else if (status === 'edited' && block) {
      const written = await writtenText(block, path, { place, plan })
      terminal.err(`${title}${formatLines(written, block.body, view)}`)
    }
  }
}

/** The text that an edit began from; where another home wrote it, what it would say now. */
async function writtenText(
  block: ManagedBlock,
  path: string,
  { place, plan }: SeenExport,
): Promise<string> {
  const file = { place, path: join(place.root, path) }
  return (await readWrittenBlock(file, block)) ?? plan.body
}
