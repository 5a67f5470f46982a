import { join } from 'node:path'
import { readStateFormat, stateLayout } from '@onesoul/disk'
import { expandPath, findUserHome, type Home, openHome } from '@onesoul/sources'
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
  const format = await readStateFormat(stateLayout(home.dir))
  if (format.outcome !== 'unusable') return
  const { code, message, fix } = format.error
  const warning = {
    code: code === 'state-newer' ? 'state.newer' : 'state.unreadable',
    severity: 'warning',
    message: message.replace(/\.$/, ''),
    ...(fix === null ? {} : { fix }),
  } as const
  terminal.err(formatDiagnostics([warning], terminal.style))
}
