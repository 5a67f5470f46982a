import { countChars, type Diagnostic, type SlotName } from '@onesoul/core'
import { DEFAULT_CONFIG } from '../config/settings.ts'
import { listPlaces, type PlaceNames } from '../slots/list-places.ts'
import { resolveSlots } from '../slots/resolve-slots.ts'

/** One slot as some target gets it. Joined parts count as one. */
export interface MeasuredSlot extends PlaceNames {
  readonly slot: SlotName
  /** The files, relative to the configs folder, in reading order. */
  readonly paths: readonly string[]
  /** Code points of the bodies; 0 for a slot that is cleared. */
  readonly chars: number
}

export interface ConfigsMeasure {
  /** Each set of files once, the longest first. */
  readonly slots: readonly MeasuredSlot[]
  /** Those over `perFile`. */
  readonly over: readonly MeasuredSlot[]
  /** The most code points that one target gets in all slots together. */
  readonly largestTotal: number
  /** Limits that keep every file whole; a limit that suffices is absent. */
  readonly proposal: { readonly perFile?: number; readonly total?: number }
  /** Trouble met while reading, each once. */
  readonly diagnostics: readonly Diagnostic[]
}

export interface MeasureOptions {
  readonly userHome: string
  /** Default: the default budget. */
  readonly limits?: { readonly perFile: number; readonly total: number }
  readonly suffixFiles?: 'off' | 'append'
  readonly allowedRoots?: readonly string[]
}

/** Measures an agent-configs folder before its first run, so that nothing in it is cut unseen. */
export async function measureConfigs(
  configsDir: string,
  options: MeasureOptions,
): Promise<ConfigsMeasure> {
  const limits = options.limits ?? DEFAULT_CONFIG.budget
  const slots = new Map<string, MeasuredSlot>()
  const found = new Map<string, Diagnostic>()
  let largestTotal = 0
  for (const names of await listPlaces(configsDir)) {
    const { measured, diagnostics } = await measurePlace(configsDir, names, options)
    for (const slot of measured) {
      const key = slot.paths.join('\n')
      if (!slots.has(key)) slots.set(key, slot)
    }
    for (const one of diagnostics) found.set(`${one.code} ${one.message}`, one)
    largestTotal = Math.max(largestTotal, sum(measured.map((slot) => slot.chars)))
  }
  const sorted = [...slots.values()].sort((a, b) => b.chars - a.chars)
  const over = sorted.filter((slot) => slot.chars > limits.perFile)
  const longest = over[0]?.chars ?? 0
  return {
    slots: sorted,
    over,
    largestTotal,
    proposal: {
      ...(longest > limits.perFile && { perFile: roundUp(longest) }),
      ...(largestTotal > limits.total && { total: roundUp(largestTotal) }),
    },
    diagnostics: [...found.values()],
  }
}

async function measurePlace(
  configsDir: string,
  names: PlaceNames,
  options: MeasureOptions,
): Promise<{ measured: readonly MeasuredSlot[]; diagnostics: readonly Diagnostic[] }> {
  const { slots, diagnostics } = await resolveSlots({
    place: {
      configsDir,
      ...names,
      userHome: options.userHome,
      allowedRoots: options.allowedRoots ?? [],
      suffixFiles: options.suffixFiles ?? 'off',
    },
    excluded: new Map(),
    required: new Set(),
  })
  const measured = slots.flatMap(({ slot, resolution }): MeasuredSlot[] => {
    if (!('documents' in resolution)) return []
    const { documents } = resolution
    const bodies = documents.map(({ text, body }) => countChars(text.slice(body.start, body.end)))
    // Parts are joined by a blank line.
    const chars = sum(bodies) + 2 * (documents.length - 1)
    return [{ ...names, slot, paths: documents.map((document) => document.ref.path), chars }]
  })
  return { measured, diagnostics }
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}

/** The next full thousand leaves room for a sentence or two. */
function roundUp(chars: number): number {
  return Math.ceil((chars + 1) / 1000) * 1000
}
