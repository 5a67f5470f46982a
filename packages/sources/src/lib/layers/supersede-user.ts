export interface UserChange {
  /** Name of the file, for the model. */
  readonly file: string
  /** Text in the system prompt; `null` or empty: none. */
  readonly before: string | null
  readonly now: string | null
}

/** Puts what USER says now before a message, when the system prompt no longer says it. */
export function supersedeUser(message: string, { file, before, now }: UserChange): string {
  if ((before ?? '') === (now ?? '')) return message
  const head = now
    ? `${file} changed. This replaces the user preferences that you began with, if there were any:\n\n# User Preferences\n\n${now}`
    : `${file} is empty or gone. The user preferences that you began with no longer hold.`
  return `${head}\n\n---\n\n${message}`
}
