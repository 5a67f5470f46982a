import { countChars, estimateTokens, type Manifest } from '@onesoul/core'
import type { UserSource } from '../port/inspection.ts'
import type { RecordedRequest, RequestKind } from '../port/request.ts'
import type { AgentTraits } from '../port/traits.ts'
import { modelOf } from '../wire/model-of.ts'
import { readSlots } from '../wire/read-slots.ts'
import type { Slot } from '../wire/slot.ts'
import { compareTurns } from './compare-turns.ts'
import { expectedSections } from './expected-section.ts'
import { judgeNative, type NativeDocument } from './judge-native.ts'
import { judgeSection } from './judge-sections.ts'
import { type KnownTexts, labelSpans } from './label-spans.ts'
import { locateDelivery } from './locate-delivery.ts'
import type { Receipt, ReceiptSlot } from './receipt.ts'

/** What was meant to reach the model: the same for every request of a run. */
export interface Delivery {
  readonly agent: { readonly id: string; readonly version: string }
  readonly traits: Pick<AgentTraits, 'hedges'>
  /** Exactly what must stand on the wire: `plan.delivered`. */
  readonly delivered: string
  /**
   * Texts that superseded parts of what a session began with, and stand behind
   * it: what an earlier text says of a section in them no longer counts. Default: none.
   */
  readonly updates?: readonly string[]
  /** The composition's text, which the spans of `manifest` are ranges of. */
  readonly text: string
  readonly manifest: Manifest
  /** Texts of the files that the agent reads itself. Default: none, and they are not judged. */
  readonly natives?: readonly NativeDocument[]
  /** Default: none. */
  readonly userSources?: readonly UserSource[]
  /** A turn of a recorded bare run of the same version and model; tells the vendor's text from unknown text. */
  readonly bare?: RecordedRequest
  /** Puts the vendor's text into the receipt, not only its hash. Default: false. */
  readonly keepVendorText?: boolean
  /** Default: `wire`. */
  readonly level?: 'wire' | 'client'
}

export interface ReceiptInput extends Delivery {
  readonly request: RecordedRequest
  readonly kind: RequestKind
  /** The turn before this one. */
  readonly previous?: RecordedRequest
}

/**
 * Says what stands where in one request. Sections are judged when its kind is
 * `turn`; of any other kind it is named and measured only. Pure.
 */
export function buildReceipt(input: ReceiptInput): Receipt {
  const slots = readSlots(input.request)
  const isHedged = (slot: Slot): boolean =>
    input.traits.hedges.some((hedge) => hedge !== '' && slot.text.includes(hedge))
  const known = readKnownTexts(input, slots, isHedged)
  const labelled = slots.map(
    (slot): ReceiptSlot => ({
      path: slot.path,
      level: slot.level,
      role: slot.role,
      hedged: isHedged(slot),
      cache: slot.cache,
      chars: countChars(slot.text),
      tokens: estimateTokens(slot.text),
      spans: labelSpans(slot, known),
    }),
  )
  return {
    schemaVersion: 1,
    level: input.level ?? 'wire',
    offsets: 'utf16',
    agent: { id: input.agent.id, version: input.agent.version },
    request: nameRequest(input.request, input.kind),
    slots: labelled,
    sections: input.kind.kind === 'turn' ? [...known.ours, ...known.natives] : [],
    changedSince: input.previous
      ? {
          request: input.previous.index,
          ...compareTurns(readSlots(input.previous), slots, labelled),
        }
      : null,
  }
}

/** A request by its number, kind and model. */
export function nameRequest(
  request: RecordedRequest,
  { kind, name }: RequestKind,
): Receipt['request'] {
  return {
    index: request.index,
    kind,
    ...(name === undefined ? {} : { name }),
    model: modelOf(request),
  }
}

function readKnownTexts(
  input: ReceiptInput,
  slots: readonly Slot[],
  isHedged: (slot: Slot) => boolean,
): KnownTexts {
  const copies = locateDelivery(slots, input.delivered)
  const base = input.delivered.indexOf(input.text)
  const updates = (input.updates ?? []).flatMap((text) => locateDelivery(slots, text))
  const search = { slots, copies, updates, base, isHedged }
  const vendorTexts = input.bare ? readSlots(input.bare).map((slot) => slot.text.trim()) : []
  return {
    copies,
    ours: expectedSections(input.manifest, input.text).map((section) =>
      judgeSection(section, search),
    ),
    natives: (input.natives ?? []).map((native) => judgeNative(native, slots, isHedged)),
    userSources: input.userSources ?? [],
    vendorTexts: new Set(vendorTexts),
    keepVendorText: input.keepVendorText ?? false,
  }
}
