import { listSettings, type SettingRow } from '@onesoul/sources'
import { displayWidth, padEnd } from '../format/columns.ts'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import { openPlace } from '../prepare/open-place.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

/** `onesoul config show [--origin]`: every setting with its value and where it comes from. */
export async function configShowCommand(
  invocation: Invocation,
  flags: { readonly origin?: boolean },
): Promise<number> {
  const home = await openPlace(invocation)
  const rows = listSettings(home.config).map(withoutSecret)
  const { terminal } = invocation
  if (invocation.flags.json) {
    terminal.out(`${JSON.stringify({ schemaVersion: 1, settings: rows }, null, 2)}\n`)
  } else {
    const key = Math.max(...rows.map((row) => displayWidth(row.key)))
    const value = Math.min(
      40,
      Math.max(...rows.map((row) => displayWidth(JSON.stringify(row.value)))),
    )
    for (const row of rows) {
      const origin = flags.origin
        ? `  ${row.origin.layer}${row.origin.where ? ` ${row.origin.where}` : ''}`
        : ''
      terminal.out(
        `${`${padEnd(row.key, key)}  ${padEnd(JSON.stringify(row.value), value)}${origin}`.trimEnd()}\n`,
      )
    }
  }
  const errors = home.diagnostics.filter((one) => one.severity === 'error')
  terminal.err(formatDiagnostics(errors, terminal.style))
  return errors.length > 0 ? EXIT.usage : EXIT.done
}

/** What an agent gets in its environment is often a key: that it is set is shown, the value never. */
function withoutSecret(row: SettingRow): SettingRow {
  return /^agents\.[^.]+\.env\../.test(row.key) ? { ...row, value: '(hidden)' } : row
}
