import type { Diagnostic } from '@onesoul/core'
import type { ConfigFile } from '../config/config-file.ts'
import { type MeasureOptions, measureConfigs } from '../starter/measure-configs.ts'
import type { ImportDraft } from './import-report.ts'
import { plannedPlaces, plannedReader } from './planned-reader.ts'

export interface PlannedMeasure {
  /** Limits that keep every planned file whole; empty when the defaults do. */
  readonly budget: NonNullable<ConfigFile['budget']>
  readonly diagnostics: readonly Diagnostic[]
}

/** Our own text, and a work tree's files of 20,000 English characters. */
const RESERVED_TOKENS = 8000

/** Measures what an import is about to write, as `init` measures a folder. */
export async function measurePlanned(
  draft: ImportDraft,
  { userHome, maxTokens }: { readonly userHome: string; readonly maxTokens: number | null },
): Promise<PlannedMeasure> {
  const options: MeasureOptions = {
    userHome,
    suffixFiles: draft.settings.compat?.suffixFiles ?? 'off',
    planned: { reader: plannedReader(draft.files), places: plannedPlaces(draft.files) },
  }
  const measure = await measureConfigs('', options)
  const unlimited = { perFile: Number.MAX_SAFE_INTEGER, total: Number.MAX_SAFE_INTEGER }
  const inTokens = await measureConfigs('', {
    ...options,
    limits: { ...unlimited, unit: 'tokens' },
  })
  const tokens = inTokens.largestTotal + RESERVED_TOKENS
  const tooMany = maxTokens !== null && tokens > maxTokens
  return {
    budget: { ...measure.proposal, ...(tooMany && { tokens: Math.ceil(tokens / 1000) * 1000 }) },
    diagnostics: measure.diagnostics,
  }
}
