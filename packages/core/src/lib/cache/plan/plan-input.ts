import type { CacheBlock, CacheScope } from '../model/cache-block.ts'
import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheTtl } from '../model/cache-request.ts'
import type { GapModel } from './gap-model.ts'
import type { HeadLedger } from './head-ledger.ts'
import type { SessionLedger } from './session-ledger.ts'

/** What a layer held at one time. */
export interface LayerVersion {
  /** The same for the same blocks, as a hash of their text. */
  readonly version: string
  readonly blocks: readonly CacheBlock[]
}

/** How a conversation is told that a layer now is another one. */
export interface LayerChange {
  /** The version that the model knows after it. */
  readonly to: string
  /** Of the part `messages`; with the role `system` where the profile allows it, else `user`. */
  readonly block: CacheBlock
}

/** A part of the head that changes as one: the tools, the persona and the rules, the skills, what is known of a user. */
export interface CacheLayer {
  /** Unique in a request, at most 32 characters, as `skills`. */
  readonly id: string
  /** Who shares it; `turn` has no layers. */
  readonly scope: Exclude<CacheScope, 'turn'>
  readonly current: LayerVersion
  /** Earlier versions that can still be sent. A pinned version that is missing here cannot stay pinned. */
  readonly older?: readonly LayerVersion[]
  /** Every change that was told in this session, and the one to the current version if it has words. */
  readonly changes?: readonly LayerChange[]
}

/** What the program that sends a request knows about it. */
export interface TurnHint {
  /**
   * `human`: a person's message; `tool`: results of tools; `one-shot`: no request follows it;
   * `compaction`: its history is gone afterwards. Default: `human`.
   */
  readonly kind?: 'human' | 'tool' | 'one-shot' | 'compaction'
  /** What makes the next request almost certain, and within how many seconds. */
  readonly returns?: {
    readonly because: 'approval' | 'follow-up' | 'typing'
    readonly within: number
  }
  /** Marks that the way to the provider adds in front of ours; they count against the limit. */
  readonly foreignMarks?: readonly CacheTtl[]
}

/**
 * What must stay the same for a cache to be found again, beside the blocks. Values are compared, never sent; a request
 * names the same ones as those before it.
 */
export interface CacheSettings {
  /** Caches of another model, workspace or route are other caches. */
  readonly model?: string
  readonly workspace?: string
  readonly route?: string
  /** A change of one of these loses the system prompt and the messages. */
  readonly serverTools?: string
  readonly speed?: string
  /** A change of one of these loses the messages. */
  readonly thinking?: string
  readonly effort?: string
  readonly toolChoice?: string
  readonly images?: string
}

/** Whose request it is. */
export interface PlanNames {
  readonly bot: string
  readonly tenant?: string
  readonly user?: string
  readonly session: string
  /** Where gaps between requests are alike: `tools`, `chat`, `im`, `cron`, or any name of one's own. */
  readonly channel: string
}

/** Everything a plan depends on; nothing of it is changed. */
export interface PlanInput {
  readonly profile: CacheProfile
  readonly names: PlanNames
  /** In any order; they are sent widest scope first. */
  readonly layers: readonly CacheLayer[]
  /** The conversation so far, without told changes; append-only as far as the caller can. */
  readonly history: readonly CacheBlock[]
  /** For this request alone: a clock, retrieved notes. */
  readonly volatile?: readonly CacheBlock[]
  /** `next.session` of the session's last answered plan; what cannot be read counts as none. */
  readonly session?: SessionLedger
  /** `next.head` of the bot's last plan. */
  readonly head?: HeadLedger
  /** `next.gaps` of the last plan. */
  readonly gaps?: GapModel
  readonly hint?: TurnHint
  readonly settings?: CacheSettings
  /** In seconds, on any clock that only moves forward. */
  readonly at: number
}
