import { createHash } from 'node:crypto'
import {
  type CacheLayer,
  type CachePlan,
  type CacheProfile,
  type CacheScope,
  type CacheSettings,
  type PlanNames,
  type PlannedMark,
  planCache,
  type TurnHint,
} from '@onesoul/core/cache'
import type { KeptChange, KeptVersion, RequestState } from './request-state.ts'
import type { WireBlock } from './wire-block.ts'

/** A part of a request that changes as one. */
export interface RequestLayer<Value> {
  /** Unique in a request, as `tools`. */
  readonly id: string
  readonly scope: Exclude<CacheScope, 'turn'>
  readonly blocks: readonly WireBlock<Value>[]
  /** What tells a conversation that began with another version of this one; absent: nothing can. */
  readonly change?: WireBlock<Value>
}

export interface RequestToPlan<Value> {
  readonly layers: readonly RequestLayer<Value>[]
  readonly history: readonly WireBlock<Value>[]
  readonly volatile: readonly WireBlock<Value>[]
  readonly profile: CacheProfile
  readonly names: PlanNames
  readonly state: RequestState
  readonly hint?: TurnHint
  readonly settings?: CacheSettings
  /** Seconds. */
  readonly at: number
}

/** A block at its place in the request. */
export interface PlacedBlock<Value> extends WireBlock<Value> {
  readonly from: 'layer' | 'history' | 'change' | 'volatile'
  /** Its place in the history; -1 for what is no part of it. */
  readonly at: number
  readonly mark: PlannedMark | null
}

export interface PlannedRequest<Value> {
  readonly plan: CachePlan
  readonly blocks: readonly PlacedBlock<Value>[]
  /** The state when the provider has answered. */
  readonly next: RequestState
}

/** Plans a request and puts its blocks in the order of the plan, with its marks on them. */
export function planRequest<Value>(request: RequestToPlan<Value>): PlannedRequest<Value> {
  const { state, history, volatile, profile, names, hint, settings, at } = request
  const layers = request.layers.map((layer) => versionsOf(layer, state))
  const plan = planCache({
    profile,
    names,
    layers: layers.map(toCacheLayer),
    history: history.map(({ block }) => block),
    volatile: volatile.map(({ block }) => block),
    at,
    ...(state.session && { session: state.session }),
    ...(state.head && { head: state.head }),
    ...(state.gaps && { gaps: state.gaps }),
    ...(hint && { hint }),
    ...(settings && { settings }),
  })
  const blocks = placeBlocks<Value>(plan, { layers, history, volatile })
  return { plan, blocks, next: nextState(plan, layers) }
}

/** Without a closure for each: of a long conversation there are thousands. */
function placeBlocks<Value>(
  { segments, marks }: CachePlan,
  sources: Sources,
): readonly PlacedBlock<Value>[] {
  const placed: PlacedBlock<Value>[] = []
  const marked = new Map(marks.map((mark) => [mark.index, mark]))
  for (const segment of segments) {
    const { from, start, end, offset } = segment
    const wires = wiresOf(segment, sources)
    for (let index = start; index < end; index++) {
      const at = offset + index - start
      const wire = wires[at]
      if (wire === undefined) throw new RangeError('the plan names a block that is not there')
      placed.push({
        value: wire.value as Value,
        block: wire.block,
        from,
        at: from === 'history' ? at : -1,
        mark: marked.get(index) ?? null,
      })
    }
  }
  return placed
}

interface LayerVersions {
  readonly id: string
  readonly scope: RequestLayer<unknown>['scope']
  readonly current: KeptVersion
  /** Without the current one. */
  readonly older: readonly KeptVersion[]
  readonly changes: readonly KeptChange[]
}

function versionsOf(
  { id, scope, blocks, change }: RequestLayer<unknown>,
  state: RequestState,
): LayerVersions {
  const version = versionOf(blocks)
  const kept = Object.hasOwn(state.versions, id) ? (state.versions[id] ?? []) : []
  const told = state.changes.filter(({ layer, to }) => layer === id && to !== version)
  const again = state.changes.find(({ layer, to }) => layer === id && to === version)
  const news = again ?? (change && { layer: id, to: version, block: change })
  return {
    id,
    scope,
    current: { version, blocks },
    older: kept.filter((one) => one.version !== version),
    changes: news ? [...told, news] : told,
  }
}

function versionOf(blocks: readonly WireBlock<unknown>[]): string {
  const hashes = blocks.map(({ block }) => block.hash).join('\0')
  return createHash('sha256').update(hashes).digest('hex').slice(0, 32)
}

function toCacheLayer({ id, scope, current, older, changes }: LayerVersions): CacheLayer {
  return {
    id,
    scope,
    current: toCacheVersion(current),
    older: older.map(toCacheVersion),
    changes: changes.map(({ to, block }) => ({ to, block: block.block })),
  }
}

function toCacheVersion({ version, blocks }: KeptVersion): CacheLayer['current'] {
  return { version, blocks: blocks.map(({ block }) => block) }
}

type Segment = CachePlan['segments'][number]

interface Sources {
  readonly layers: readonly LayerVersions[]
  readonly history: readonly WireBlock<unknown>[]
  readonly volatile: readonly WireBlock<unknown>[]
}

function wiresOf(
  { from, layer, version }: Segment,
  { layers, history, volatile }: Sources,
): readonly WireBlock<unknown>[] {
  if (from === 'history') return history
  if (from === 'volatile') return volatile
  const found = layers.find(({ id }) => id === layer)
  if (from === 'change') {
    return (found?.changes ?? []).filter(({ to }) => to === version).map(({ block }) => block)
  }
  const versions = found ? [found.current, ...found.older] : []
  return versions.find((one) => one.version === version)?.blocks ?? []
}

/** What of the texts can be asked for again: the versions that are sent, and the changes that were told. */
function nextState(plan: CachePlan, layers: readonly LayerVersions[]): RequestState {
  const isSent = (from: Segment['from'], id: string, version: string): boolean =>
    plan.segments.some((one) => one.from === from && one.layer === id && one.version === version)
  const versions = layers.map(({ id, current, older }) => {
    return [id, [current, ...older].filter((one) => isSent('layer', id, one.version))] as const
  })
  const changes = layers.flatMap((one) => one.changes)
  return {
    schemaVersion: 1,
    session: plan.next.session,
    head: plan.next.head,
    gaps: plan.next.gaps,
    versions: Object.fromEntries(versions),
    changes: changes.filter(({ layer, to }) => isSent('change', layer, to)),
  }
}
