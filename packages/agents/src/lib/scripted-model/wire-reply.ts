/** An answer as it goes over the wire: its frames joined are the body. */
export interface WireReply {
  readonly status: number
  readonly contentType: string
  readonly frames: readonly string[]
}

export function jsonReply(body: unknown, status = 200): WireReply {
  return { status, contentType: 'application/json', frames: [JSON.stringify(body)] }
}

export function streamReply(frames: readonly string[]): WireReply {
  return { status: 200, contentType: 'text/event-stream', frames }
}

/** A server-sent event whose name is also the `type` of its data. */
export function typedEvent(type: string, data: Readonly<Record<string, unknown>>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
}

/** A failure in a shape that the clients of every protocol understand. */
export function failureReply(status: number, message: string, type = 'api_error'): WireReply {
  return jsonReply({ type: 'error', error: { type, code: type, message } }, status)
}

/** The words of a text with their white space; joined they are the text. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? []
}
