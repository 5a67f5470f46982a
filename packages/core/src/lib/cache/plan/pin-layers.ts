import { fingerprint } from './fingerprint.ts'
import { byScope, type PlacedChange } from './layout.ts'
import type { CacheLayer, LayerChange, LayerVersion } from './plan-input.ts'
import type { SessionLedger } from './session-ledger.ts'

/** A layer, and the version that the session's conversation began with. */
export interface PinnedLayer {
  readonly layer: CacheLayer
  readonly sent: LayerVersion
  /** Whether the pinned version is not the current one. */
  readonly isOld: boolean
  /** Whether the pinned version cannot be sent any more. */
  readonly isLost: boolean
}

/** Every layer in the version that the ledger pins; one that it does not know is pinned to its current one. */
export function pinLayers(
  layers: readonly CacheLayer[],
  ledger: SessionLedger | null,
): readonly PinnedLayer[] {
  return byScope(layers).map((layer) => {
    const pinned =
      ledger && Object.hasOwn(ledger.pinned, layer.id) ? ledger.pinned[layer.id] : undefined
    if (pinned === undefined || pinned === versionPrint(layer.current))
      return unpinned(layer, false)
    const old = layer.older?.find((version) => versionPrint(version) === pinned)
    return old ? { layer, sent: old, isOld: true, isLost: false } : unpinned(layer, true)
  })
}

/** A layer in its current version. */
export function unpinned(layer: CacheLayer, isLost: boolean): PinnedLayer {
  return { layer, sent: layer.current, isOld: false, isLost }
}

export function versionPrint({ version }: LayerVersion): string {
  return fingerprint(version)
}

/** The changes that the ledger says were told, with their blocks; one whose block is gone is left out. */
export function toldChanges(
  layers: readonly CacheLayer[],
  ledger: SessionLedger | null,
): readonly PlacedChange[] {
  const told: PlacedChange[] = []
  const names = layerNames(ledger?.pinned ?? {})
  for (const [name, after, block] of ledger?.changes ?? []) {
    const layer = layers.find(({ id }) => id === names[name])
    const change = layer?.changes?.find((one) => changePrint(one) === block)
    if (layer && change) told.push({ layer: layer.id, change, after })
  }
  return told.sort((one, other) => one.after - other.after)
}

/** Layers in the order in which changes count them. */
export function layerNames(pinned: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(pinned).sort()
}

/** Tells the changes of one layer apart. */
export function changePrint({ block }: LayerChange): string {
  return fingerprint(block.hash).slice(-4)
}

/** The version of a layer that the conversation knows. */
export function knownVersion(pinned: PinnedLayer, told: readonly PlacedChange[]): string {
  const last = told.findLast(({ layer }) => layer === pinned.layer.id)
  return last?.change.to ?? pinned.sent.version
}

/** The words for a layer's change to its current version. */
export function wordsOf({ current, changes }: CacheLayer): LayerChange | undefined {
  return changes?.findLast(({ to }) => to === current.version)
}
