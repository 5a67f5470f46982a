import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canonicalPlatform, type GateSession } from '@onesoul/core'
import type { HomePlace } from '../home/home.ts'
import type { SkillSession } from './skills-request.ts'

/** What gates ask about, of this machine and a session. Each program is looked for once. */
export function gateSession(
  { env: own }: Pick<HomePlace, 'env'>,
  session: SkillSession = {},
): GateSession {
  const { tools, platform, env = own, os = process.platform } = session
  const folders = (session.path ?? env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const endings = os === 'win32' ? ['', ...(env['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';')] : ['']
  const known = new Map<string, boolean>()
  const hasBin = (name: string): boolean => {
    const found = known.get(name)
    if (found !== undefined) return found
    const there = folders.some((folder) =>
      endings.some((ending) => isProgram(join(folder, name + ending))),
    )
    known.set(name, there)
    return there
  }
  return {
    os,
    hasBin,
    env,
    ...(tools && { tools }),
    ...(platform !== undefined && { platform: canonicalPlatform(platform.toLowerCase()) }),
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    // Not there, or not to be run: the gate does not hold.
    return false
  }
}
