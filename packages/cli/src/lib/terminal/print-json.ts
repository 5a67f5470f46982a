import type { Invocation } from './global-flags.ts'

/** Prints the one JSON document of a command. */
export function printJson({ terminal }: Invocation, document: object): void {
  terminal.out(`${JSON.stringify({ schemaVersion: 1, ...document }, null, 2)}\n`)
}
