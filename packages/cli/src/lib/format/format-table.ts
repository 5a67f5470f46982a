import { displayWidth, padEnd } from './columns.ts'

/** Rows with their columns aligned, two blanks apart; the last cell of a row has any width. No line end at the end. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => (row.length > column + 1 ? displayWidth(row[column] ?? '') : 0))),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => padEnd(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
