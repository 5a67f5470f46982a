import { SLOTS } from './slots.ts'

const STRUCTURE = [
  'agent-configuration',
  'directives',
  'context',
  'notice',
  'runtime-facts',
  'onesoul',
  'project',
  'project-file',
  'extra',
  'available-skills',
  'platform-guidance',
  'model-guidance',
  'environment',
] as const

/** Names that older prompts and other tools use for the same structure. */
const HISTORICAL = ['hotplex', 'skills'] as const

/**
 * Every element name that no body may open or close, generated from the slot
 * registry so that a new slot is reserved by being declared. Sorted.
 */
export const RESERVED_NAMES: readonly string[] = [
  ...new Set<string>([
    ...STRUCTURE,
    ...HISTORICAL,
    ...SLOTS.flatMap((slot) => (slot.wrapper ? [slot.element, slot.wrapper] : [slot.element])),
  ]),
].sort()
