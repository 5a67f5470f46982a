import type { Settings } from '../config/settings.ts'
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
}

/** Begins a look at a home; nothing is read before it is asked for. */
export function createLook({ dir, configsDir }: Pick<HomePlace, 'dir' | 'configsDir'>): Look {
  const worktrees = new Map<string, Promise<Worktree>>()
  const reports = new WeakMap<Worktree, Map<string, Promise<TrustReport>>>()
  return {
    slots: createSlotFiles(configsDir),
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
