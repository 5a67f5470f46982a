import { type Home, listSettings, type SettingRow, settingsInPlace } from '@onesoul/sources'
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
  const errors = home.diagnostics.filter((one) => one.severity === 'error')
  const found = errors.length > 0 ? ofHome(home) : await inPlace(home, invocation)
  const rows = found.rows.map(withoutSecret)
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
  terminal.err(formatDiagnostics([...errors, ...found.diagnostics], terminal.style))
  return errors.length > 0 ? EXIT.usage : EXIT.done
}

type Settings = Awaited<ReturnType<typeof settingsInPlace>>

function ofHome(home: Home): Settings {
  return { rows: listSettings(home.config), diagnostics: [] }
}

function inPlace(home: Home, { cwd, flags }: Invocation): Promise<Settings> {
  return settingsInPlace(home, { cwd, explicitCwd: flags.cwd !== undefined })
}

/** What an agent gets in its environment is often a key: that it is set is shown, the value never. */
function withoutSecret(row: SettingRow): SettingRow {
  return /^agents\.[^.]+\.env\../.test(row.key) ? { ...row, value: '(hidden)' } : row
}
