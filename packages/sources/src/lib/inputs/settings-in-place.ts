import { resolve } from 'node:path'
import type { Diagnostic } from '@onesoul/core'
import { listSettings, type SettingRow } from '../config/load-config.ts'
import { placeName } from '../config/merge-layers.ts'
import { PROJECT_CONFIG_FILE, parseProjectConfig } from '../config/project-config.ts'
import { formatPath } from '../config/validate-config.ts'
import type { ConfigPath } from '../config/yaml-source.ts'
import type { HomePlace } from '../home/home.ts'
import { effectiveSettings } from './effective-settings.ts'
import { createLook } from './look.ts'

export interface SettingsInPlace {
  /** Every setting as it holds there, then what the work tree adds to it. */
  readonly rows: readonly SettingRow[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Lists the settings as they hold in a working directory: those of the home,
 * narrowed by the work tree's `.onesoul.yaml` when it is trusted. What that file
 * adds (exclusions, variables) has rows of its own.
 */
export async function settingsInPlace(
  home: HomePlace,
  place: { readonly cwd: string; readonly explicitCwd: boolean },
): Promise<SettingsInPlace> {
  const look = createLook(home)
  const worktree = await look.worktree({
    ...place,
    cwd: resolve(home.cwd, place.cwd),
    userHome: home.userHome,
  })
  const effective = await effectiveSettings({ home, look, worktree, bot: null, maxTokens: null })
  const own = listSettings(effective.config)
  const isUsed = worktree.config !== null && effective.trust.trusted
  const added = isUsed ? listAdded(worktree.config?.text ?? '') : []
  return { rows: [...own, ...added], diagnostics: effective.diagnostics }
}

function listAdded(text: string): readonly SettingRow[] {
  const { config, locate } = parseProjectConfig(text)
  const row = (path: ConfigPath, key: string, value: unknown): readonly SettingRow[] => {
    if (value === undefined) return []
    const where = placeName(locate(path, 'value'), PROJECT_CONFIG_FILE)
    return [{ key, value, origin: { layer: 'project', where } }]
  }
  return [
    ...row(['exclude'], 'exclude (added)', config.exclude),
    ...Object.entries(config.platforms ?? {}).flatMap(([name, { exclude }]) => {
      const path = ['platforms', name, 'exclude']
      return row(path, `${formatPath(path)} (added)`, exclude)
    }),
    ...(config.bots ?? []).flatMap(({ name, exclude }, index) =>
      row(['bots', index, 'exclude'], `bots[${name}].exclude (added)`, exclude),
    ),
    ...Object.entries(config.variables ?? {}).flatMap(([name, value]) =>
      row(['variables', name], `variables.${name} (added)`, value),
    ),
  ]
}
