import type { Change } from '../model/manifest.ts'
import type { Trust } from '../model/section.ts'
import { type TextEdit, textOf } from '../model/traced-text.ts'
import { escapeForDisplay } from '../text/escape-for-display.ts'
import { entityOf, isAlwaysFolded, markupPattern } from './angle-brackets.ts'
import { describeEdit, type GuardContext, type GuardStage } from './guard-stage.ts'
import { countOf, listLines, listSome, reportChanges } from './report-changes.ts'
import { type SeenTag, scanTags } from './tag-scanner.ts'

/**
 * Makes it impossible for a text to open or close a reserved element. In text of
 * the operator and the user the opening bracket of a reserved tag becomes `&lt;`
 * and every other byte stays, in fenced code too. In text of lower trust every
 * `&`, `<` and `>` is escaped and look-alike angle brackets become the same
 * entities; quotation marks, letters and operators that only resemble a bracket
 * (`«`, `《`, `≪`) do so in front of a reserved name alone.
 */
export const structureStage: GuardStage = (traced, context) => {
  const text = textOf(traced)
  const tags = scanTags(text)
  const records = keepsMarkup(context.trust)
    ? tags.map((tag) => neutralise(text, tag, context))
    : escapeMarkup(text, tags, context)
  const changes = records.map((record) => record.change)
  return {
    edits: records.map((record) => record.edit),
    changes,
    diagnostics: [...reportTags(changes, context), ...reportEscapes(changes, context)],
  }
}

/** The edits that make every reserved tag of a text plain text; none when applied to their own result. */
export function neutralisingEdits(text: string): readonly TextEdit[] {
  return scanTags(text).map(bracketEdit)
}

interface EditRecord {
  readonly edit: TextEdit
  readonly change: Change
}

function keepsMarkup(trust: Trust): boolean {
  return trust === 'operator' || trust === 'user'
}

function bracketEdit(tag: SeenTag): TextEdit {
  return { start: tag.start, end: tag.bracketEnd, text: '&lt;' }
}

function neutralise(text: string, tag: SeenTag, context: GuardContext): EditRecord {
  const edit = bracketEdit(tag)
  const place = context.locate(tag.start)
  return {
    edit,
    change: describeEdit(text, edit, { kind: 'neutralised', place, shownEnd: tag.end }),
  }
}

/** Escapes all markup; neighbouring characters that open no tag become one change. */
function escapeMarkup(
  text: string,
  tags: readonly SeenTag[],
  context: GuardContext,
): readonly EditRecord[] {
  const byStart = new Map(tags.map((tag) => [tag.start, tag]))
  const records: EditRecord[] = []
  let run: TextEdit | undefined
  const closeRun = (): void => {
    if (!run) return
    const place = context.locate(run.start)
    records.push({ edit: run, change: describeEdit(text, run, { kind: 'replaced', place }) })
    run = undefined
  }
  for (const { 0: character, index: start } of text.matchAll(markupPattern())) {
    const tag = byStart.get(start)
    if (!tag && !isAlwaysFolded(character)) continue
    if (tag || run?.end !== start) closeRun()
    if (tag) records.push(neutralise(text, tag, context))
    else {
      const before: string = run?.text ?? ''
      run = {
        start: run?.start ?? start,
        end: start + character.length,
        text: before + entityOf(character),
      }
    }
  }
  closeRun()
  return records
}

function reportTags(
  changes: readonly Change[],
  context: GuardContext,
): ReturnType<typeof reportChanges> {
  const tags = changes.filter((change) => change.kind === 'neutralised')
  return reportChanges(tags, context.documents, (group) => ({
    code: 'structure.neutralised',
    severity: keepsMarkup(context.trust) ? 'info' : 'warning',
    message: `${countOf(group.length, 'reserved tag')} made plain text: ${listSome([...new Set(group.map((change) => escapeForDisplay(change.before)))])} (${listLines(group)})`,
  }))
}

function reportEscapes(
  changes: readonly Change[],
  context: GuardContext,
): ReturnType<typeof reportChanges> {
  const escaped = changes.filter((change) => change.kind === 'replaced')
  return reportChanges(escaped, context.documents, (group) => ({
    code: 'structure.escaped',
    severity: 'info',
    message: `markup in text of trust ${context.trust} escaped in ${countOf(group.length, 'place')} (${listLines(group)})`,
  }))
}
