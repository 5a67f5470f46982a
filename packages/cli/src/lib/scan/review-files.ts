import { type ChangeReview, diffLines, type LineChange, reviewChange } from '@onesoul/core'
import { carrierOf, type ScannedFile } from '@onesoul/sources'
import type { TextBefore } from './baseline.ts'

/** A file that changed, with what that means and the lines of it. */
export interface ReviewedFile {
  readonly path: string
  readonly change: TextBefore['change']
  /** The name that it had; null unless it was renamed. */
  readonly from: string | null
  /** Why the text of then is not the whole one; null when it is. */
  readonly incomplete: string | null
  readonly review: ChangeReview
  /** Line ends are left out of the comparison. */
  readonly lines: readonly LineChange[]
}

/** A change of one file; `before` is empty for a new one. */
export interface FileChange {
  readonly file: Pick<ScannedFile, 'path' | 'findings'>
  readonly text: string
  readonly before: TextBefore
}

/** Says what changes mean. Pure. */
export function reviewFile({ file, text, before }: FileChange): ReviewedFile {
  const carrier = carrierOf(file.path)
  const { findings } = file
  const style = carrier === 'code' ? 'code' : 'markdown'
  return {
    path: file.path,
    change: before.change,
    from: before.from,
    incomplete: before.incomplete,
    review: reviewChange(before.text, text, { style, findings }),
    lines: before.change === 'new' ? [] : diffLines(withLf(before.text), withLf(text)),
  }
}

function withLf(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/^\ufeff/, '')
}
