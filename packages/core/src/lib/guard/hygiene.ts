import type { Change } from '../model/manifest.ts'
import { textOf } from '../model/traced-text.ts'
import { describeEdit, type GuardStage, NOTHING_FOUND } from './guard-stage.ts'
import { spellHiddenMessage } from './hidden-message.ts'
import { findUnfitRuns, type UnfitReason } from './invisible-characters.ts'
import { type ChangeReport, countOf, listLines, listSome, reportChanges } from './report-changes.ts'

/** The name of what is removed, for each reason, in the order of the report. */
const NOUNS: Readonly<Record<UnfitReason, string>> = {
  'tag-characters': 'tag character',
  'variation-selectors': 'variation selector',
  bidi: 'bidirectional control',
  invisible: 'invisible character',
  control: 'control character',
  surrogate: 'lone surrogate',
  'byte-order-mark': 'byte order mark',
}

/**
 * Takes out of a text what a person cannot see and a model can read: controls but
 * TAB, LF and CR, a byte order mark, and invisible characters without a use where
 * they stand; a lone surrogate becomes U+FFFD. Joiners between emoji and in scripts
 * that need them, registered variation sequences, flags, soft hyphens between the
 * syllables of a word, and balanced bidirectional controls of right-to-left text stay. Codes are `hygiene.` and the reason; text
 * hidden in tag characters or variation selectors is spelled in the message.
 */
export const hygieneStage: GuardStage = (traced, context) => {
  const text = textOf(traced)
  const runs = findUnfitRuns(text, (offset) => {
    const { line, column } = context.locate(offset)
    return line === 1 && column === 1
  })
  if (runs.length === 0) return NOTHING_FOUND
  const records = runs.map(({ start, end, reason }) => {
    const edit = { start, end, text: reason === 'surrogate' ? '\ufffd'.repeat(end - start) : '' }
    const kind = reason === 'surrogate' ? ('replaced' as const) : ('removed' as const)
    const change = describeEdit(text, edit, { kind, place: context.locate(start) })
    return { reason, edit, change }
  })
  const reasons = Object.keys(NOUNS) as UnfitReason[]
  return {
    edits: records.map((record) => record.edit),
    changes: records.map((record) => record.change),
    diagnostics: reasons.flatMap((reason) => {
      const changes = records.filter((one) => one.reason === reason).map((one) => one.change)
      return reportChanges(changes, context.documents, (group) => describe(reason, group))
    }),
  }
}

function describe(reason: UnfitReason, changes: readonly Change[]): ChangeReport {
  const runs = changes.map((change) => change.before)
  const codePoints = Array.from(runs.join(''), (character) => character.codePointAt(0) ?? 0)
  const done = reason === 'surrogate' ? 'replaced by U+FFFD' : 'removed'
  const what = `${countOf(codePoints.length, NOUNS[reason])} ${done}`
  const hidden =
    reason === 'tag-characters' || reason === 'variation-selectors'
      ? spellHiddenMessage(runs)
      : undefined
  return {
    code: `hygiene.${reason}`,
    severity: reason === 'byte-order-mark' ? 'info' : 'warning',
    message:
      hidden === undefined
        ? `${what}: ${listCodePoints(codePoints)} (${listLines(changes)})`
        : `${what} that hide the text ${hidden} (${listLines(changes)})`,
  }
}

function listCodePoints(codePoints: readonly number[]): string {
  const counts = new Map<number, number>()
  for (const codePoint of codePoints) counts.set(codePoint, (counts.get(codePoint) ?? 0) + 1)
  const listed = Array.from(counts, ([codePoint, count]) => {
    const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
    return count === 1 ? name : `${name} ×${count}`
  })
  return listSome(listed)
}
