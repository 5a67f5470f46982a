/** How much harm obeying the found text could do; quoted, fenced, negated and conditional forms stand one step lower. */
export type ThreatSeverity = 'info' | 'low' | 'medium' | 'high' | 'critical'

/** How the words stand in the text: what a reader would take them for. */
export type ThreatForm = 'plain' | 'quoted' | 'fenced' | 'negated' | 'conditional'

/** One thing that a rule found. */
export interface ThreatFinding {
  /** Id of the rule, `family.name`. */
  readonly rule: string
  /** Version of the rule; grows whenever it finds other text. */
  readonly version: number
  /** What the rule belongs to, such as `exfiltration` or `hidden-text`. */
  readonly family: string
  /** After the form was taken into account. */
  readonly severity: ThreatSeverity
  readonly form: ThreatForm
  /** One sentence for a person, without the found words. */
  readonly message: string
  /** Where the found words stand in the text as it was given; UTF-16 offsets, end exclusive. */
  readonly span: { readonly start: number; readonly end: number }
  /** The view in which they were found: `raw`, `folded`, or `decoded:` and the encodings, outermost first. */
  readonly view: string
  /** What a decoded view says there, with hidden characters shown; absent for `raw` and `folded`. */
  readonly decoded?: string
}

/** What a scan saw. */
export interface ThreatScan {
  /** In the order of their places. */
  readonly findings: readonly ThreatFinding[]
  /** Why a part was not seen, one sentence each. Empty: everything was seen. A scan with an entry is never clean. */
  readonly partial: readonly string[]
}
