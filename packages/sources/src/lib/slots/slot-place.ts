import { canonicalPlatform, type Scope } from '@onesoul/core'

/** Where the slots of one target are looked for. */
export interface SlotPlace {
  /** Absolute path of the folder that holds the slots. */
  readonly configsDir: string
  /** Canonical name; `null` leaves out the platform and bot scopes. */
  readonly platform: string | null
  /** `null` leaves out the bot scope. */
  readonly bot: string | null
  /** The person's home directory, into which links may lead. */
  readonly userHome: string
  readonly allowedRoots: readonly string[]
  /** `append` loads `SOUL.<platform>.md` after `SOUL.md` of the same folder. */
  readonly suffixFiles: 'off' | 'append'
}

/** One scope with the folders that stand for it, relative to the configs folder; the first has precedence. */
export interface ScopeLevel {
  readonly scope: Scope
  readonly folders: readonly string[]
}

/** The spellings of a platform that count in folder and file names. */
export function platformSpellings(platform: string): readonly string[] {
  const canonical = canonicalPlatform(platform)
  return canonical === 'web' ? ['web', 'webchat'] : [canonical]
}

/** The scopes of a place, strongest first: bot, platform, global. */
export function scopeLevels(place: Pick<SlotPlace, 'platform' | 'bot'>): readonly ScopeLevel[] {
  const { platform, bot } = place
  const levels: ScopeLevel[] = [{ scope: 'global', folders: [''] }]
  if (platform === null) return levels
  const folders = platformSpellings(platform)
  levels.unshift({ scope: 'platform', folders })
  if (bot !== null) {
    levels.unshift({ scope: 'bot', folders: folders.map((folder) => `${folder}/${bot}`) })
  }
  return levels
}
