import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withLock } from '@onesoul/disk'
import {
  AGENT_PROGRAMS,
  type AgentProgram,
  type AgentProgramName,
  agentCache,
  agentProgram,
} from './agent-programs.ts'

const INSTALL_TIMEOUT_MS = 900_000

/** Runs once before the real-agent suite. */
export async function setup(): Promise<void> {
  await installAgents()
}

/**
 * Installs the programs that are missing from the cache, each whole or not at
 * all, without running their scripts. Two suites at once install each once.
 * 1.6 GB in all; a later call takes no time.
 */
export async function installAgents(): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('the real-agent suite runs on Linux x64')
  }
  const cache = agentCache()
  await mkdir(cache, { recursive: true })
  for (const name of Object.keys(AGENT_PROGRAMS) as AgentProgramName[]) {
    if (await isThere(agentProgram(name))) continue
    const lock = join(cache, `${AGENT_PROGRAMS[name].folder}.lock`)
    const limits = { waitMs: INSTALL_TIMEOUT_MS, command: 'npm run test:agents' }
    await withLock(lock, limits, async () => {
      if (!(await isThere(agentProgram(name)))) await install(AGENT_PROGRAMS[name], cache)
    })
  }
}

async function install(program: AgentProgram, cache: string): Promise<void> {
  console.log(`installing ${program.packages.join(' ')} into ${join(cache, program.folder)}`)
  const temporary = await mkdtemp(join(cache, `${program.folder}.tmp-`))
  try {
    await writeFile(join(temporary, 'package.json'), '{ "private": true }\n')
    const flags = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
    await promisify(execFile)('npm', ['install', ...flags, ...program.packages], {
      cwd: temporary,
      timeout: INSTALL_TIMEOUT_MS,
    })
    if (!(await isThere(join(temporary, program.path)))) {
      throw new Error(`npm installed no ${program.path}`)
    }
    await rm(join(cache, program.folder), { recursive: true, force: true })
    await rename(temporary, join(cache, program.folder))
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
