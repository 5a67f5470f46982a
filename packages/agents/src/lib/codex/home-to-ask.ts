import { join } from 'node:path'
import { exists, lendTempFolder } from '@onesoul/disk'

type Environment = Readonly<Record<string, string>>

/**
 * Lends the environment for a Codex that is only asked something. One without a
 * home makes it at every start, with skills and databases (0.171.0): it gets an
 * empty one that goes again, so that asking leaves nothing behind. A home that is
 * there, or is named, stays the person's own: their credentials are in it.
 */
export async function withHomeToAsk<T>(
  env: Environment,
  ask: (env: Environment) => Promise<T>,
): Promise<T> {
  const { CODEX_HOME, HOME } = env
  if (CODEX_HOME || !HOME) return ask(env)
  // One that cannot be looked at is there all the same.
  if (await exists(join(HOME, '.codex')).catch(() => true)) return ask(env)
  return lendTempFolder('codex', (folder) => ask({ ...env, CODEX_HOME: folder }))
}
