import { join } from 'node:path'
import type { Diagnostic } from '@onesoul/core'
import { readStateFormat, stateLayout } from '@onesoul/disk'
import { expandPath, findUserHome, type Home, openHome, SourcesError } from '@onesoul/sources'
import { AGENT_IDS } from '../agents/registry.ts'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import type { Invocation } from '../terminal/global-flags.ts'

/**
 * Opens the home that the global flags and the environment name. State that this
 * version cannot read is a warning on standard error, once per command: only
 * what changes it refuses.
 */
export async function openPlace(invocation: Invocation): Promise<Home> {
  const { flags, env, cwd } = invocation
  const home = await openHome({
    env,
    cwd,
    agents: AGENT_IDS,
    ...(flags.home === undefined ? {} : { dir: flags.home }),
    ...(flags.configs === undefined ? {} : { configs: flags.configs }),
  })
  if (home.exists && !flags.quiet) await warnOfState(home, invocation)
  return home
}

/** As {@link openPlace}; the error for a home that is not there. */
export async function findPlace(invocation: Invocation): Promise<Home | SourcesError> {
  try {
    return await openPlace(invocation)
  } catch (error) {
    if (error instanceof SourcesError && error.code === 'home-missing') return error
    throw error
  }
}

/** The home that the global flags and the environment name, absolute; it need not be there. */
export function homeDirOf({ flags, env, cwd }: Pick<Invocation, 'flags' | 'env' | 'cwd'>): string {
  const userHome = findUserHome(env)
  const named = flags.home ?? env['ONESOUL_HOME']
  return named ? expandPath(named, { base: cwd, userHome }) : join(userHome, '.onesoul')
}

/** A command may open its home more than once. */
const warned = new WeakSet<object>()

async function warnOfState(home: Home, { env, terminal }: Invocation): Promise<void> {
  if (warned.has(env)) return
  warned.add(env)
  const warning = await stateTrouble(home.dir)
  if (warning !== null) terminal.err(formatDiagnostics([warning], terminal.style))
}

/** Why the state of a home cannot be changed by this version; `null` when it can. */
export async function stateTrouble(dir: string): Promise<Diagnostic | null> {
  const format = await readStateFormat(stateLayout(dir))
  if (format.outcome !== 'unusable') return null
  const { code, message, fix } = format.error
  return {
    code: code === 'state-newer' ? 'state.newer' : 'state.unreadable',
    severity: 'warning',
    message: message.replace(/\.$/, ''),
    ...(fix === null ? {} : { fix }),
  }
}
