/** What a failed request means for the next attempt. */
export type Failure =
  | { readonly is: 'retry'; readonly afterMs: number | null; readonly what: string }
  | { readonly is: 'too-long'; readonly what: string }
  | { readonly is: 'final'; readonly what: string }

/** Statuses that say: the same request may succeed later. 529 is Anthropic's for being overloaded. */
const AGAIN: ReadonlySet<number> = new Set([408, 409, 429, 500, 502, 503, 504, 529])

/** Codes of errors that come within an answer, without a status. */
const AGAIN_CODES: ReadonlySet<string> = new Set([
  'api_error',
  'overloaded_error',
  'rate_limit_error',
  'rate_limit_exceeded',
  'server_error',
  'timeout_error',
])

/** Codes by which APIs say that a request is longer than the model takes. */
const TOO_LONG: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'model_context_window_exceeded',
  'request_too_large',
])

/** How APIs without such a code begin the message of their 400. */
const TOO_LONG_MESSAGES = [
  /^prompt is too long\b/u,
  /^The input token count\b.* exceeds the maximum\b/u,
]

/** Codes of a connection that broke. */
const BROKEN: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

/**
 * Reads a failed request by its status, its code and its kind. What a model wrote is
 * never looked at: a text that quotes an error is none. Of a server's words only
 * those of a 400 are, where it has no code for a request that is too long.
 */
export function judgeFailure(error: unknown): Failure {
  const what = error instanceof Error ? error.message : String(error)
  const status = numberOf(error, 'status')
  const codes = codesOf(error)
  if (status === 413 || codes.some((code) => TOO_LONG.has(code)) || isTooLong(error, status)) {
    return { is: 'too-long', what }
  }
  if (status !== null) {
    return AGAIN.has(status)
      ? { is: 'retry', afterMs: retryAfter(error), what }
      : { is: 'final', what }
  }
  const passes = codes.some((code) => BROKEN.has(code) || AGAIN_CODES.has(code))
  const broken = passes || isConnectionError(error)
  return broken ? { is: 'retry', afterMs: null, what } : { is: 'final', what }
}

function isTooLong(error: unknown, status: number | null): boolean {
  if (status !== 400) return false
  const body = field(error, 'error')
  const messages = [body, field(body, 'error')].map((place) => field(place, 'message'))
  return messages.some(
    (one) => typeof one === 'string' && TOO_LONG_MESSAGES.some((pattern) => pattern.test(one)),
  )
}

/** The official SDKs name the error of a connection that broke; so does a stream that ended early. */
function isConnectionError(error: unknown): boolean {
  const names = ['APIConnectionError', 'APIConnectionTimeoutError', 'StreamCutError']
  return error instanceof Error && names.includes(error.constructor.name)
}

/** What is said of an answer that ended before it was whole. */
export const CUT = 'the answer ended before it was whole'

/** An answer that ended before it was whole. */
export class StreamCutError extends Error {
  constructor(message: string = CUT, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StreamCutError'
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function numberOf(value: unknown, name: string): number | null {
  const found = field(value, name)
  return typeof found === 'number' ? found : null
}

/** `code` and `type` of the error, of what the API sent with it, and of what caused it. */
function codesOf(error: unknown): readonly string[] {
  const body = field(error, 'error')
  const places = [error, body, field(body, 'error'), field(error, 'cause')]
  const codes = places.flatMap((place) => [field(place, 'code'), field(place, 'type')])
  return codes.filter((code) => typeof code === 'string')
}

/** Milliseconds that the server asks to wait; null when it does not say. */
function retryAfter(error: unknown): number | null {
  const headers = field(error, 'headers')
  const get = field(headers, 'get')
  const header = (name: string): string | null => {
    const value: unknown =
      typeof get === 'function' ? get.call(headers, name) : field(headers, name)
    return typeof value === 'string' ? value : null
  }
  const ms = Number(header('retry-after-ms') ?? Number.NaN)
  const seconds = Number(header('retry-after') ?? Number.NaN)
  if (ms >= 0) return ms
  return seconds >= 0 ? seconds * 1000 : null
}
