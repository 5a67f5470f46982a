import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lendTempFolder } from '@onesoul/disk'
import { withDeliveryFiles } from '../launch/delivery-files.ts'
import { endGroup } from '../launch/process-group.ts'
import { spawnProgram } from '../launch/spawn-program.ts'
import { AgentError } from '../port/agent-error.ts'
import type { DeliveryPlan } from '../port/plan.ts'
import { asList, asRecord, asText } from '../wire/json.ts'

const TIMEOUT_MS = 60_000

/** Asks OpenCode for the skills that it finds with this configuration; no session begins. */
export async function readOpenCodeCatalogue(plan: DeliveryPlan): Promise<readonly string[]> {
  const text = await withDeliveryFiles(plan.files, { bundle: plan.bundle }, (run) =>
    lendTempFolder('skills', async (folder) => {
      // It ends before a pipe has taken a long answer (1.18.33); a file takes all of it.
      const path = join(folder, 'skills.json')
      const file = await open(path, 'w', 0o600)
      try {
        const program = await spawnProgram(
          { ...plan, args: ['debug', 'skill'], run },
          { stdio: ['ignore', file.fd, 'ignore'], ownGroup: true },
        )
        const timer = setTimeout(() => void endGroup(program.pid, 0), TIMEOUT_MS)
        await program.exited
        clearTimeout(timer)
        await endGroup(program.pid, 1000)
        await program.forget()
      } finally {
        await file.close()
      }
      return readFile(path, 'utf8')
    }),
  )
  const skills = parse(text)
  if (skills === null) {
    throw new AgentError('protocol', 'opencode did not tell which skills it has')
  }
  return skills.map((skill) => {
    const { name } = asRecord(skill)
    return asText(name)
  })
}

function parse(text: string): readonly unknown[] | null {
  try {
    return asList(JSON.parse(text))
  } catch {
    // What it wrote instead is no list of skills.
    return null
  }
}
