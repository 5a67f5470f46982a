/**
 * The text of a SKILL.md with another description in its frontmatter; every
 * other byte stays. `null`: it has no frontmatter with a description.
 */
export function withDescription(text: string, description: string): string | null {
  const block = /^\uFEFF?---[^\S\n]*[^\n]*\n([\s\S]*?\n)---[^\S\n]*(?:\r?\n|$)/u.exec(text)
  const yaml = block?.[1]
  if (block === null || yaml === undefined) return null
  const key = /^description[ \t]*:/mu.exec(yaml)
  if (key === null) return null
  const start = block[0].indexOf('\n') + 1 + key.index
  const after = text.slice(start)
  // The value goes on in lines that are indented or empty.
  const value = /^[^\n]*\n(?:(?:[ \t][^\n]*|\r?)\n)*/u.exec(after)?.[0] ?? after
  const ending = value.endsWith('\r\n') ? '\r\n' : '\n'
  const line = `description: ${JSON.stringify(description)}${ending}`
  return text.slice(0, start) + line + after.slice(value.length)
}

/** A plain YAML value that a strict reader takes for something else: `Use it: now`. */
export function needsQuotes(text: string): boolean {
  return /^description[ \t]*:[ \t]+[^"'|>\s][^\n]*(?::[ \t]| #)/mu.test(text)
}

/** A description in one line that ends no list it stands in. */
export function toListed(description: string): string {
  return description
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[<>]/gu, (bracket) => (bracket === '<' ? '&lt;' : '&gt;'))
}
