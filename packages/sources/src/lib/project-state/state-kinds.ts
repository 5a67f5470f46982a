import * as v from 'valibot'

/** One kind of what an agent saves, so that it outlives a compaction and a session. */
export type StateKind =
  | 'goal'
  | 'progress'
  | 'decisions'
  | 'files'
  | 'checks'
  | 'modes'
  | 'memory'
  | 'team'

/** A mode that an agent is in. */
export interface ModeState {
  readonly name: string
  readonly phase?: string | undefined
  readonly iteration?: number | undefined
  readonly maxIterations?: number | undefined
  /** Nothing may be implemented before the plans are there. */
  readonly planning?: boolean | undefined
}

/** What each kind holds. Texts are 1–2,000 UTF-16 units, lists have at most 100 entries; other keys are refused. */
export interface StateValues {
  readonly goal: { readonly goal: string; readonly constraints?: readonly string[] | undefined }
  readonly progress: {
    readonly done: readonly string[]
    readonly next: readonly string[]
    readonly doing?: string | undefined
  }
  readonly decisions: {
    readonly decisions: readonly { readonly what: string; readonly why: string }[]
  }
  readonly files: { readonly files: readonly { readonly path: string; readonly note: string }[] }
  readonly checks: {
    readonly checks: readonly {
      readonly command: string
      readonly result: 'pass' | 'fail' | 'unknown'
      readonly note?: string | undefined
    }[]
  }
  readonly modes: { readonly modes: readonly ModeState[] }
  readonly memory: {
    readonly techStack?: string | undefined
    readonly conventions?: string | undefined
    readonly build?: string | undefined
    readonly directives?: readonly string[] | undefined
  }
  readonly team: {
    readonly name: string
    readonly goal?: string | undefined
    readonly workers: readonly {
      readonly name: string
      readonly role: string
      readonly task?: string | undefined
    }[]
  }
}

const MAX_UNITS = 2000
const MAX_ENTRIES = 100

const text = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(MAX_UNITS))
const texts = v.pipe(v.array(text), v.maxLength(MAX_ENTRIES))
const amount = v.pipe(v.number(), v.integer(), v.minValue(0))
const decision = v.strictObject({ what: text, why: text })
const file = v.strictObject({ path: text, note: text })
const check = v.strictObject({
  command: text,
  result: v.picklist(['pass', 'fail', 'unknown']),
  note: v.optional(text),
})
const mode = v.strictObject({
  name: text,
  phase: v.optional(text),
  iteration: v.optional(amount),
  maxIterations: v.optional(amount),
  planning: v.optional(v.boolean()),
})
const worker = v.strictObject({ name: text, role: text, task: v.optional(text) })

export const STATE_SCHEMAS: {
  readonly [K in StateKind]: v.GenericSchema<unknown, StateValues[K]>
} = {
  goal: v.strictObject({ goal: text, constraints: v.optional(texts) }),
  progress: v.strictObject({ done: texts, next: texts, doing: v.optional(text) }),
  decisions: v.strictObject({ decisions: v.pipe(v.array(decision), v.maxLength(MAX_ENTRIES)) }),
  files: v.strictObject({ files: v.pipe(v.array(file), v.maxLength(MAX_ENTRIES)) }),
  checks: v.strictObject({ checks: v.pipe(v.array(check), v.maxLength(MAX_ENTRIES)) }),
  modes: v.strictObject({ modes: v.pipe(v.array(mode), v.maxLength(MAX_ENTRIES)) }),
  memory: v.pipe(
    v.strictObject({
      techStack: v.optional(text),
      conventions: v.optional(text),
      build: v.optional(text),
      directives: v.optional(texts),
    }),
    v.check((memory) => Object.keys(memory).length > 0, 'it says nothing'),
  ),
  team: v.strictObject({
    name: text,
    goal: v.optional(text),
    workers: v.pipe(v.array(worker), v.maxLength(MAX_ENTRIES)),
  }),
}

/** A smallest value of each kind, as a command line takes it. */
export const STATE_EXAMPLES: Readonly<Record<StateKind, string>> = {
  goal: '{"goal":"…"}',
  progress: '{"done":["…"],"next":["…"]}',
  decisions: '{"decisions":[{"what":"…","why":"…"}]}',
  files: '{"files":[{"path":"…","note":"…"}]}',
  checks: '{"checks":[{"command":"…","result":"pass"}]}',
  modes: '{"modes":[{"name":"…","phase":"…"}]}',
  memory: '{"techStack":"…","conventions":"…"}',
  team: '{"name":"…","workers":[{"name":"…","role":"…"}]}',
}

/** In the order of the compaction protocol; its five steps come first. */
export const STATE_KINDS: readonly StateKind[] = [
  'goal',
  'progress',
  'decisions',
  'files',
  'checks',
  'modes',
  'memory',
  'team',
]
