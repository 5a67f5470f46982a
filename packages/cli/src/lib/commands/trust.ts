import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import {
  discoverProject,
  pinTrust,
  readTrust,
  type TrustReport,
  type Worktree,
} from '@onesoul/sources'
import { visible } from '../format/visible.ts'
import { openPlace } from '../prepare/open-place.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

export interface TrustFlags {
  readonly yes?: boolean
}

/** `onesoul trust [PATH]`: shows the instruction files of a work tree and what changed, and pins their hashes. */
export async function trustCommand(
  invocation: Invocation,
  path: string | undefined,
  flags: TrustFlags,
): Promise<number> {
  const home = await openPlace(invocation)
  const cwd = resolve(invocation.cwd, path ?? '')
  const worktree = await discoverProject({ cwd, userHome: home.userHome, explicitCwd: true })
  const input = { home: home.dir, worktree }
  const report = await readTrust(input, home.config.settings.project.trust)
  const { terminal } = invocation
  if (!invocation.flags.json) terminal.out(describe(worktree, report))
  const pinned = await mayPin(invocation, report, flags)
  if (pinned) await pinTrust(input)
  if (invocation.flags.json)
    terminal.out(`${JSON.stringify(documentOf(worktree, report, pinned), null, 2)}\n`)
  else if (pinned) terminal.out('pinned: these bytes are trusted until they change\n')
  else if (report.status !== 'trusted') terminal.out('nothing was pinned\n')
  return EXIT.done
}

async function mayPin(
  invocation: Invocation,
  report: TrustReport,
  flags: TrustFlags,
): Promise<boolean> {
  if (report.status === 'trusted' && report.changes.length === 0) return false
  if (flags.yes) return true
  if (invocation.flags.json) return false
  if (!invocation.terminal.interactive) {
    throw new CliError(EXIT.refused, 'nothing was pinned: nobody is here to ask', {
      hints: ['read the files above, then run it again with --yes'],
    })
  }
  const ask = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/i.test((await ask.question('Trust these files? [y/N] ')).trim())
  } finally {
    ask.close()
  }
}

function describe(worktree: Worktree, report: TrustReport): string {
  const changes = new Map(report.changes.map((change) => [change.path, change.change]))
  const rows = worktree.files.map((file) => {
    const state = changes.get(file.path) ?? 'pinned'
    return `  ${state.padEnd(8)} ${visible(file.path)}  ${file.sizeBytes} bytes  ${file.sha256.slice(0, 12)}`
  })
  if (worktree.config) {
    const state = changes.get('.onesoul.yaml') ?? 'pinned'
    rows.push(`  ${state.padEnd(8)} .onesoul.yaml  ${worktree.config.sha256.slice(0, 12)}`)
  }
  const gone = report.changes.filter((change) => change.change === 'removed')
  rows.push(...gone.map((change) => `  removed  ${visible(change.path)}`))
  if (rows.length === 0) rows.push('  no instruction files here')
  return `${visible(worktree.root)}\n${report.status}: ${visible(report.reason)}\n${rows.join('\n')}\n`
}

function documentOf(worktree: Worktree, report: TrustReport, pinned: boolean): unknown {
  return {
    schemaVersion: 1,
    root: worktree.root,
    status: report.status,
    reason: report.reason,
    pinned,
    files: worktree.files.map(({ path, sizeBytes, sha256 }) => ({ path, sizeBytes, sha256 })),
    changes: report.changes,
  }
}
