import { fingerprint, type PrefixSalts } from './fingerprint.ts'
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

/** The first request of a session changes nothing; a setting that is not named has a value, too. */
export function compareSettings(
  before: Readonly<Record<string, string>> | null,
  now: Readonly<Record<string, string>>,
): SettingsChange {
  const names = (Object.keys(KEPT) as (keyof CacheSettings)[]).filter(
    (name) => before !== null && printOf(before, name) !== printOf(now, name),
  )
  const kept = WORST_FIRST.find((parts) => names.some((name) => KEPT[name] === parts)) ?? 'all'
  return { names, kept }
}

/** What of the settings is part of a prefix, from which part on. */
export function settingsSalts(settings: CacheSettings): PrefixSalts {
  const valuesOf = (kept: KeptParts): string =>
    (Object.keys(KEPT) as (keyof CacheSettings)[])
      .filter((name) => KEPT[name] === kept)
      .map((name) => settings[name] ?? '')
      .join('\n')
  return { tools: valuesOf('none'), system: valuesOf('tools'), messages: valuesOf('system') }
}

function printOf(prints: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(prints, name) ? (prints[name] ?? '') : ''
}
