import type { InitSkillsFlags } from '../skills-sync/sync-after-init.ts'

/** The flags of `onesoul init`. */
export interface InitFlags extends InitSkillsFlags {
  readonly yes?: boolean
  readonly from?: string
  readonly source?: string
  readonly dryRun?: boolean
  readonly language?: string
  readonly template?: string
  readonly name?: string
  readonly projectType?: string
  readonly languages?: string
  readonly frameworks?: string
  readonly infrastructure?: string
}

/** Where `init` writes. */
export interface InitPlace {
  readonly dir: string
  readonly userHome: string
  /** A flag or the environment names the home. */
  readonly named: boolean
}
