import { createHash } from 'node:crypto'
import { type GuardPolicy, resolvePolicy, type Trust } from '@onesoul/core'
import { type KeptSlot, keepWherePossible, readKept } from '../code-map/kept-map.ts'
import { type Override, overridesOutside, readOverrides } from '../guard/overrides.ts'
import type { HomePlace } from '../home/home.ts'
import { scanBytes } from '../scan/scan-paths.ts'
import type { ScannedFile, ScanText } from '../scan/scan-report.ts'
import { keepsSkillBack } from './keeps-skill-back.ts'

/** A text of a skill that is to be looked at. */
export interface GuardedText {
  /** As people write it. */
  readonly path: string
  readonly bytes: Uint8Array
  readonly sha256: string
  readonly trust: Trust
}

/** Looks at texts of skills by the policy of a home. */
export interface SkillGuard {
  /** Whether anything could be found in a text of that trust that keeps a skill back. */
  readonly canBlock: (trust: Trust) => boolean
  /** Why the text keeps its skill back, with file and line; `''` when it does not. Never throws. */
  readonly judge: (text: GuardedText) => Promise<string>
  /** The whole verdict, as `onesoul scan` gives it. */
  readonly scan: (text: GuardedText) => Promise<ScannedFile>
  /** Keeps what was found out for the next process. */
  readonly keep: () => Promise<void>
}

export interface SkillGuardOptions {
  /** The work tree: a file of accepted findings in it has no effect. */
  readonly worktree: string | null
  /** `YYYY-MM-DD`. */
  readonly today: string
  /** Default: the scanner of core. */
  readonly scan?: ScanText
}

/** Verdicts by text; what a verdict depends on beside it is the key of the slot. */
type Verdicts = Record<string, string>

const MAX_KEPT = 20_000

export function createSkillGuard(home: HomePlace, options: SkillGuardOptions): SkillGuard {
  const policy = resolvePolicy(home.config.settings.guard.policy)
  let loaded: Promise<LoadedGuard> | undefined
  const load = (): Promise<LoadedGuard> => {
    loaded ??= loadGuard(home, policy, options)
    return loaded
  }
  const scan: SkillGuard['scan'] = async ({ path, bytes, sha256, trust }) => {
    const guard = await load()
    const place = { path, absolute: '', trust, sha256 }
    return scanBytes(bytes, { scan: guard.scan, policy, overrides: guard.overrides, place })
  }
  return {
    canBlock: (trust) =>
      Object.values(policy.actions[trust]).some((action) => action !== 'pass' && action !== 'warn'),
    scan,
    judge: async (text) => {
      try {
        const guard = await load()
        const key = keyOf(text)
        const known = guard.verdicts[key]
        if (known !== undefined) return known === '' ? '' : `${text.path}:${known}`
        const verdict = describe(await scan(text))
        guard.verdicts[key] = verdict
        guard.isNew = true
        return verdict === '' ? '' : `${text.path}:${verdict}`
      } catch (error) {
        // What could not be looked at is not let through.
        const why = error instanceof Error ? error.message : String(error)
        return `${text.path}: the guard could not look at it: ${why}`
      }
    },
    keep: async () => {
      const guard = await loaded
      if (guard?.isNew !== true || options.scan !== undefined) return
      const kept = Object.fromEntries(Object.entries(guard.verdicts).slice(-MAX_KEPT))
      await keepWherePossible(guard.slot, kept)
    },
  }
}

interface LoadedGuard {
  readonly scan: ScanText
  readonly overrides: readonly Override[]
  readonly slot: KeptSlot
  readonly verdicts: Verdicts
  isNew: boolean
}

async function loadGuard(
  home: HomePlace,
  policy: GuardPolicy,
  { worktree, today, scan }: SkillGuardOptions,
): Promise<LoadedGuard> {
  const { RULESET_VERSION, scanThreats } = await import('@onesoul/core/threats')
  const { dir, userHome } = home
  const file = home.config.settings.guard.overrides
  const read = await readOverrides({ home: dir, userHome, file }, today)
  const folders = worktree === null ? [] : [worktree]
  const named = { folders, home: dir, name: 'a work tree' }
  const overrides = (await overridesOutside(read, named)).entries
  const slot: KeptSlot = {
    home: dir,
    kind: 'skill-verdicts',
    root: dir,
    folder: '',
    key: [2, RULESET_VERSION, policy, overrides],
    maxBytes: 8_000_000,
  }
  const verdicts = scan === undefined ? await readKept<Verdicts>(slot) : null
  return { scan: scan ?? scanThreats, overrides, slot, verdicts: { ...verdicts }, isNew: false }
}

/** What a text is depends on its name. */
function keyOf({ path, sha256, trust }: GuardedText): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return createHash('sha256').update(`${trust}\0${name}\0${sha256}`).digest('hex').slice(0, 32)
}

/** Line and message of the worst that was found, where it counts. */
function describe({ findings }: ScannedFile): string {
  const acting = findings.filter((one) => one.override === undefined && keepsSkillBack(one))
  const [first] = acting
  if (first === undefined) return ''
  const more = acting.length > 1 ? ` and ${acting.length - 1} more` : ''
  return `${first.line} ${first.message} (${first.rule})${more}`
}
