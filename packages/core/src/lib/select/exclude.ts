import type { Diagnostic } from '../model/diagnostic.ts'
import { findSlot, SLOTS, type SlotName } from '../model/slots.ts'
import { escapeForDisplay } from '../text/escape-for-display.ts'
import { suggest } from '../text/suggest.ts'

/** The exclude lists of the three levels; absent means inherit. */
export interface ExcludeLevels {
  readonly bot?: ExcludeList
  readonly platform?: ExcludeList
  readonly global?: ExcludeList
}

/** A list with the place where it stands, e.g. `bots[dev-bot].exclude`. */
export interface ExcludeList {
  readonly names: readonly string[]
  readonly where: string
}

export interface Exclusion {
  readonly slots: ReadonlySet<SlotName>
  /** The list that decided, e.g. `bots[dev-bot].exclude`; empty when there is none. */
  readonly by: string
}

/**
 * Decides which slots are left out: the bot's list, else the platform's, else
 * the global one. A list replaces, it never adds; `[]` clears. Unknown names
 * are ignored here and are errors in `checkExclude`.
 */
export function resolveExclude(levels: ExcludeLevels): Exclusion {
  const list = levels.bot ?? levels.platform ?? levels.global
  if (!list) return { slots: new Set(), by: '' }
  const slots = list.names.flatMap((name) => findSlot(name)?.slot ?? [])
  return { slots: new Set(slots), by: list.where }
}

/**
 * Reports every name in a list that is no slot. An unknown name is an error,
 * because a misspelt exclusion would inject the very file it was meant to keep out.
 */
export function checkExclude(list: ExcludeList): readonly Diagnostic[] {
  return list.names.filter((name) => !findSlot(name)).map((name) => unknownName(name, list.where))
}

function unknownName(name: string, where: string): Diagnostic {
  const files = SLOTS.map((slot) => slot.file)
  const meant = suggest(name, [...files, ...SLOTS.map((slot) => slot.slot)])
  return {
    code: 'exclude.unknown',
    severity: 'error',
    message: `${where}: ${escapeForDisplay(name)} is no slot${meant ? `; did you mean ${meant}?` : ''}`,
    fix: `use one of ${files.join(', ')}`,
  }
}
