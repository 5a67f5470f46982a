import { validateName } from '@onesoul/core'

/** Why a name of HotPlex's can be no platform here; `null`: it can. */
export function platformNameFault(name: string): string | null {
  const check = validateName('platform', name)
  if (!check.ok) return check.message
  // Such a key has a meaning of its own in a mapping and would be lost.
  return name in {} ? `platform name ${name} is reserved and cannot be a key of config.yaml` : null
}
