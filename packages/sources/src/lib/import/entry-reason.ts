/** Why an entry of a set-up stays behind, by its name; `otherwise` for a name that the table does not hold itself. */
export function entryReason(
  name: string,
  table: Readonly<Record<string, string>>,
  otherwise: string,
): string {
  return Object.hasOwn(table, name) ? (table[name] ?? otherwise) : otherwise
}
