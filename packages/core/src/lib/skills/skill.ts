/** What must hold in a session before a skill is offered in it; an empty list asks for nothing. */
export interface SkillGates {
  /** Operating systems by Node's names (`linux`, `darwin`, `win32`): one of them. */
  readonly os: readonly string[]
  /** Programs in `PATH`: all of them. */
  readonly bins: readonly string[]
  /** Programs in `PATH`: one of them. */
  readonly anyBins: readonly string[]
  /** Names of environment variables that are set and not empty: all of them. */
  readonly env: readonly string[]
  /** Tools of the session: all of them. */
  readonly tools: readonly string[]
  /** Platforms that people talk on: one of them. */
  readonly sessionPlatforms: readonly string[]
  /** Tools that do the same better: hidden when the session has one of them. */
  readonly fallbackFor: readonly string[]
}

/** What a SKILL.md says of itself. Raw: nothing here depends on a session or a machine. */
export interface SkillFacts {
  /** The name of the frontmatter; the folder's where it states none. */
  readonly name: string
  /** `''`: it states none, and the skill is invalid. */
  readonly description: string
  readonly license: string | null
  readonly compatibility: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly allowedTools: readonly string[]
  readonly gates: SkillGates
  /** The model may call it by itself: `disable-model-invocation` is not `true`. */
  readonly byModel: boolean
  /** A person may call it: `user-invocable` is not `false`. */
  readonly byPerson: boolean
  /** Lines (1-based) of the keys that are there, for messages. */
  readonly lines: Readonly<Record<string, number>>
}

/**
 * The kind of place that a skill stands in, strongest first.
 * `project`: the work tree. `home`: the OneSoul home. `user`: the person's own
 * folders of agents. `configured`: `skills.roots`. `builtin`: ours.
 */
export type SkillOrigin = 'project' | 'home' | 'user' | 'configured' | 'builtin'

/**
 * Why a skill cannot be used, or `ready`.
 * `invalid`: its SKILL.md breaks a rule that it cannot work without. `disabled`:
 * `skills.disabled` names it. `shadowed`: a stronger one has its name.
 * `ambiguous`: an equally strong one has its name. `untrusted`: its work tree is
 * not trusted, or it changed since. `quarantined`: the guard found what its
 * policy blocks, or could not look. `gated`: a gate does not hold here.
 */
export type SkillStatus =
  | 'ready'
  | 'invalid'
  | 'disabled'
  | 'shadowed'
  | 'ambiguous'
  | 'untrusted'
  | 'quarantined'
  | 'gated'

/** A skill as it was found on disk and judged for one session. */
export interface Skill {
  /** The name that it is called by. */
  readonly name: string
  readonly origin: SkillOrigin
  /** The word of the public JSON: `project` for the work tree, else `global`. */
  readonly source: 'project' | 'global'
  readonly builtin: boolean
  /** Absolute path of its folder. */
  readonly folder: string
  /** Its SKILL.md as people write it: `~/.agents/skills/x/SKILL.md`, `.claude/skills/x/SKILL.md`. */
  readonly path: string
  readonly facts: SkillFacts
  /** SHA-256 of the bytes of SKILL.md. */
  readonly sha256: string
  readonly status: SkillStatus
  /** One sentence for people; `''` when it is ready. */
  readonly reason: string
  /** Paths of the skills of its name that it hides, strongest first. */
  readonly shadows: readonly string[]
}
