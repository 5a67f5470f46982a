import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type FitPlace, fitAgent } from '@onesoul/agents'
import { discoverProject, findUserHome } from '@onesoul/sources'
import { type KnownLimits, listLimits, pickLimits } from '../agents/limited-agents.ts'
import { type AgentFit, formatFit } from '../format/format-fit.ts'
import { jsonText } from '../format/show-hidden.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

export interface FitFlags {
  readonly agent?: string
}

/**
 * `onesoul fit`: what each agent would lose of this folder by its own limits,
 * before a run. Needs no home. Ends with 3 when one loses something.
 */
export async function fitCommand(invocation: Invocation, flags: FitFlags): Promise<number> {
  const { cwd, env, terminal } = invocation
  const known = await listLimits()
  const asked = flags.agent === undefined ? null : pickLimits(flags.agent, known)
  const userHome = findUserHome(env)
  const worktree = await discoverProject({ cwd, userHome, explicitCwd: true })
  const place: FitPlace = { root: worktree.root, cwd: worktree.cwd, userHome, env }
  const agents = asked ? [asked] : await thoseOf(join(place.root, place.cwd), known)
  const fits = await Promise.all(agents.map((agent) => fitOf(agent, place)))
  terminal.out(
    invocation.flags.json
      ? `${jsonText(documentOf(place, fits))}\n`
      : formatFit(fits, { style: terminal.style, verbose: invocation.flags.verbose === true }),
  )
  return fits.every(({ fits: good }) => good) ? EXIT.done : EXIT.findings
}

/** An agent with a folder of its own is asked about no other. */
async function thoseOf(
  folder: string,
  known: readonly KnownLimits[],
): Promise<readonly KnownLimits[]> {
  const names = await readdir(folder)
  return known.filter(({ mark }) => mark === undefined || names.includes(mark))
}

async function fitOf({ id, name, limits }: KnownLimits, place: FitPlace): Promise<AgentFit> {
  const found = await fitAgent(limits, place)
  return { id, name, fits: found.every(({ lost }) => lost.length === 0), limits: found }
}

function documentOf({ cwd }: FitPlace, fits: readonly AgentFit[]): unknown {
  return {
    schemaVersion: 1,
    directory: cwd,
    fits: fits.every((one) => one.fits),
    agents: fits.map(({ id, name, fits: good, limits }) => ({
      agent: id,
      name,
      fits: good,
      limits: limits.map(({ limit, used, lost }) => ({
        kind: limit.kind,
        what: limit.what,
        measured: limit.measured,
        unit: limit.unit,
        total: limit.total,
        each: limit.kind === 'documents' ? limit.perFile : limit.perDescription,
        used,
        fits: lost.length === 0,
        lost,
      })),
    })),
  }
}
