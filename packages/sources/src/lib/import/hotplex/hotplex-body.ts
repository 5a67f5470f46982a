/** Bytes that HotPlex reads of one file. */
export const HOTPLEX_FILE_BYTES = 8000

/**
 * What HotPlex makes of a file before it cuts: a block between a first line of
 * `---` and the next such line goes, and with it carriage returns, leading blank
 * lines and the last line end. Without such a block the text stays as it is.
 */
export function hotplexBody(text: string): string {
  if (!/^---[\r\n]/.test(text)) return text
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  const end = lines.indexOf('---', 1)
  if (end < 0) return text
  return lines
    .slice(end + 1)
    .join('\n')
    .replace(/^\n+/, '')
    .replace(/\n$/, '')
}
