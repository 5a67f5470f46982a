import {
  PROJECT_CONFIG_FILE,
  type ProjectSkills,
  readPinnedText,
  type ScannedFile,
  scanBytes,
  type TrustChange,
  type TrustReport,
  type Worktree,
} from '@onesoul/sources'
import type { Invocation } from '../terminal/global-flags.ts'
import type { TextBefore } from './baseline.ts'
import { type ReviewedFile, reviewFile } from './review-files.ts'
import type { Reviews } from './scan-outcome.ts'
import { readPlacePolicy } from './scan-rules.ts'
import { SCANNER } from './scanner.ts'

/** What the files that are not pinned as they are bring in. */
export interface TrustReview {
  readonly reviews: Reviews
  /** The same files, with what the scanner found in them. */
  readonly scanned: readonly ScannedFile[]
}

export interface PinnedPlace {
  readonly worktree: Worktree
  readonly skills: ProjectSkills
  readonly report: TrustReport
}

/**
 * Reviews every file of a work tree that is new or other than what was pinned. The
 * bytes are those that a pin would name, not what stands on the disk by then.
 */
export async function reviewPinned(
  invocation: Invocation,
  home: string,
  { worktree, skills, report }: PinnedPlace,
): Promise<TrustReview> {
  const { policy, overrides } = await readPlacePolicy(invocation, undefined)
  const rules = { scan: SCANNER.scan, policy, overrides: overrides.entries }
  const files: ReviewedFile[] = []
  const scanned: ScannedFile[] = []
  for (const change of report.changes) {
    const now = textNow({ worktree, skills }, change.path)
    if (now === null) continue
    const { path } = change
    const place = { path, absolute: '', trust: 'project', sha256: now.sha256 } as const
    const file = scanBytes(Buffer.from(now.text, 'utf8'), { ...rules, place })
    const before = await textBefore({ home, mainRoot: worktree.mainRoot }, change)
    scanned.push(file)
    files.push(reviewFile({ file, text: now.text, before }))
  }
  const since = report.pinnedAt === null ? null : `it was pinned (${report.pinnedAt})`
  return { reviews: { since, files, gone: [] }, scanned }
}

function textNow(
  { worktree, skills }: Pick<PinnedPlace, 'worktree' | 'skills'>,
  path: string,
): { readonly text: string; readonly sha256: string } | null {
  if (path === PROJECT_CONFIG_FILE) return worktree.config
  const file = [...worktree.files, ...skills.files].find((one) => one.path === path)
  if (!file || file.text === null) return null
  return { text: file.text, sha256: file.sha256 }
}

async function textBefore(
  place: { readonly home: string; readonly mainRoot: string },
  { pinnedSha256 }: TrustChange,
): Promise<TextBefore> {
  if (pinnedSha256 === undefined) return { change: 'new', from: null, text: '', incomplete: null }
  const text = await readPinnedText(place, pinnedSha256)
  const incomplete = text === null ? 'the pinned text is not kept; all of it counts as new' : null
  return { change: 'changed', from: null, text: text ?? '', incomplete }
}
