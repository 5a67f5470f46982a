import { join } from 'node:path'
import type { Diagnostic } from '@onesoul/core'
import { readCutOff, readProjections, type SyncItem } from '@onesoul/skills'
import type { Home } from '@onesoul/sources'

/** What is wrong with the skills that a sync brought to agents, and with a change of those in the home. Changes nothing. */
export async function inspectProjections(home: Home): Promise<readonly Diagnostic[]> {
  if (!home.exists) return []
  const { items, pending, faults, unproved } = await readProjections({
    home: home.dir,
    userHome: home.userHome,
  })
  const cutOff = await readCutOff(home.dir)
  return [
    ...(cutOff === null
      ? []
      : [warning('skills.sync-pending', { message: cutOff, fix: 'onesoul skills update' })]),
    ...items.flatMap(inspectItem),
    ...pending.map(({ name, target, fault }) => {
      const why = fault === null ? '' : ` and cannot be mended: ${fault}`
      const message = `a change of ${join(target, name)} was cut off${why}`
      return warning('skills.sync-pending', { message, fix: 'onesoul skills sync' })
    }),
    ...faults.map((message) =>
      warning('skills.sync-pending', { message, fix: 'look at it, then remove it' }),
    ),
    ...unproved.map((message) =>
      warning('skills.receipt-invalid', {
        message,
        fix: 'look at the folder, then onesoul skills sync --adopt',
      }),
    ),
  ]
}

function inspectItem({ name, target, outcome, reason, message }: SyncItem): readonly Diagnostic[] {
  const place = join(target ?? '', name)
  if (outcome === 'drift') {
    const fix = `onesoul skills sync ${name} --adopt, which keeps a copy`
    return [warning('skills.drift', { message: `${place} was edited since OneSoul wrote it`, fix })]
  }
  if (outcome === 'failed' || outcome === 'conflict') {
    return [
      warning('skills.sync-blocked', {
        message: `${place}: ${message}`,
        fix: 'onesoul skills status',
      }),
    ]
  }
  if (reason !== 'missing_target') return []
  const fix = `onesoul skills sync ${name}, or onesoul skills unsync ${name}`
  return [
    warning('skills.sync-gone', { message: `${place} was removed since OneSoul wrote it`, fix }),
  ]
}

function warning(
  code: string,
  told: { readonly message: string; readonly fix: string },
): Diagnostic {
  return { code, severity: 'warning', ...told }
}
