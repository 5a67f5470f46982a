import {
  countBytes,
  countChars,
  type Diagnostic,
  estimateTokens,
  type SlotName,
} from '@onesoul/core'
import { DEFAULT_CONFIG, type Settings } from '../config/settings.ts'
import { listPlaces, type PlaceNames } from '../slots/list-places.ts'
import { resolveSlots } from '../slots/resolve-slots.ts'
import {
  createSlotFiles,
  createSlotReader,
  type SlotFiles,
  type SlotReader,
} from '../slots/slot-reader.ts'

/** One slot as some target gets it. Joined parts count as one. */
export interface MeasuredSlot extends PlaceNames {
  readonly slot: SlotName
  /** The files, relative to the configs folder, in reading order. */
  readonly paths: readonly string[]
  /** Of the bodies, in the unit of the limits; 0 for a slot that is cleared. */
  readonly size: number
  /** Code points that a file allows itself by `budget` in its frontmatter; `null`: `perFile` holds. */
  readonly ownBudget: number | null
}

export interface ConfigsMeasure {
  /** Each set of files once, the longest first. */
  readonly slots: readonly MeasuredSlot[]
  /** Those over `perFile`, or over their own budget. */
  readonly over: readonly MeasuredSlot[]
  /** The most that one target gets in all slots together. */
  readonly largestTotal: number
  /** Limits that keep every file whole; a limit that suffices is absent. */
  readonly proposal: { readonly perFile?: number; readonly total?: number }
  /** Trouble met while reading, each once. */
  readonly diagnostics: readonly Diagnostic[]
}

type Unit = Settings['budget']['unit']

const COUNT: Readonly<Record<Unit, (text: string) => number>> = {
  chars: countChars,
  bytes: countBytes,
  tokens: estimateTokens,
}

export interface MeasureOptions {
  readonly userHome: string
  /** Default: the default budget. */
  readonly limits?: {
    readonly perFile: number
    readonly total: number
    readonly unit: Unit
  }
  readonly suffixFiles?: 'off' | 'append'
  readonly allowedRoots?: readonly string[]
  /** What was read already. Default: nothing. */
  readonly files?: SlotFiles
  /** Files that do not lie on disk yet, with the places that they make. Default: those of the folder. */
  readonly planned?: { readonly reader: SlotReader; readonly places: readonly PlaceNames[] }
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
  const files = options.files ?? createSlotFiles(configsDir)
  for (const names of options.planned?.places ?? (await listPlaces(configsDir))) {
    const { measured, diagnostics } = await measurePlace(configsDir, names, { ...options, files })
    for (const slot of measured) {
      const key = slot.paths.join('\n')
      if (!slots.has(key)) slots.set(key, slot)
    }
    for (const one of diagnostics) found.set(`${one.code} ${one.message}`, one)
    largestTotal = Math.max(largestTotal, sum(measured.map((slot) => slot.size)))
  }
  const sorted = [...slots.values()].sort((a, b) => b.size - a.size)
  const over = sorted.filter((slot) => slot.size > (slot.ownBudget ?? limits.perFile))
  const longest = over.find((slot) => slot.ownBudget === null)?.size ?? 0
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
  options: MeasureOptions & { readonly files: SlotFiles },
): Promise<{ measured: readonly MeasuredSlot[]; diagnostics: readonly Diagnostic[] }> {
  const place = {
    configsDir,
    ...names,
    userHome: options.userHome,
    allowedRoots: options.allowedRoots ?? [],
    suffixFiles: options.suffixFiles ?? 'off',
  }
  const { slots, diagnostics } = await resolveSlots({
    place,
    excluded: new Map(),
    required: new Set(),
    reader: options.planned?.reader ?? createSlotReader(place, options.files),
  })
  const count = COUNT[options.limits?.unit ?? 'chars']
  const measured = slots.flatMap(({ slot, resolution }): MeasuredSlot[] => {
    if (!('documents' in resolution)) return []
    const { documents } = resolution
    const bodies = documents.map(({ text, body }) => count(text.slice(body.start, body.end)))
    // Parts are joined by a blank line.
    const size = sum(bodies) + 2 * (documents.length - 1)
    const paths = documents.map((document) => document.ref.path)
    const own = documents.find((document) => document.frontmatter?.budget)
    return [{ ...names, slot, paths, size, ownBudget: own?.frontmatter?.budget ?? null }]
  })
  return { measured, diagnostics }
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}

/** The next full thousand leaves room for a sentence or two. */
function roundUp(size: number): number {
  return Math.ceil((size + 1) / 1000) * 1000
}
