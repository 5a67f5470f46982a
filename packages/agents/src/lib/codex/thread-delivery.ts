import { isObject, type JsonObject, textAt, valueAt } from './json-value.ts'

/** What goes into the threads of one run. Plain data, part of a plan. */
export interface ThreadDelivery {
  /** The person's own developer instructions and ours, as one value. */
  readonly developerInstructions: string
  /** Ours alone. */
  readonly delivered: string
  /** Texts that superseded parts of what a resumed thread began with, oldest first. */
  readonly updates: readonly string[]
  /** Parameters for a new thread, where the client leaves them open. */
  readonly thread: JsonObject
  /** Configuration under the client's: the values of `--profile`. */
  readonly profile: JsonObject
  /** Configuration over the client's: the recorder in front of the model. */
  readonly recorder: JsonObject
  /** Folders of skills beside those that Codex finds by itself. */
  readonly skillRoots: readonly string[]
}

const THREAD_METHODS: ReadonlySet<unknown> = new Set([
  'thread/start',
  'thread/resume',
  'thread/fork',
])

/** Parameters that a resumed or forked thread may get anew. */
const RESUMABLE: ReadonlySet<string> = new Set(['model', 'sandbox'])

/**
 * Says whether a client's message opens a thread that a person talks in.
 * Codex opens others for itself, a title for the session say, with a
 * `threadSource` of their own; those keep what Codex gives them.
 */
export function opensPersonsThread(message: JsonObject): boolean {
  if (!THREAD_METHODS.has(valueAt(message, 'method'))) return false
  const source = textAt(message, 'params', 'threadSource')
  return source === null || source === 'user'
}

/**
 * Puts a delivery into a client's message; every message that opens no thread
 * is returned as it is. The developer instructions also go into `thread/resume`
 * and `thread/fork`: the history brings its own, but the next compaction builds
 * the context anew from the parameter. Pure.
 */
export function deliverInto(message: JsonObject, delivery: ThreadDelivery): JsonObject {
  const { method } = message
  if (!THREAD_METHODS.has(method)) return message
  const params = objectOf(valueAt(message, 'params'))
  const config = {
    ...delivery.profile,
    ...objectOf(valueAt(params, 'config')),
    ...delivery.recorder,
  }
  if (!opensPersonsThread(message)) return { ...message, params: { ...params, config } }
  const starts = method === 'thread/start'
  const open = Object.entries({ ...delivery.thread, ...(starts && { threadSource: 'user' }) })
    .filter(([key]) => params[key] === undefined || params[key] === null)
    .filter(([key]) => starts || RESUMABLE.has(key))
  const { developerInstructions } = delivery
  return {
    ...message,
    params: { ...params, ...Object.fromEntries(open), config, developerInstructions },
  }
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}
