/**
 * Makes JSON5 readable as YAML in flow style, which knows unquoted keys, single
 * quotes and trailing commas: comments become blanks, a colon gets one after it.
 * Lines stay where they are.
 */
export function json5ToYaml(text: string): string {
  const tokens =
    /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\/[^\n]*|\/\*[\s\S]*?\*\/|:(?!\s)/g
  return text.replace(tokens, (token) => {
    if (token === ':') return ': '
    return token.startsWith('/') ? token.replace(/[^\n]/g, ' ') : token
  })
}
