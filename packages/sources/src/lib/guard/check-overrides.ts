import type { Diagnostic } from '@onesoul/core'
import { CONFIG_FILE } from '../config/load-config.ts'
import { expandPath } from '../home/expand-path.ts'
import type { HomePlace } from '../home/home.ts'
import { readOverrides } from './overrides.ts'

export interface CheckedOverrides {
  /** Absolute. */
  readonly path: string
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Checks the file of accepted findings that a home names; `null` when it names none.
 * A file or an entry that cannot have an effect is an error, also one of a rule that
 * there is not; one past its day is a warning. `today` is `YYYY-MM-DD`.
 */
export async function checkOverrides(
  home: HomePlace,
  today: string,
): Promise<CheckedOverrides | null> {
  const { dir, userHome, config } = home
  const file = config.settings.guard.overrides
  if (file === null) return null
  const { THREAT_RULES } = await import('@onesoul/core/threats')
  const rules = THREAT_RULES.map(({ id }) => id)
  const { diagnostics } = await readOverrides({ home: dir, userHome, file }, today, rules)
  return {
    path: expandPath(file, { base: dir, userHome }),
    diagnostics: diagnostics.map((one) => withLine(asError(one), home)),
  }
}

function asError(found: Diagnostic): Diagnostic {
  return found.code === 'override.expired' ? found : { ...found, severity: 'error' }
}

/** What is wrong with the name of the file stands where the configuration names it. */
function withLine(found: Diagnostic, { config }: HomePlace): Diagnostic {
  const { source } = found
  const where = config.origins.get('guard.overrides')?.where ?? ''
  const line = /:(\d+)/.exec(where)?.[1]
  if (source?.path !== CONFIG_FILE || source.line !== undefined || line === undefined) return found
  return { ...found, source: { ...source, line: Number(line) } }
}
