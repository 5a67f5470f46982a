import { readdir } from 'node:fs/promises'
import { listRuns } from '@onesoul/agents'
import { type StateLayout, stateLayout } from '@onesoul/disk'
import { removeProjections, type SyncHomes } from '@onesoul/skills'
import { findUserHome, listNotedBlocks, removeNotedBlocks } from '@onesoul/sources'
import { formatUninstall, isKept, type UninstallReport } from '../format/format-uninstall.ts'
import { visible } from '../format/visible.ts'
import { homeDirOf } from '../prepare/open-place.ts'
import { requireKnownState } from '../prepare/open-state.ts'
import { createSessionStore } from '../session/session-store.ts'
import { askPerson } from '../terminal/ask-line.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { readContents } from '../uninstall/home-contents.ts'
import { judgeInstalled, readInstalled, removeInstalled } from '../uninstall/installed-files.ts'
import { findLeftovers, removeLeftovers } from '../uninstall/leftovers.ts'
import { removeHome } from '../uninstall/remove-home.ts'
import { requireHome } from '../uninstall/require-home.ts'

export interface UninstallFlags {
  readonly dryRun?: boolean
  readonly homeToo?: boolean
  readonly yes?: boolean
}

/**
 * `onesoul uninstall`: removes what OneSoul wrote outside of the home, by
 * receipt, and what killed runs left; with `--home-too` also what it has a place
 * for in the home, and the home unless something else is in it. Exit 4 when a run
 * is alive, something stays, or nobody agreed.
 */
export async function uninstallCommand(
  invocation: Invocation,
  flags: UninstallFlags,
): Promise<number> {
  const layout = await findHome(invocation)
  await requireKnownState(invocation)
  await refuseWhileAlive(layout)
  const found = await look(invocation, layout, flags)
  if (flags.dryRun) return report(invocation, found)
  const isAgreed = found.lost === null || hasKept(found) || (await ask(invocation, found, flags))
  if (!isAgreed) throw new CliError(EXIT.refused, 'nothing was removed')
  // A person may have thought about it for long.
  await refuseWhileAlive(layout)
  const files = await removeInstalled(layout, found.files, invocation.env)
  const blocks = await removeNotedBlocks(layout.home)
  const { items: skills } = await removeProjections(homesOf(invocation, layout), {})
  const leftovers = await removeLeftovers(layout, invocation.env)
  const done = { ...found, files, blocks, skills, leftovers, kept: [] }
  // A file that was changed has its only record in the home.
  if (found.lost === null || hasKept(done)) return report(invocation, done)
  const kept = await removeHome(layout, found.lost)
  return report(invocation, { ...done, kept, homeRemoved: kept.length === 0 })
}

async function look(
  invocation: Invocation,
  layout: StateLayout,
  flags: UninstallFlags,
): Promise<UninstallReport> {
  const { env } = invocation
  const files = await judgeInstalled(await readInstalled(layout), env)
  const lost = flags.homeToo ? await readContents(layout) : null
  if (lost !== null) await requireHome(layout, lost, invocation)
  return {
    home: layout.home,
    dryRun: flags.dryRun ?? false,
    files,
    blocks: await listNotedBlocks(layout.home),
    skills: (await removeProjections(homesOf(invocation, layout), {}, { dryRun: true })).items,
    leftovers: await findLeftovers(layout, env),
    lost,
    homeRemoved: false,
    kept: lost?.kept ?? [],
  }
}

function hasKept({ files, blocks, skills }: UninstallReport): boolean {
  return [...files, ...blocks].some(({ kept }) => kept !== null) || skills.some(isKept)
}

function homesOf({ env }: Invocation, { home }: StateLayout): SyncHomes {
  return { home, userHome: findUserHome(env) }
}

async function findHome(invocation: Invocation): Promise<StateLayout> {
  const layout = stateLayout(homeDirOf(invocation))
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

async function ask(
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
  const question = `Remove what is listed of ${visible(found.home)}? [y/N] `
  const answer = await askPerson((person) => person.ask(question))
  return /^y(?:es)?$/i.test(answer)
}

function report(invocation: Invocation, found: UninstallReport): number {
  const { terminal } = invocation
  if (invocation.flags.json) {
    terminal.out(`${JSON.stringify({ schemaVersion: 1, ...found }, null, 2)}\n`)
  } else terminal.out(formatUninstall(found, terminal.style))
  return hasKept(found) || found.kept.length > 0 ? EXIT.refused : EXIT.done
}
