import type { Diagnostic } from '@onesoul/core'

/** A diagnostic with the prompts that it holds for. */
export interface LintFinding extends Diagnostic {
  /** `slack/dev-bot`, `slack`, or `global`; empty for what concerns the folder as a whole. */
  readonly places: readonly string[]
}

/** Findings, each once, with every place that it was found for. */
export class FindingList {
  readonly #found = new Map<string, { readonly one: Diagnostic; readonly places: Set<string> }>()

  add(place: string | null, diagnostics: readonly Diagnostic[]): void {
    for (const one of diagnostics) {
      const { source } = one
      const at = source?.path ?? ''
      // The same trouble is told with and without its line by those who meet it at different steps.
      const key = `${one.code} ${at} ${source?.line ?? ''} ${one.message}`
      const known = this.#found.get(key) ?? { one, places: new Set<string>() }
      if (place !== null) known.places.add(place)
      this.#found.set(key, known)
    }
  }

  sorted(): readonly LintFinding[] {
    const rank = { error: 0, warning: 1, info: 2 }
    return [...this.#found.values()]
      .map(({ one, places }) => ({ ...one, places: [...places] }))
      .sort(
        (a, b) =>
          compareText(a.source?.path ?? '', b.source?.path ?? '') ||
          (a.source?.line ?? 0) - (b.source?.line ?? 0) ||
          rank[a.severity] - rank[b.severity] ||
          compareText(a.message, b.message),
      )
  }
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
