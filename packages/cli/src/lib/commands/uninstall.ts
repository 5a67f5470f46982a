import { readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { listRuns } from '@onesoul/agents'
import { type StateLayout, stateLayout } from '@onesoul/disk'
import { formatUninstall, type UninstallReport } from '../format/format-uninstall.ts'
import { createSessionStore } from '../session/session-store.ts'
import { askPerson } from '../terminal/ask-line.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { readContents, removeHome, requireHome } from '../uninstall/home-contents.ts'
import { judgeInstalled, readInstalled, removeInstalled } from '../uninstall/installed-files.ts'
import { findLeftovers, removeLeftovers } from '../uninstall/leftovers.ts'

export interface UninstallFlags {
  readonly dryRun?: boolean
  readonly homeToo?: boolean
  readonly yes?: boolean
}

/**
 * `onesoul uninstall`: removes what OneSoul wrote outside of the home, by
 * receipt, and what killed runs left; with `--home-too` the home as well. Exit 4
 * when a run is alive, a file was changed, or nobody agreed.
 */
export async function uninstallCommand(
  invocation: Invocation,
  flags: UninstallFlags,
): Promise<number> {
  const { env } = invocation
  const userHome = env['HOME'] || homedir()
  const layout = await findHome(invocation, userHome)
  await refuseWhileAlive(layout)
  const files = await judgeInstalled(await readInstalled(layout))
  if (flags.homeToo) await requireHome(layout, userHome)
  const found = {
    home: layout.home,
    dryRun: flags.dryRun ?? false,
    files,
    leftovers: await findLeftovers(layout, env),
    lost: flags.homeToo ? await readContents(layout) : null,
    homeRemoved: false,
  }
  const refused = files.some((file) => file.kept !== null)
  if (flags.dryRun) return report(invocation, found, refused)
  // A file that was changed has its only record in the home.
  const mayRemoveHome =
    found.lost !== null && !refused && (await isAgreed(invocation, found, flags))
  await removeInstalled(layout, files)
  const leftovers = await removeLeftovers(layout, env)
  if (mayRemoveHome && found.lost) await removeHome(layout, found.lost)
  return report(invocation, { ...found, leftovers, homeRemoved: mayRemoveHome }, refused)
}

async function findHome({ flags, env, cwd }: Invocation, userHome: string): Promise<StateLayout> {
  const named = flags.home ?? env['ONESOUL_HOME']
  const layout = stateLayout(named ? resolve(cwd, named) : join(userHome, '.onesoul'))
  const names = await readdir(layout.home).catch((): string[] => [])
  if (names.includes('state') || names.includes('config.yaml')) return layout
  throw new CliError(EXIT.usage, `no home at ${layout.home}`, {
    hints: ['for a home elsewhere name it with `--home DIR`'],
  })
}

async function refuseWhileAlive(layout: StateLayout): Promise<void> {
  const runs = (await listRuns(layout.deliver)).filter((run) => run.alive)
  const held = await createSessionStore(layout).held()
  if (runs.length === 0 && held.size === 0) return
  const who = runs.length > 0 ? `process ${runs.map((run) => run.ownerPid).join(', ')}` : ''
  const which = held.size > 0 ? `session ${[...held].join(', ')}` : ''
  const what = [who, which].filter(Boolean).join('; ')
  throw new CliError(EXIT.refused, `a run of this home is alive: ${what}`, {
    hints: ['nothing was removed; end it first'],
  })
}

async function isAgreed(
  invocation: Invocation,
  found: UninstallReport,
  flags: UninstallFlags,
): Promise<boolean> {
  if (flags.yes) return true
  const { terminal } = invocation
  if (!terminal.interactive || invocation.flags.json) {
    throw new CliError(EXIT.refused, `nothing was removed: nobody is here to ask`, {
      hints: ['look with --dry-run, then run it again with --yes'],
    })
  }
  terminal.err(formatUninstall({ ...found, dryRun: true }, terminal.style))
  const question = `Remove ${found.home} with everything in it? [y/N] `
  const answer = await askPerson(({ ask }) => ask(question))
  if (/^y(?:es)?$/i.test(answer)) return true
  throw new CliError(EXIT.refused, 'nothing was removed')
}

function report(invocation: Invocation, found: UninstallReport, refused: boolean): number {
  const { terminal } = invocation
  if (invocation.flags.json) {
    terminal.out(`${JSON.stringify({ schemaVersion: 1, ...found }, null, 2)}\n`)
  } else terminal.out(formatUninstall(found, terminal.style))
  return refused ? EXIT.refused : EXIT.done
}
