import type { CacheBlock } from '../model/cache-block.ts'
import type { PlanReason } from './cache-plan.ts'
import { type PlacedChange, placeOfChange } from './layout.ts'
import { knownVersion, type PinnedLayer, unpinned, wordsOf } from './pin-layers.ts'
import type { LayerChange } from './plan-input.ts'
import { draftOf, type PlanDraft, type PlanState } from './plan-state.ts'
import { count } from './words.ts'

/** Changes that a ledger has room for. */
const MOST_CHANGES = 40

/** A layer whose current version the conversation does not know, and the words for it. */
interface OpenChange {
  readonly pinned: PinnedLayer
  readonly words: LayerChange | undefined
}

/**
 * Rule 2: a layer that changed stays as it is while the conversation behind it is in the cache, and the change travels
 * in the conversation; when the cache is cold anyway, or carrying the changes costs more than writing the conversation
 * again, the layer's new version takes its place and the changes go.
 */
export function settleChanges(state: PlanState, draft: PlanDraft): PlanDraft {
  const { known, layout, layers, changes } = draft
  for (const { layer, isLost } of layers) {
    if (isLost)
      say(state, 'version-lost', {
        layer: layer.id,
        text: `${layer.id} changed, and the version that this session began with was not kept: the current one is sent`,
      })
  }
  const warm = known.alive.at(-1)?.index ?? -1
  if (warm < layout.layersEnd) return foldAll(state, draft)
  const told = changesWithin(draft, known.seen)
  const open = openChanges(draft, told)
  const isSettled = told.length === changes.length && open.length === 0
  if (isSettled || (state.kind === 'compaction' && told.length === changes.length)) {
    sayFrozen(state, layers, told)
    return draft
  }
  const fold = told.length + open.length > MOST_CHANGES ? 0 : foldCost(state, draft, open)
  const keep = keepCost(state, told, open)
  if (fold < keep) return foldNow(state, draft, { open, fold, keep })
  const tell = state.kind === 'compaction' ? [] : open
  return draftOf(state, layers, [...told, ...placed(state, draft, tell)])
}

/** The cache is cold below the layers: their current versions cost nothing more. */
function foldAll(state: PlanState, draft: PlanDraft): PlanDraft {
  const old = draft.layers.filter(
    ({ layer, isOld }) => isOld || draft.changes.some((one) => one.layer === layer.id),
  )
  if (old.length === 0) return draft
  for (const { layer } of old) {
    say(state, 'layer-folded', {
      layer: layer.id,
      text: `${layer.id} changed before, and the conversation has to be written anyway: its current version is sent, and what told the change is left out`,
    })
  }
  return draftOf(
    state,
    draft.layers.map(({ layer }) => unpinned(layer, false)),
    [],
  )
}

/** Changes in the part of the conversation that an earlier request had too. */
function changesWithin({ layout, changes }: PlanDraft, seen: number): readonly PlacedChange[] {
  const places = layout.segments.filter(({ from }) => from === 'change')
  return changes.filter((_, at) => (places[at]?.start ?? Number.POSITIVE_INFINITY) < seen)
}

function openChanges({ layers }: PlanDraft, told: readonly PlacedChange[]): readonly OpenChange[] {
  return layers
    .filter((pinned) => knownVersion(pinned, told) !== pinned.layer.current.version)
    .map((pinned) => ({ pinned, words: wordsOf(pinned.layer) }))
}

/** What writing the cached conversation again costs, from the first changed layer on. */
function foldCost({ input }: PlanState, draft: PlanDraft, open: readonly OpenChange[]): number {
  if (open.some(({ words }) => !words)) return Number.NEGATIVE_INFINITY
  const { layout, prefix, known, changes } = draft
  const deepest = known.alive.at(-1)
  const changed = layout.segments.find(
    ({ from, layer }) =>
      from === 'layer' &&
      (open.some(({ pinned }) => pinned.layer.id === layer) ||
        changes.some((change) => change.layer === layer)),
  )
  if (!deepest || !changed) return Number.POSITIVE_INFINITY
  const cached = prefix.tokensTo(deepest.index) - prefix.tokensTo(changed.start - 1)
  const write = input.profile.write[deepest.ttl] ?? 1
  return (write - input.profile.read) * cached
}

/** What telling the open changes costs, and reading all that were told in the requests that are still expected. */
function keepCost(
  { input, outlook }: PlanState,
  told: readonly PlacedChange[],
  open: readonly OpenChange[],
): number {
  const { read, write } = input.profile
  const added = tokensOf(open.map(({ words }) => words?.block))
  const carried = tokensOf(told.map(({ change }) => change.block)) + added
  return added * (write['5m'] ?? 1) + carried * read * outlook.expected
}

function tokensOf(blocks: readonly (CacheBlock | undefined)[]): number {
  return blocks.reduce((sum, block) => sum + (block?.tokens ?? 0), 0)
}

function foldNow(
  state: PlanState,
  draft: PlanDraft,
  {
    open,
    fold,
    keep,
  }: { readonly open: readonly OpenChange[]; readonly fold: number; readonly keep: number },
): PlanDraft {
  for (const { pinned, words } of open) {
    const { id } = pinned.layer
    if (words)
      say(state, 'layer-folded', {
        layer: id,
        text: `${id} changed; telling the conversation would cost ${count(keep)} tokens, and writing it again ${count(fold)}: the current version is sent`,
      })
    else
      say(state, 'change-without-words', {
        layer: id,
        text: `${id} changed, and nothing was given that tells the conversation so: the current version is sent, and what stands behind it is written again`,
      })
  }
  return draftOf(
    state,
    draft.layers.map(({ layer }) => unpinned(layer, false)),
    [],
  )
}

/** The open changes, behind all that is in the cache. */
function placed(
  state: PlanState,
  { layout, known }: PlanDraft,
  open: readonly OpenChange[],
): readonly PlacedChange[] {
  const end = (known.alive.at(-1)?.index ?? -1) + 1
  let cachedHistory = 0
  for (const { from, start, end: until, offset } of layout.segments) {
    if (from === 'history' && start < end) cachedHistory = offset + Math.min(until, end) - start
  }
  const after = placeOfChange(state.input.history, cachedHistory)
  return open.flatMap(({ pinned, words }) => {
    if (!words) return []
    const { id } = pinned.layer
    say(state, 'layer-frozen', {
      layer: id,
      tokens: words.block.tokens,
      text: `${id} changed; it stays as it was while the conversation is in the cache, and the change is told in ${count(words.block.tokens)} tokens behind it`,
    })
    return [{ layer: id, change: words, after }]
  })
}

function sayFrozen(
  state: PlanState,
  layers: readonly PinnedLayer[],
  told: readonly PlacedChange[],
): void {
  for (const { layer } of layers) {
    const own = told.filter((change) => change.layer === layer.id)
    if (own.length === 0) continue
    const tokens = tokensOf(own.map(({ change }) => change.block))
    say(state, 'layer-frozen', {
      layer: layer.id,
      tokens: tokens,
      text: `${layer.id} changed before; it stays as it was while the conversation is in the cache, and the change travels as ${count(tokens)} tokens in the conversation`,
    })
  }
}

function say(
  state: PlanState,
  code: string,
  what: Pick<PlanReason, 'text' | 'layer' | 'tokens'>,
): void {
  state.reasons.push({ rule: 'R2', code, ...what })
}
