/** The words of a list that is written with blanks between them. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
