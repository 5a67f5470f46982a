import type { CacheMarker, SlotLevel } from '../wire/slot.ts'

/**
 * Whose text a span is. `onesoul`: ours. `user`: the person's own value of a
 * shared slot, or a file that the agent read by itself. `vendor`: byte-equal to
 * a recorded bare run of the same version and model. `conversation`: what was
 * said. `unknown`: none of these could be proven.
 */
export type SpanOwner = 'onesoul' | 'user' | 'vendor' | 'conversation' | 'unknown'

/** A half-open UTF-16 range of a slot. The spans of a slot are the slot exactly. */
export interface SlotSpan {
  readonly start: number
  readonly end: number
  readonly owner: SpanOwner
  /** The section that this text of ours belongs to. */
  readonly section?: string
  /** What the person's own text is: a setting or a path. */
  readonly source?: string
  /** Of `vendor` and `unknown` text, in place of the text. */
  readonly sha256?: string
  /** Of `vendor` and `unknown` text, only when it was asked for. */
  readonly text?: string
}

export interface ReceiptSlot {
  readonly path: string
  readonly level: SlotLevel
  readonly role: string
  /** The agent tells the model that this slot may be irrelevant. */
  readonly hedged: boolean
  readonly cache: CacheMarker | null
  /** Unicode code points. */
  readonly chars: number
  /** An estimate. */
  readonly tokens: number
  readonly spans: readonly SlotSpan[]
}

/** A half-open UTF-16 range of a slot, by its path. */
export interface FoundRange {
  readonly slot: string
  readonly start: number
  readonly end: number
}

/**
 * `delivered`: ours, once, byte for byte, where the model obeys. `native`: the
 * agent brought it itself, once. `altered`: there, but not byte for byte.
 */
export type SectionVerdict = 'delivered' | 'native' | 'altered' | 'twice' | 'missing'

export interface JudgedSection {
  readonly id: string
  readonly verdict: SectionVerdict
  /** It stands in a slot that the agent hedges. */
  readonly hedged: boolean
  /** Where it was found; more than one place is what `twice` means. */
  readonly found: readonly FoundRange[]
  /** Where its words occur besides, in conversation and tool results; not judged. */
  readonly echoes: readonly FoundRange[]
}

export interface FirstDifference {
  readonly slot: string
  readonly offset: number
  readonly owner: SpanOwner
}

/** The proof of one request: what stands where. Public, additive changes only. */
export interface Receipt {
  readonly schemaVersion: 1
  /** `wire`: seen on its way to the model. `client`: the agent's own account. */
  readonly level: 'wire' | 'client'
  readonly offsets: 'utf16'
  readonly agent: { readonly id: string; readonly version: string }
  readonly request: {
    readonly index: number
    readonly kind: 'turn' | 'side' | 'compaction' | 'subagent' | 'other'
    readonly name?: string
    readonly model: string
  }
  readonly slots: readonly ReceiptSlot[]
  readonly sections: readonly JudgedSection[]
  /** Against the turn before; `null` for the first. `firstDifference` is `null` when nothing differs. */
  readonly changedSince: {
    readonly request: number
    readonly firstDifference: FirstDifference | null
    readonly prefixTokensKept: number
  } | null
}

/** `unproven`: no turn was seen. `failed`: a section is missing, altered, twice or hedged, a value of the person's is gone, or the text of the skill that was called. */
export type RunVerdict = 'proven' | 'failed' | 'unproven'

/** What a model's list of skills says of one: all of its description, some, its name, or nothing. */
export type ListedVerdict = 'whole' | 'shortened' | 'name' | 'missing'

/** What became of the skills of a run. */
export interface JudgedSkills {
  /** Of those that the agent was given, in every turn. */
  readonly listed: readonly { readonly name: string; readonly verdict: ListedVerdict }[]
  /** Of the one that the run began with: its text stands in a turn or not. */
  readonly called?: { readonly name: string; readonly verdict: 'delivered' | 'missing' }
}

export interface ReceiptWarning {
  readonly code: string
  /** One sentence for people. */
  readonly message: string
}

/** The proof of a run: the receipts of its turns and what else was asked. Public, additive changes only. */
export interface RunReceipt {
  readonly schemaVersion: 1
  readonly level: 'wire' | 'client'
  readonly agent: { readonly id: string; readonly version: string }
  readonly verdict: RunVerdict
  /** Per section the worst verdict of all turns. */
  readonly sections: readonly {
    readonly id: string
    readonly verdict: SectionVerdict
    readonly hedged: boolean
  }[]
  readonly turns: readonly Receipt[]
  /** Requests that are named, not judged. */
  readonly others: readonly Receipt['request'][]
  readonly subagents: {
    readonly requests: number
    readonly inheritsDirectives: boolean
    readonly inheritsUserData: boolean
  }
  /** The person's own values of slots that we share; `found`: in every turn. */
  readonly userSources: readonly {
    readonly what: string
    readonly where: string
    readonly found: boolean
  }[]
  /** Absent: the run had no skills of ours. */
  readonly skills?: JudgedSkills
  /** Where the requests were passed on to: the base URL that was there before the recorder. Absent when it answered itself. */
  readonly upstream?: { readonly provider: string; readonly baseUrl: string }
  readonly counts: { readonly requests: number; readonly notKept: number }
  readonly warnings: readonly ReceiptWarning[]
}
