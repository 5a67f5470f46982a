import type { Diagnostic } from '../model/diagnostic.ts'

const MAX_LISTED = 10

/**
 * Keeps the first ten findings of a rule in one file and sums the rest up in one,
 * at the place of the first of them, so that a generated file does not bury the
 * findings of all others.
 */
export function limitFindings(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const byFile = new Map<string, Diagnostic[]>()
  for (const one of findings) {
    const key = `${one.severity} ${one.source?.path ?? ''}`
    const known = byFile.get(key)
    if (known) known.push(one)
    else byFile.set(key, [one])
  }
  return [...byFile.values()].flatMap((group) => {
    const next = group[MAX_LISTED]
    if (!next) return group
    const count = group.length - MAX_LISTED
    const message = `${count} more ${count === 1 ? 'place' : 'places'} like these ${count === 1 ? 'follows' : 'follow'} from here`
    return [...group.slice(0, MAX_LISTED), { ...next, message }]
  })
}
