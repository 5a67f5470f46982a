import {
  canonicalPlatform,
  type Diagnostic,
  findPlatformCapabilities,
  PLATFORM_CAPABILITIES,
  suggest,
} from '@onesoul/core'
import type { ConfigFile } from './config-file.ts'

/**
 * Warns of a platform in `guidance.platforms` that neither the table nor the
 * rest of the configuration knows and that is spelt like one of them: its text
 * would reach nobody.
 */
export function checkGuidance(
  config: ConfigFile,
  report: (diagnostic: Omit<Diagnostic, 'source'>, path: readonly string[]) => Diagnostic,
): readonly Diagnostic[] {
  const own = [
    ...Object.keys(config.platforms ?? {}),
    ...(config.bots ?? []).map(({ platform }) => platform),
  ].map((name) => canonicalPlatform(name).toLowerCase())
  const known = [...own, ...PLATFORM_CAPABILITIES.map(({ platform }) => platform)]
  return Object.keys(config.guidance?.platforms ?? {}).flatMap((name) => {
    const canonical = canonicalPlatform(name).toLowerCase()
    if (findPlatformCapabilities(canonical) || own.includes(canonical)) return []
    const meant = suggest(canonical, known)
    if (meant === undefined) return []
    const message = `guidance.platforms.${name} is no platform that is known; did you mean ${meant}?`
    const found = { code: 'guidance.unknown-platform', severity: 'warning', message } as const
    return [report(found, ['guidance', 'platforms', name])]
  })
}
