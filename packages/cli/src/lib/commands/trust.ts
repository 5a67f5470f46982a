import { resolve } from 'node:path'
import {
  discoverProject,
  type ProjectSkills,
  pinTrust,
  readProjectSkills,
  readTrust,
  type TrustReport,
  type Worktree,
} from '@onesoul/sources'
import { formatCount } from '../format/columns.ts'
import { formatReview } from '../format/format-review.ts'
import { formatFindings } from '../format/format-scan.ts'
import { formatTable } from '../format/format-table.ts'
import { describeFile, describeReview } from '../format/scan-document.ts'
import { jsonText } from '../format/show-hidden.ts'
import { visible } from '../format/visible.ts'
import { openPlace } from '../prepare/open-place.ts'
import { reviewPinned, type TrustReview } from '../scan/review-pinned.ts'
import { askPerson } from '../terminal/ask-line.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

export interface TrustFlags {
  readonly yes?: boolean
}

/**
 * `onesoul trust [PATH]`: shows the instruction files and skills of a work tree, what a change or
 * the first sight of them brings in, and pins their hashes.
 */
export async function trustCommand(
  invocation: Invocation,
  path: string | undefined,
  flags: TrustFlags,
): Promise<number> {
  const home = await openPlace(invocation)
  const cwd = resolve(invocation.cwd, path ?? '')
  const worktree = await discoverProject({ cwd, userHome: home.userHome, explicitCwd: true })
  const skills = await readProjectSkills(home, cwd)
  const input = { home: home.dir, worktree, skills }
  const ofFiles = await readTrust(input, home.config.settings.project.trust)
  const report = withSkills(ofFiles, skills)
  const { terminal } = invocation
  const review = await reviewPinned(invocation, home.dir, { worktree, skills, report })
  if (!invocation.flags.json) {
    terminal.out(describe({ worktree, skills, report }))
    terminal.out(describeChanges(review, invocation))
  }
  const pinned = await mayPin(invocation, report, flags)
  if (pinned) await pinTrust(input)
  if (invocation.flags.json)
    terminal.out(
      `${jsonText({ ...documentOf({ worktree, skills, report }, pinned), ...documentOfReview(review) })}\n`,
    )
  else if (pinned) terminal.out('pinned: these bytes are trusted until they change\n')
  else if (report.status !== 'trusted') terminal.out('nothing was pinned\n')
  return EXIT.done
}

async function mayPin(
  invocation: Invocation,
  report: TrustReport,
  flags: TrustFlags,
): Promise<boolean> {
  if (report.changes.length === 0) return false
  if (flags.yes) return true
  if (invocation.flags.json) return false
  if (!invocation.terminal.interactive) {
    throw new CliError(EXIT.refused, 'nothing was pinned: nobody is here to ask', {
      hints: ['read the files above, then run it again with --yes'],
    })
  }
  return askPerson(async ({ ask }) => /^y(?:es)?$/i.test(await ask('Trust these files? [y/N] ')))
}

interface Trusted {
  readonly worktree: Worktree
  readonly skills: ProjectSkills
  /** Of the instruction files and the skills. */
  readonly report: TrustReport
}

/** What is to be said of both together; each skill has its own trust where it is used. */
function withSkills(report: TrustReport, { changes }: ProjectSkills): TrustReport {
  const broken = changes.filter(({ change }) => change !== 'removed')
  const all = { ...report, changes: [...report.changes, ...changes] }
  if (broken.length === 0 || report.reason.startsWith('project.trust is')) return all
  if (report.status === 'changed') return all
  const known = report.pinnedAt !== null
  const rest = broken.length > 3 ? ` and ${broken.length - 3} more` : ''
  const named = broken.slice(0, 3).map(({ path, change }) => `${path} ${change}`)
  const reason = known
    ? `since it was pinned: ${named.join(', ')}${rest}`
    : 'nothing of this work tree was pinned yet'
  return { ...all, status: known ? 'changed' : 'unknown', trusted: false, reason }
}

function describe({ worktree, skills, report }: Trusted): string {
  const changes = new Map(report.changes.map((change) => [change.path, change.change]))
  const rows = [...worktree.files, ...skills.files].map((file) => {
    const state = changes.get(file.path) ?? 'pinned'
    return [state, visible(file.path), `${formatCount(file.sizeBytes)} B`, shortHash(file)]
  })
  if (worktree.config) {
    const state = changes.get('.onesoul.yaml') ?? 'pinned'
    rows.push([state, '.onesoul.yaml', '', shortHash(worktree.config)])
  }
  const gone = report.changes.filter((change) => change.change === 'removed')
  rows.push(...gone.map((change) => ['removed', visible(change.path)]))
  rows.push(...skills.unseen.map((one) => ['not seen', visible(one)]))
  const table = rows.length > 0 ? formatTable(rows) : 'no instruction files here'
  const head = `${visible(worktree.root)}\n${report.status}: ${visible(report.reason)}`
  return `${head}\n${table.replace(/^/gm, '  ')}\n`
}

function shortHash({ sha256 }: { readonly sha256: string }): string {
  return sha256.slice(0, 12)
}

/** What a person should have seen before they say yes: the meaning, the findings, the lines. */
function describeChanges(review: TrustReview, { terminal, flags }: Invocation): string {
  const { reviews, scanned } = review
  if (reviews.files.length === 0) return ''
  const view = { style: terminal.style, verbose: flags.verbose === true }
  const blocks = [
    formatReview(reviews, { ...view, part: 'meaning' }),
    formatFindings(scanned, view),
    formatReview(reviews, { ...view, part: 'lines' }),
  ]
  return `\n${blocks.filter((block) => block !== '').join('\n')}\n`
}

function documentOfReview({ reviews, scanned }: TrustReview): object {
  return { review: reviews.files.map(describeReview), scanned: scanned.map(describeFile) }
}

function documentOf({ worktree, skills, report }: Trusted, pinned: boolean): object {
  const shown = (files: ProjectSkills['files'] | Worktree['files']): readonly object[] =>
    files.map(({ path, sizeBytes, sha256 }) => ({ path, sizeBytes, sha256 }))
  return {
    schemaVersion: 1,
    root: worktree.root,
    status: report.status,
    reason: report.reason,
    pinned,
    files: shown(worktree.files),
    skills: shown(skills.files),
    unseen: skills.unseen,
    changes: report.changes,
  }
}
