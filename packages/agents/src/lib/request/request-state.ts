import type { GapModel, HeadLedger, SessionLedger } from '@onesoul/core/cache'
import type { WireBlock } from './wire-block.ts'

/** What a layer held when a request was sent. */
export interface KeptVersion {
  readonly version: string
  readonly blocks: readonly WireBlock<unknown>[]
}

/** How a conversation was told that a layer changed. */
export interface KeptChange {
  readonly layer: string
  readonly to: string
  readonly block: WireBlock<unknown>
}

/**
 * What one request leaves for the next of its session: JSON as it is, to be stored
 * with the session. It holds the texts of layers that the conversation began with,
 * so that they can be sent again byte for byte.
 */
export interface RequestState {
  readonly schemaVersion: 1
  readonly session?: SessionLedger
  readonly head?: HeadLedger
  readonly gaps?: GapModel
  readonly versions: Readonly<Record<string, readonly KeptVersion[]>>
  readonly changes: readonly KeptChange[]
}

export const NO_STATE: RequestState = { schemaVersion: 1, versions: {}, changes: [] }

/** A state that was stored; what is none, or of another version, counts as none: the session begins cold. */
export function readRequestState(value: unknown): RequestState {
  if (!isRecord(value) || value['schemaVersion'] !== 1) return NO_STATE
  const { versions, changes } = value
  if (!isRecord(versions) || !Array.isArray(changes)) return NO_STATE
  const whole =
    Object.values(versions).every((list) => Array.isArray(list) && list.every(isKeptVersion)) &&
    changes.every(isKeptChange)
  return whole ? (value as unknown as RequestState) : NO_STATE
}

function isKeptVersion(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['version'] === 'string' &&
    Array.isArray(value['blocks']) &&
    value['blocks'].every(isWireBlock)
  )
}

function isKeptChange(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['layer'] === 'string' &&
    typeof value['to'] === 'string' &&
    isWireBlock(value['block'])
  )
}

function isWireBlock(value: unknown): boolean {
  if (!isRecord(value) || !('value' in value) || !isRecord(value['block'])) return false
  const { hash, tokens, part, kind } = value['block']
  return (
    typeof hash === 'string' &&
    typeof tokens === 'number' &&
    typeof part === 'string' &&
    typeof kind === 'string'
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
