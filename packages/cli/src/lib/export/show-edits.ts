import { join } from 'node:path'
import { type ExportPlan, type ProjectPlace, readWrittenBlock } from '@onesoul/sources'
import { visible } from '../format/visible.ts'
import { formatChange, formatLines } from '../overlay/format-overlay.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import type { ExportReport } from './export-report.ts'

/** The lines that somebody edited, and on a dry run those that would change. */
export async function showEdits(
  { terminal, flags }: Invocation,
  { mode, refused }: ExportReport,
  { place, plan }: { readonly place: ProjectPlace; readonly plan: ExportPlan },
): Promise<void> {
  const view = { style: terminal.style, verbose: flags.verbose ?? false }
  for (const { paths, status, block, found, after } of plan.files) {
    const title = `\n${visible(paths[0] ?? '')}\n`
    if (status === 'edited' && block && (mode === 'check' || refused)) {
      const path = join(place.root, paths[0] ?? '')
      const written = (await readWrittenBlock({ place, path }, block)) ?? plan.body
      terminal.err(`${title}${formatLines(written, block.body, view)}`)
    } else if (mode === 'dry-run' && !refused && status !== 'current') {
      terminal.out(`${title}${formatChange({ before: found?.bytes ?? null, after }, view)}\n`)
    }
  }
}
