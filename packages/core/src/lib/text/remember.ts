/** Shorter texts are computed anew: looking them up would cost as much. */
const MIN_CHARS = 128

/**
 * Remembers what a pure function said about the texts that it saw last, until
 * those texts hold more than `maxChars` UTF-16 units together; the oldest goes
 * first. The result is as without it, so a composition stays a function of its input.
 */
export function rememberByText<T>(
  compute: (text: string) => T,
  maxChars: number,
): (text: string) => T {
  return rememberBy((text: string) => text, compute, maxChars)
}

/** {@link rememberByText} for something that is wholly told by one text in it. */
export function rememberBy<A, T>(
  textOf: (subject: A) => string,
  compute: (subject: A) => T,
  maxChars: number,
): (subject: A) => T {
  const known = new Map<string, T>()
  let held = 0
  return (subject) => {
    const text = textOf(subject)
    if (text.length < MIN_CHARS || text.length > maxChars) return compute(subject)
    const found = known.get(text)
    if (found !== undefined) return found
    const value = compute(subject)
    known.set(text, value)
    held += text.length
    for (const oldest of known.keys()) {
      if (held <= maxChars) break
      known.delete(oldest)
      held -= oldest.length
    }
    return value
  }
}
