import type { BudgetUnit } from '../budget/unit.ts'
import type { AcceptedFinding } from '../guard/policy/accepted-finding.ts'
import type { GuardPolicy } from '../guard/policy/guard-policy.ts'
import type { EnvironmentFacts } from '../guidance/environment-text.ts'
import type { HiddenDocument } from './composition.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { RuntimeFacts } from './runtime-facts.ts'
import type { Audience, Half, SharedBy, Stability, Trust } from './section.ts'
import type { SlotName } from './slots.ts'
import type { SourceDocument, SourceRef } from './source.ts'
import type { CorePorts, Language, Target } from './target.ts'

/** What became of one slot on disk. `documents` are in reading order, joined by `inherit`. */
export type SlotResolution =
  | { readonly outcome: 'content'; readonly documents: readonly SourceDocument[] }
  | { readonly outcome: 'cleared'; readonly documents: readonly SourceDocument[] }
  | {
      readonly outcome: 'missing'
      /** A file that is there and counts as missing, with the phrase that says why. */
      readonly unread?: { readonly source: SourceRef; readonly reason: string }
    }
  | { readonly outcome: 'excluded'; readonly by: string }
  | { readonly outcome: 'failed'; readonly source: SourceRef; readonly message: string }

export interface SlotInput {
  readonly slot: SlotName
  readonly resolution: SlotResolution
  /** Configured as required: without content the composition is refused. `cleared` counts as content. */
  readonly required: boolean
  /** Documents of a `content` resolution that the agent brings by itself. Default: none. */
  readonly native?: readonly NativePart[]
}

/** One of a slot's documents that reaches the model without us. */
export interface NativePart {
  /** Its place among the documents of the slot. */
  readonly document: number
  /** One phrase for the manifest, e.g. `claude-code reads ~/.claude/CLAUDE.md itself`. */
  readonly reason: string
}

/**
 * One instruction file of the work tree. `delivery` says who brings it to the
 * model: the agent by itself (`native`), or we (`inject`); `duplicate` when the
 * same text already comes from `duplicateOf`.
 */
export interface ProjectInput {
  readonly document: SourceDocument
  readonly delivery: 'inject' | 'native' | 'duplicate' | 'shadowed'
  /** One phrase for the manifest, e.g. `codex reads it itself`. */
  readonly reason?: string
  readonly trusted: boolean
  /** Patterns of the files that its text is about, as its author wrote them; told to the model. Default: all files. */
  readonly appliesTo?: string
  /** 0–49: of two files the one with the higher rank is cut later. Default: the place in the list. */
  readonly rank?: number
}

/**
 * A section that the caller adds: retrieval results, application rules, facts of
 * a turn. Guarded and budgeted like any other. `section()` makes one.
 */
export interface ExtraSection {
  /** 1–64 of `[A-Za-z0-9._-]`, beginning with a letter or digit; unique in its list. */
  readonly id: string
  readonly half: Half
  readonly trust: Trust
  readonly stability: Stability
  readonly sharedBy: SharedBy
  readonly audience: Audience
  readonly priority: number
  readonly text: string
  /** Code points of this section alone; longer text is cut. Default: `budget.perFile`. */
  readonly maxChars?: number
}

/** What a person's configuration says about a row of a guidance table. */
export interface GuidanceOverride {
  /** Takes the place of the row; an empty text leaves the section out. */
  readonly replace?: string
  /** Follows the row, or what takes its place. */
  readonly append?: string
  /** The key that holds both, e.g. `guidance.platforms.slack`. */
  readonly from: string
}

/** What is told about the surroundings of a session. Everything that is absent has no section. */
export interface GuidanceInput {
  /** About `target.platform`, when there is one. */
  readonly platform?: GuidanceOverride
  readonly model?: GuidanceOverride & {
    /** As a provider or an agent names it; its family is looked up. */
    readonly name: string
    /** The agent advises the model itself: only what the configuration says is added. */
    readonly bringsOwn: boolean
  }
  /** Only what stays as it is while a session lives. */
  readonly environment?: EnvironmentFacts
}

/** A skill that may be used in the session. */
export interface SkillInput {
  readonly name: string
  readonly description: string
  /** Whose text it is. */
  readonly trust: Trust
  /** Its SKILL.md. */
  readonly source: SourceRef
  /** 1-based line of the description in it. */
  readonly line: number
  /** The whole file, and where its text begins behind the frontmatter: it is told in full. Default: it is listed. */
  readonly whole?: { readonly text: string; readonly start: number }
  /** Stands behind the names that find no room for a line each. Default: `other`. */
  readonly category?: string
}

/** What is told of skills to an agent without a list of its own. */
export interface SkillsInput {
  readonly skills: readonly SkillInput[]
  /** Estimated tokens that the list may have. */
  readonly tokens: number
}

export interface BudgetSettings {
  /** What `perFile`, `total` and `project` count. Default: code points. */
  readonly unit: BudgetUnit
  /** Per slot file. */
  readonly perFile: number
  /** Of all slot bodies. */
  readonly total: number
  /** Of one project file and of all of them. */
  readonly project: number
  /** Estimated tokens of the whole composition; `null`: no limit. */
  readonly tokens: number | null
  readonly overflow: 'truncate' | 'fail'
}

/** A value for `{{name}}` with the trust of whoever could have set it. */
export interface Variable {
  readonly value: string
  readonly trust: Trust
}

export interface ComposeSettings {
  readonly language: 'auto' | Language
  readonly budget: BudgetSettings
  readonly variables: Readonly<Record<string, Variable>>
  /** `required` slots without content refuse the composition, or are only reported. */
  readonly onMissing: 'refuse' | 'degrade'
  /** Name of the metacognition element. */
  readonly elementName: 'onesoul' | 'hotplex'
  /** USER and MEMORY are shown to every viewer. */
  readonly userDataPublic: boolean
  /** Whether the target can read files, so that a cut marker may say how. */
  readonly canReadFiles: boolean
  /** What is done about threats in text of lower trust. Default: the policy `default`. */
  readonly threats?: GuardPolicy
  /** Findings in text of lower trust that a person accepted and that count today. Default: none. */
  readonly accepted?: readonly AcceptedFinding[]
}

/** Everything a composition depends on; equal inputs give equal bytes. */
export interface ComposeInput {
  readonly target: Target
  readonly slots: readonly SlotInput[]
  readonly project: readonly ProjectInput[]
  /** Frozen with the slots; one of stability `turn` travels with the turn instead. */
  readonly extra: readonly ExtraSection[]
  /** For this turn alone, whatever stability they state; they never change a frozen byte. Default: none. */
  readonly turn?: readonly ExtraSection[]
  /** The platform, the model and the machine. Default: nothing is told of them. */
  readonly guidance?: GuidanceInput
  /**
   * Skills that the person and the trusted work tree both have, and in whose
   * texts what points at them is hidden. Default: nothing is.
   */
  readonly shadowedSkills?: {
    readonly hide: 'user' | 'project'
    readonly names: readonly string[]
  }
  /** The skills of the session, for an agent that has no list of them. Default: none is told. */
  readonly skills?: SkillsInput
  /** Only for a live session. */
  readonly facts: RuntimeFacts | null
  /** Known but unused text, for `explain`. */
  readonly hidden: readonly HiddenDocument[]
  /** Trouble met while the inputs were gathered. */
  readonly diagnostics: readonly Diagnostic[]
  readonly settings: ComposeSettings
  readonly ports: CorePorts
}
