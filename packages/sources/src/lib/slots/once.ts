/** Makes what belongs to a key at the first request for it, and gives the same to every later one. */
export function once<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}
