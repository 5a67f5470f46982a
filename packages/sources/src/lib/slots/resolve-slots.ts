import {
  type Diagnostic,
  type HiddenDocument,
  SLOTS,
  type SlotInput,
  type SlotName,
} from '@onesoul/core'
import { checkFolders } from './check-folders.ts'
import { checkNames } from './check-names.ts'
import { resolveSlot } from './resolve-slot.ts'
import type { SlotPlace } from './slot-place.ts'
import { createSlotReader, type SlotReader } from './slot-reader.ts'

export interface ResolveSlotsOptions {
  readonly place: SlotPlace
  /** The excluded slots with the list that excludes each. */
  readonly excluded: ReadonlyMap<SlotName, string>
  readonly required: ReadonlySet<SlotName>
  readonly withHidden?: boolean
  /** Default: the files of the place on disk. */
  readonly reader?: SlotReader
}

export interface ResolvedSlots {
  /** In the order of the registry. */
  readonly slots: readonly SlotInput[]
  readonly diagnostics: readonly Diagnostic[]
  readonly hidden: readonly HiddenDocument[]
}

/** Resolves all five slots of a target, each by itself: trouble with one does not touch the others. */
export async function resolveSlots(options: ResolveSlotsOptions): Promise<ResolvedSlots> {
  const { place, excluded, required, withHidden = false } = options
  const reader = options.reader ?? createSlotReader(place)
  const resolved = await Promise.all(
    SLOTS.map((definition) =>
      resolveSlot(definition, {
        place,
        excludedBy: excluded.get(definition.slot) ?? null,
        required: required.has(definition.slot),
        withHidden,
        reader,
      }),
    ),
  )
  const slots = resolved.map((slot) => slot.input)
  return {
    slots,
    hidden: resolved.flatMap((slot) => slot.hidden),
    diagnostics: [
      ...(await checkFolders(place, reader)),
      ...(await checkNames(place, reader)),
      ...resolved.flatMap((slot) => slot.diagnostics),
      ...mixedScopes(slots),
    ],
  }
}

function mixedScopes(slots: readonly SlotInput[]): readonly Diagnostic[] {
  const byScope = new Map<string, string[]>()
  for (const { slot, resolution } of slots) {
    const documents = 'documents' in resolution ? resolution.documents : []
    for (const scope of new Set(documents.map((document) => document.ref.scope ?? 'global'))) {
      byScope.set(scope, [...(byScope.get(scope) ?? []), slot])
    }
  }
  if (byScope.size < 2) return []
  const list = [...byScope].map(([scope, names]) => `${names.join(', ')} (${scope})`).join('; ')
  const message = `the slots come from different scopes: ${list}`
  return [{ code: 'scope.mixed', severity: 'info', message }]
}
