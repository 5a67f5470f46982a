/** A key of a TOML file with its line. */
export interface TomlKey {
  /** Dotted, with the table that it stands in. */
  readonly key: string
  /** 1-based. */
  readonly line: number
}

const KEY =
  /^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=(.*)$/
const TABLE = /^\s*\[\[?\s*([^\]]+?)\s*\]?\]/

/** Lists the keys of a TOML file for a report. Values are skipped, texts of several lines included. */
export function tomlKeys(text: string): readonly TomlKey[] {
  const keys: TomlKey[] = []
  let table = ''
  let closing: string | null = null
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (closing !== null) {
      if (line.includes(closing)) closing = null
      continue
    }
    const entered = TABLE.exec(line)?.[1]
    if (entered !== undefined && !KEY.test(line)) {
      table = entered
      continue
    }
    const [, key, value = ''] = KEY.exec(line) ?? []
    if (key === undefined) continue
    keys.push({ key: table === '' ? key : `${table}.${key}`, line: index + 1 })
    closing = opensText(value)
  }
  return keys
}

/** The quotes that end a text of several lines which begins here; `null` when it also ends here. */
function opensText(value: string): string | null {
  for (const quotes of ['"""', "'''"]) {
    const start = value.indexOf(quotes)
    if (start >= 0 && value.indexOf(quotes, start + 3) < 0) return quotes
  }
  return null
}
