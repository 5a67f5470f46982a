import type {
  Diagnostic,
  HiddenDocument,
  SlotDefinition,
  SlotInput,
  SlotResolution,
  SourceDocument,
} from '@onesoul/core'
import { describeHidden } from './hidden-documents.ts'
import { readScope, type ScopeReading, type SlotSearch } from './read-scope.ts'
import { type ScopeLevel, type SlotPlace, scopeLevels } from './slot-place.ts'
import { createSlotReader, type SlotReader } from './slot-reader.ts'

export interface ResolveSlotOptions {
  readonly place: SlotPlace
  /** The list that excludes the slot, e.g. `bots[dev-bot].exclude`; `null` when none does. */
  readonly excludedBy: string | null
  readonly required: boolean
  /** Also read what does not reach the prompt, for `explain`. Default false: an excluded file is not opened. */
  readonly withHidden?: boolean
  /** Shared by the slots of one resolution. Default: a fresh one. */
  readonly reader?: SlotReader
}

export interface ResolvedSlot {
  readonly input: SlotInput
  readonly diagnostics: readonly Diagnostic[]
  readonly hidden: readonly HiddenDocument[]
}

/**
 * Finds one slot: bot, then platform, then global; the first scope that has the
 * file wins, and nothing is joined unless its frontmatter says `inherit`. A file
 * that is empty on purpose ends the search, and so does one that cannot be read.
 */
export async function resolveSlot(
  slot: SlotDefinition,
  options: ResolveSlotOptions,
): Promise<ResolvedSlot> {
  const { place, excludedBy, required } = options
  const levels = scopeLevels(place)
  const search: SlotSearch = { slot, place, reader: options.reader ?? createSlotReader(place) }
  if (excludedBy !== null) {
    const resolution: SlotResolution = { outcome: 'excluded', by: excludedBy }
    const hidden = options.withHidden ? await describeHidden({ search, levels, resolution }) : []
    return { input: { slot: slot.slot, resolution, required }, diagnostics: [], hidden }
  }
  const found = await searchFrom(search, levels)
  const { resolution, diagnostics } = found
  const hidden = options.withHidden ? await describeHidden({ search, levels, resolution }) : []
  return { input: { slot: slot.slot, resolution, required }, diagnostics, hidden }
}

interface Found {
  readonly resolution: SlotResolution
  readonly diagnostics: readonly Diagnostic[]
}

async function searchFrom(search: SlotSearch, levels: readonly ScopeLevel[]): Promise<Found> {
  const [level, ...below] = levels
  if (!level) return { resolution: { outcome: 'missing' }, diagnostics: [] }
  const reading = await readScope(search, level)
  const { result } = reading
  if (result.outcome === 'missing') {
    const next = await searchFrom(search, below)
    const diagnostics = [...reading.diagnostics, ...next.diagnostics]
    const [unused] = result.unused
    if (next.resolution.outcome !== 'missing' || !unused) return { ...next, diagnostics }
    const unread = { source: unused.ref, reason: 'the unedited starter text counts as missing' }
    return { resolution: { outcome: 'missing', unread }, diagnostics }
  }
  if (result.outcome !== 'content')
    return { resolution: result, diagnostics: inheritNotes(reading) }
  const inherit = result.documents[0]?.frontmatter?.inherit
  if (!inherit) return { resolution: result, diagnostics: reading.diagnostics }
  if (below.length === 0) return { resolution: result, diagnostics: inheritNotes(reading) }
  const lower = await searchFrom(search, below)
  const diagnostics = [...reading.diagnostics, ...lower.diagnostics]
  return { resolution: join(result.documents, lower.resolution, inherit), diagnostics }
}

/** An inherited part that cannot be read fails the whole slot: half of the rules is not a smaller set of rules. */
function join(
  documents: readonly SourceDocument[],
  lower: SlotResolution,
  inherit: 'append' | 'prepend',
): SlotResolution {
  if (lower.outcome === 'failed') return lower
  const inherited = lower.outcome === 'content' ? lower.documents : []
  const joined = inherit === 'append' ? [...inherited, ...documents] : [...documents, ...inherited]
  return { outcome: 'content', documents: joined }
}

/** `inherit` in a file that has nothing to join: it is cleared, or there is no lower scope. */
function inheritNotes({ result, diagnostics }: ScopeReading): readonly Diagnostic[] {
  const documents = 'documents' in result ? result.documents : []
  const idle = documents.filter((document) => document.frontmatter?.inherit)
  return [
    ...diagnostics,
    ...idle.map((document): Diagnostic => {
      const { root, path } = document.ref
      const why = result.outcome === 'cleared' ? 'the file is empty' : 'no scope lies below it'
      const message = `inherit has no effect in ${path}: ${why}`
      return {
        code: 'slot.inherit-unused',
        severity: 'info',
        message,
        source: { root, path, line: 1 },
      }
    }),
  ]
}
