import { type JsonObject, textAt, valueAt } from './json-value.ts'
import type { Profile } from './profile.ts'

/** The answer of `config/read` and the profile that the server did not see. */
export interface Settings {
  readonly config: unknown
  readonly profile: Profile | null
}

export interface EffectiveValue {
  readonly value: unknown
  /** A file, or `flag`. */
  readonly where: string
}

/** Layers below a profile; every other one (flags, trusted project, managed) stands above it. */
const BELOW_PROFILE: ReadonlySet<string | null> = new Set([
  null,
  'packagedDefaults',
  'system',
  'user',
])

/** The value that Codex would use for a dotted key, and where it stands. */
export function effectiveValue(settings: Settings, key: string): EffectiveValue {
  const { profile, config } = settings
  if (profile && Object.hasOwn(profile.values, key) && profileCounts(config, key)) {
    return { value: profile.values[key], where: profile.file }
  }
  const value = valueAt(config, 'config', ...key.split('.'))
  return { value, where: describeOrigin(valueAt(config, 'origins', key, 'name')) }
}

/** The values of the profile that no layer above it overrides. */
export function valuesThatCount(settings: Settings): JsonObject {
  const entries = Object.entries(settings.profile?.values ?? {})
  return Object.fromEntries(entries.filter(([key]) => profileCounts(settings.config, key)))
}

function profileCounts(config: unknown, key: string): boolean {
  return BELOW_PROFILE.has(textAt(config, 'origins', key, 'name', 'type'))
}

function describeOrigin(name: unknown): string {
  const file = textAt(name, 'file')
  if (file !== null) return file
  const folder = textAt(name, 'dotCodexFolder')
  if (folder !== null) return `${folder}/config.toml`
  return textAt(name, 'type') === 'sessionFlags' ? 'flag' : (textAt(name, 'type') ?? 'config.toml')
}
