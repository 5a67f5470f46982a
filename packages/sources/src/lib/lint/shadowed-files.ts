import { type Diagnostic, SLOTS, type SlotInput, type SlotName } from '@onesoul/core'
import type { PlaceNames } from '../slots/list-places.ts'
import { placeName } from './lint-places.ts'

/** The slots of one place, as they were resolved. */
export interface PlacedSlots {
  readonly place: PlaceNames
  readonly slots: readonly SlotInput[]
}

/** Finds files of a wider scope that a narrower one replaces there: meant so, and worth knowing when a rule seems lost. */
export function findShadowed(places: readonly PlacedSlots[]): readonly Diagnostic[] {
  const shared = places.filter(({ place }) => place.bot === null)
  return places.flatMap((narrow) => {
    const wider = shared.filter((other) => isWider(other.place, narrow.place))
    return SLOTS.flatMap(({ slot }) => {
      const own = contentOf(narrow, slot)
      const above = new Set(wider.flatMap((other) => contentOf(other, slot)))
      const hidden = [...above].filter((path) => !own.includes(path))
      return own.length === 0 ? [] : hidden.map((path) => describe(path, own, narrow.place))
    })
  })
}

function contentOf({ slots }: PlacedSlots, wanted: SlotName): readonly string[] {
  return slots.flatMap(({ slot, resolution }) =>
    slot === wanted && resolution.outcome === 'content'
      ? resolution.documents.map((one) => one.ref.path)
      : [],
  )
}

function describe(path: string, own: readonly string[], place: PlaceNames): Diagnostic {
  return {
    code: 'slot.shadowed',
    severity: 'info',
    message: `${path} does not count for ${placeName(place)}: ${own.join(' + ')} takes its place`,
    source: { root: 'configs', path },
    fix: `put \`inherit: append\` into ${own.at(-1) ?? ''} to join the two`,
  }
}

function isWider(other: PlaceNames, place: PlaceNames): boolean {
  if (other.platform === null) return place.platform !== null
  return other.platform === place.platform && other.bot === null && place.bot !== null
}
