import type { Audience, Half, SharedBy, Stability, Trust } from './section.ts'

export type SlotName = 'SOUL' | 'AGENTS' | 'TOOLS' | 'USER' | 'MEMORY'

/** One row of the slot registry; a sixth slot is one more row. */
export interface SlotDefinition {
  readonly slot: SlotName
  readonly file: string
  readonly element: string
  /** An element around `element`, for the data slots. */
  readonly wrapper?: string
  readonly half: Half
  readonly stability: Stability
  readonly sharedBy: SharedBy
  readonly priority: number
  /** When present, a total budget never cuts or drops it. */
  readonly requiredWhenPresent: boolean
  readonly trust: Trust
  readonly audience: Audience
}

/** The five slots in their fixed order. */
export const SLOTS: readonly SlotDefinition[] = [
  {
    slot: 'SOUL',
    file: 'SOUL.md',
    element: 'persona',
    half: 'directives',
    stability: 'fixed',
    sharedBy: 'bot',
    priority: 900,
    requiredWhenPresent: false,
    trust: 'operator',
    audience: 'public',
  },
  {
    slot: 'AGENTS',
    file: 'AGENTS.md',
    element: 'rules',
    half: 'directives',
    stability: 'fixed',
    sharedBy: 'bot',
    priority: 950,
    requiredWhenPresent: true,
    trust: 'operator',
    audience: 'public',
  },
  {
    slot: 'TOOLS',
    file: 'TOOLS.md',
    element: 'tool-guidance',
    half: 'directives',
    stability: 'fixed',
    sharedBy: 'bot',
    priority: 800,
    requiredWhenPresent: false,
    trust: 'operator',
    audience: 'public',
  },
  {
    slot: 'USER',
    file: 'USER.md',
    element: 'user',
    wrapper: 'user-data',
    half: 'context',
    stability: 'session',
    sharedBy: 'user',
    priority: 600,
    requiredWhenPresent: false,
    trust: 'user',
    audience: 'owner',
  },
  {
    slot: 'MEMORY',
    file: 'MEMORY.md',
    element: 'memory',
    wrapper: 'memory-data',
    half: 'context',
    stability: 'session',
    sharedBy: 'user',
    priority: 500,
    requiredWhenPresent: false,
    trust: 'user',
    audience: 'owner',
  },
]

/** Priorities of the sections that are not slots. */
export const PRIORITY = {
  metacognition: 1000,
  project: 700,
  skills: 400,
  guidance: 300,
  environment: 200,
} as const

/** Looks a slot up by its name or file name, ignoring case; `undefined` when there is none. */
export function findSlot(name: string): SlotDefinition | undefined {
  const key = name.trim().toLowerCase().replace(/\.md$/, '')
  return SLOTS.find((slot) => slot.slot.toLowerCase() === key)
}
