const NAME = String.raw`(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')`
const KEY = String.raw`${NAME}(?:[ \t]*\.[ \t]*${NAME})*`
const TABLE = new RegExp(String.raw`\[[ \t]*${KEY}[ \t]*\]|\[\[[ \t]*${KEY}[ \t]*\]\]`, 'y')
const ASSIGNMENT = new RegExp(String.raw`${KEY}[ \t]*=[ \t]*`, 'y')
const TEXT = String.raw`"""(?:[^\\]|\\[\s\S])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'`
const PLAIN = String.raw`(?:true|false|[+-]?(?:inf|nan)|[+-]?\d[\w.:+-]*(?: \d\d:[\w.:+-]+)?)(?![\w.-])`
const VALUE = new RegExp(`${TEXT}|${PLAIN}`, 'y')
/** Inside brackets lines end nothing, and an inline table has keys of its own. */
const INSIDE = new RegExp(
  String.raw`${TEXT}|${PLAIN}|[\w-]+(?=[ \t]*[.=])|[,.=\s]+|#[^\n]*|[[\]{}]`,
  'y',
)
const BLANK = /[ \t]*/y
const LINE_END = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y

/**
 * The 1-based line of the first statement that cannot be TOML; `null` when there
 * is none. What only a whole parser sees, such as a key that stands twice, is not looked for.
 */
export function tomlFault(text: string): number | null {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    const start = skip(BLANK, text, at) ?? at
    const end = skip(LINE_END, text, skipStatement(text, start) ?? start)
    if (end === null) return text.slice(0, start).split('\n').length
    at = end
  }
  return null
}

/** Where a pattern that matches right there ends; `null` when it does not match. */
function skip(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

/** Where a table's head or a key with its value ends; `null` when there is neither. */
function skipStatement(text: string, at: number): number | null {
  const table = skip(TABLE, text, at)
  if (table !== null) return table
  const value = skip(ASSIGNMENT, text, at)
  if (value === null) return null
  return /[[{]/.test(text.charAt(value)) ? skipBrackets(text, value) : skip(VALUE, text, value)
}

function skipBrackets(text: string, start: number): number | null {
  const open: string[] = []
  let at = start
  do {
    const end = skip(INSIDE, text, at)
    if (end === null) return null
    const token = text.slice(at, end)
    if (token === '[') open.push(']')
    else if (token === '{') open.push('}')
    else if ((token === ']' || token === '}') && open.pop() !== token) return null
    at = end
  } while (open.length > 0)
  return at
}
