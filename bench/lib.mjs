import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const execute = promisify(execFile)

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

export function stats(values) {
  return { min: Math.min(...values), median: median(values) }
}

/** Prints rows as aligned columns; the first row is the heading. */
export function printTable(title, rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  console.log(`\n${title}`)
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
    )
    console.log(`  ${cells.join('   ')}`.trimEnd())
  }
}

export const ms = (value) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`

/** Runs a script in a fresh process and returns the JSON that it prints last. */
export async function inProcess(script, args = [], options = {}) {
  const { stdout } = await execute(process.execPath, [...(options.node ?? []), script, ...args], {
    cwd: root,
    maxBuffer: 1e8,
    ...options,
  })
  return JSON.parse(stdout.trim().split('\n').at(-1))
}
