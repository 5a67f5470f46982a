/** `directives` bind the agent; `context` informs it and can grant no authority. */
export type Half = 'directives' | 'context'

/** How often the bytes of a section change. */
export type Stability = 'fixed' | 'session' | 'turn'

/** Who shares the bytes of a section. */
export type SharedBy = 'all' | 'bot' | 'tenant' | 'user' | 'session'

/** Who could have written a section, strongest first. */
export type Trust = 'operator' | 'user' | 'project' | 'model' | 'external'

/** Who may see a section. */
export type Audience = 'public' | 'owner' | `user:${string}` | `group:${string}`

/** Who is looking. */
export type Viewer = Audience

/**
 * What became of a section.
 * `native`: the agent reads the source itself. `cleared`: the file exists and is
 * empty on purpose. `shadowed`: another source of the same text or rank won.
 * `dropped`: left out by a budget. `blocked`: refused by the guard or unreadable.
 */
export type SectionStatus =
  | 'included'
  | 'cut'
  | 'cleared'
  | 'missing'
  | 'excluded'
  | 'shadowed'
  | 'dropped'
  | 'blocked'
  | 'native'
  | 'builtin'

/** The fixed properties of a section; its text is elsewhere. */
export interface SectionTraits {
  /** The element for slots, `project:pkg/AGENTS.md`, `skill:name`, `extra:id`. */
  readonly id: string
  readonly element: string
  readonly half: Half
  readonly stability: Stability
  readonly sharedBy: SharedBy
  /** Higher is kept longer when a budget binds. */
  readonly priority: number
  /** Never cut or dropped by a total; refuses the composition when it cannot fit. */
  readonly required: boolean
  readonly trust: Trust
  readonly audience: Audience
}

const TRUST_ORDER: readonly Trust[] = ['operator', 'user', 'project', 'model', 'external']

/** Returns the weaker of two trust labels: what a text made from both deserves. */
export function lowestTrust(a: Trust, b: Trust): Trust {
  return TRUST_ORDER.indexOf(a) >= TRUST_ORDER.indexOf(b) ? a : b
}
