import { canonicalPlatform, type Diagnostic, type WithDiagnostics } from '@onesoul/core'
import type { ConfigFile, PlatformConfig, ProjectConfigFile } from './config-file.ts'
import { formatPath } from './validate-config.ts'
import type { ConfigPath, Locate } from './yaml-source.ts'

type Level = PlatformConfig & { readonly inject_exclude?: readonly string[] }

/**
 * Rewrites the accepted other spellings to the one that everything else knows:
 * `inject_exclude` becomes `exclude`, `webchat` becomes `web`. Both spellings of
 * one thing in one place are an error, because only one of them could win.
 */
export function normaliseConfig<T extends ConfigFile | ProjectConfigFile>(
  config: T,
  locate: Locate,
): WithDiagnostics<T> {
  const diagnostics: Diagnostic[] = []
  const twice = (path: ConfigPath, first: string, second: string): void => {
    const source = locate(path, 'key')
    const where = path.length > 1 ? ` in ${formatPath(path.slice(0, -1))}` : ''
    diagnostics.push({
      code: 'config.duplicate-key',
      severity: 'error',
      message: `\`${first}\` and \`${second}\` are the same key and both are set${where}`,
      ...(source && { source }),
    })
  }
  const level = <L extends Level>(value: L, path: ConfigPath): L => {
    const { inject_exclude: older, ...rest } = value
    if (older === undefined) return value
    if (value.exclude !== undefined) twice([...path, 'inject_exclude'], 'exclude', 'inject_exclude')
    return { exclude: older, ...rest } as unknown as L
  }
  const platforms = (given: Readonly<Record<string, PlatformConfig>>) => {
    const out = new Map<string, PlatformConfig>()
    for (const [name, value] of Object.entries(given)) {
      const canonical = canonicalPlatform(name)
      if (out.has(canonical)) twice(['platforms', name], 'web', 'webchat')
      out.set(canonical, level(value, ['platforms', name]))
    }
    return Object.fromEntries(out)
  }
  const bots = config.bots?.map((bot, index) => {
    const fixed = level(bot, ['bots', index])
    return bot.platform === undefined
      ? fixed
      : { ...fixed, platform: canonicalPlatform(bot.platform) }
  })
  const value = {
    ...level(config, []),
    ...(config.platforms && { platforms: platforms(config.platforms) }),
    ...(bots && { bots }),
  }
  return { value, diagnostics }
}
