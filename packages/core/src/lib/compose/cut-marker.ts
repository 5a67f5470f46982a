import type { CutOmission } from '../budget/omissions.ts'
import type { SourceRef } from '../model/source.ts'
import type { Language } from '../model/target.ts'

export interface MarkerContext {
  readonly ref: SourceRef | undefined
  readonly language: Language
  /** Only then does the marker say that the lines can be read. */
  readonly canReadFiles: boolean
}

/**
 * The line that stands for what a budget left out: which lines of which file,
 * and how to read them, when the target can. A file of the work tree can be
 * read where it is; a file of the home is named without its place.
 */
export function cutMarker(omission: CutOmission, context: MarkerContext): string {
  const path = printable(context.ref?.path ?? '')
  const lines = `${omission.firstLine}–${omission.lastLine}`
  const readable = context.canReadFiles && context.ref?.root === 'worktree'
  if (context.language === 'zh') {
    const how = readable ? '，需要时请读该文件' : ''
    return `[此处省略 ${path} 第 ${lines} 行：超出篇幅上限${how}]`
  }
  const how = readable ? '; read the file when you need them' : ''
  return `[lines ${lines} of ${path} are left out: over the size limit${how}]`
}

/** A path can hold anything; in a marker it is one line without brackets that could be read as structure. */
function printable(path: string): string {
  return path.replace(/[\p{C}\p{Zl}\p{Zp}<>＜＞﹤﹥‹›«»〈〉《》⟨⟩⟪⟫[\]]+/gu, '_')
}
