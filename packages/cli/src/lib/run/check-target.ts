import { canonicalPlatform } from '@onesoul/core'
import type { TargetFlags } from '../prepare/target-flags.ts'
import type { SessionRecord, StoredSession } from '../session/session-record.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'

const KEYS = ['platform', 'bot', 'viewer'] as const

/**
 * Returns a session that is to be gone on with, when the flags name its own
 * target or none. Its text was made for one viewer, bot and platform; for
 * another it would be the wrong one. Throws `CliError` with exit code 2 then.
 */
export function requireSameTarget(stored: StoredSession, flags: TargetFlags): StoredSession {
  const { record } = stored
  const other = otherTarget(record, flags)
  if (other === null) return stored
  const message = `session ${record.id} was begun for ${other} ${record[other] ?? 'none'}, not for ${flags[other]}`
  throw new CliError(EXIT.usage, message, {
    hints: [
      `leave --${other} out to go on with it, or begin a session for ${other} ${flags[other]}`,
    ],
  })
}

/** The first flag that names another target than a session has; `null` when none does. */
export function otherTarget(
  record: SessionRecord,
  flags: TargetFlags,
): (typeof KEYS)[number] | null {
  const other = KEYS.find((key) => flags[key] !== undefined && !isSame(record, key, flags[key]))
  return other ?? null
}

function isSame(record: SessionRecord, key: (typeof KEYS)[number], value: string): boolean {
  if (key === 'viewer') return record.viewer === value
  const wanted = key === 'platform' ? canonicalPlatform(value) : value
  return record[key]?.toLowerCase() === wanted.toLowerCase()
}
