/** Sorts what is looked for by the unit that it begins with, in the order given. */
export function byFirstUnit<T>(
  items: readonly T[],
  textOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, readonly T[]>()
  for (const item of items) {
    const unit = textOf(item).charAt(0)
    groups.set(unit, [...(groups.get(unit) ?? []), item])
  }
  return groups
}
