import { fingerprint } from './fingerprint.ts'
import type { CacheSettings } from './plan-input.ts'

/** How much of a request's prefix survives a change of a setting: the parts in front of it. */
export type KeptParts = 'all' | 'system' | 'tools' | 'none'

const KEPT: Readonly<Record<keyof CacheSettings, KeptParts>> = {
  model: 'none',
  workspace: 'none',
  route: 'none',
  serverTools: 'tools',
  speed: 'tools',
  thinking: 'system',
  effort: 'system',
  toolChoice: 'system',
  images: 'system',
}
const WORST_FIRST: readonly KeptParts[] = ['none', 'tools', 'system']

/** Which settings are others than in the session's last request, and what of the cache that leaves. */
export interface SettingsChange {
  readonly names: readonly string[]
  readonly kept: KeptParts
}

/** Four characters of each value's fingerprint. */
export function settingsPrints(settings: CacheSettings): Readonly<Record<string, string>> {
  const prints: Record<string, string> = {}
  for (const name of Object.keys(KEPT) as (keyof CacheSettings)[]) {
    const value = settings[name]
    if (value !== undefined) prints[name] = fingerprint(value).slice(-4)
  }
  return prints
}

/** A setting that was not named before, or is not named now, is the same. */
export function compareSettings(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): SettingsChange {
  const names = (Object.keys(KEPT) as (keyof CacheSettings)[]).filter(
    (name) => Object.hasOwn(before, name) && Object.hasOwn(now, name) && before[name] !== now[name],
  )
  const kept = WORST_FIRST.find((parts) => names.some((name) => KEPT[name] === parts)) ?? 'all'
  return { names, kept }
}
