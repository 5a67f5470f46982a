import { stat } from 'node:fs/promises'
import { isUnder, realPathOfFuture } from '@onesoul/disk'
import { errorText } from './error-text.ts'
import type { SkillTarget } from './skill-targets.ts'
import type { SyncVerdict } from './sync-outcome.ts'
import type { SyncHomes } from './sync-place.ts'

/** A folder of skills as it lies on the disk. */
export interface ResolvedTarget {
  /** Absolute, all links followed; `null` for agents that have none. */
  readonly folder: string | null
  /** Sorted. */
  readonly aliases: readonly string[]
  /** Why nothing can be put there; `null`: it can. */
  readonly refusal: Extract<SyncVerdict, { outcome: 'failed' }> | null
}

/**
 * Follows links and puts together what is one folder. Refused is what leads out
 * of the person's home directory or into the OneSoul home, whose own skills stand
 * there.
 */
export async function resolveTargets(
  homes: SyncHomes,
  targets: readonly SkillTarget[],
): Promise<readonly ResolvedTarget[]> {
  const resolved = await Promise.all(targets.map((target) => resolveTarget(homes, target)))
  const merged = new Map<string | null, ResolvedTarget>()
  for (const one of resolved) {
    const before = merged.get(one.folder)
    const aliases = [...new Set([...(before?.aliases ?? []), ...one.aliases])].sort()
    merged.set(one.folder, { ...(before ?? one), aliases })
  }
  return [...merged.values()]
}

async function resolveTarget(
  homes: SyncHomes,
  { agents, folder }: SkillTarget,
): Promise<ResolvedTarget> {
  const aliases = [...agents].sort()
  if (folder === null) {
    const message = `${aliases.join(', ')} ${aliases.length > 1 ? 'have' : 'has'} no folder of skills`
    return { folder, aliases, refusal: refusal('unsupported_worker', message) }
  }
  try {
    const real = await realPathOfFuture(folder)
    return { folder: real, aliases, refusal: await judgeFolder(homes, real) }
  } catch (error) {
    const message = `${folder} cannot be used: ${errorText(error)}`
    return { folder, aliases, refusal: refusal('missing_target', message) }
  }
}

/** Why skills must not, or cannot, be put into a folder; `null` when they can. Of a path without links. */
export async function judgeFolder(
  { home, userHome }: SyncHomes,
  real: string,
): Promise<ResolvedTarget['refusal']> {
  const [own, person] = await Promise.all([realPathOfFuture(home), realPathOfFuture(userHome)])
  if (!isUnder(real, person) || real === person) {
    return refusal('root_outside_home', `${real} lies outside of ${person}`)
  }
  if (isUnder(real, own)) {
    return refusal('root_outside_home', `${real} lies in the home of OneSoul itself`)
  }
  const stats = await stat(real).catch((error: NodeJS.ErrnoException) => error)
  if (stats instanceof Error) {
    if (stats.code === 'ENOENT') return null
    return refusal('missing_target', `${real} cannot be used (${stats.code})`)
  }
  return stats.isDirectory() ? null : refusal('missing_target', `${real} is no folder`)
}

function refusal<R extends 'unsupported_worker' | 'root_outside_home' | 'missing_target'>(
  reason: R,
  message: string,
): Extract<SyncVerdict, { outcome: 'failed' }> {
  return { outcome: 'failed', reason, message }
}
