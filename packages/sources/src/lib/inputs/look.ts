import type { Settings } from '../config/settings.ts'
import { type Overrides, readOverrides } from '../guard/overrides.ts'
import type { HomePlace } from '../home/home.ts'
import { type DiscoverOptions, discoverProject } from '../project/discover.ts'
import type { Worktree } from '../project/worktree.ts'
import { once } from '../slots/once.ts'
import { createSlotFiles, type SlotFiles } from '../slots/slot-reader.ts'
import { readTrust, type TrustReport } from '../trust/trust-store.ts'

/** One look at the disk: compositions that begin together ask once for what they share. */
export interface Look {
  readonly worktree: (options: DiscoverOptions) => Promise<Worktree>
  readonly trust: (
    worktree: Worktree,
    setting: Settings['project']['trust'],
  ) => Promise<TrustReport>
  readonly slots: SlotFiles
  /** The findings that the home accepts on a day, `YYYY-MM-DD`. */
  readonly overrides: (today: string) => Promise<Overrides>
}

/** Begins a look at a home; nothing is read before it is asked for. */
export function createLook(home: HomePlace): Look {
  const { dir, configsDir, userHome } = home
  const worktrees = new Map<string, Promise<Worktree>>()
  const overrides = new Map<string, Promise<Overrides>>()
  const reports = new WeakMap<Worktree, Map<string, Promise<TrustReport>>>()
  return {
    slots: createSlotFiles(configsDir),
    overrides(today) {
      const file = home.config.settings.guard.overrides
      return once(overrides, today, () => readOverrides({ home: dir, userHome, file }, today))
    },
    worktree(options) {
      const { cwd, userHome, installDir, explicitCwd } = options
      const key = JSON.stringify([cwd, userHome, installDir, explicitCwd])
      return once(worktrees, key, () => discoverProject(options))
    },
    trust(worktree, setting) {
      const known = reports.get(worktree) ?? new Map<string, Promise<TrustReport>>()
      reports.set(worktree, known)
      return once(known, setting, () => readTrust({ home: dir, worktree }, setting))
    },
  }
}
