import { realPathOfFuture } from '@onesoul/disk'

/**
 * Throws when a link was put on the way to a folder of skills since it was looked
 * at: what is done there now would be done in somebody else's.
 */
export async function requireReal({ target }: { readonly target: string }): Promise<void> {
  const real = await realPathOfFuture(target)
  if (real !== target) throw new Error(`${target} leads to ${real} since it was looked at`)
}
