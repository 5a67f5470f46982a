import { join } from 'node:path'
import { withDeliveryFiles } from '../launch/delivery-files.ts'
import { AgentError } from '../port/agent-error.ts'
import type { DeliveryPlan } from '../port/plan.ts'
import { openAppServer } from './app-server.ts'
import { withHomeToAsk } from './home-to-ask.ts'
import { textAt, valueAt } from './json-value.ts'
import type { CodexLaunch } from './plan.ts'

/** Asks a server of Codex for its skills, with ours among them; no thread begins. */
export async function readCodexCatalogue(plan: DeliveryPlan): Promise<readonly string[]> {
  const { deliverDir, serverArgs, delivery } = plan.details as unknown as CodexLaunch
  const leaseDir = join(deliverDir, '.leases')
  const { skillRoots: extraRoots } = delivery
  const args = ['app-server', ...serverArgs, '--disable', 'plugins']
  return withDeliveryFiles(plan.files, { leaseDir, bundle: plan.bundle }, (run) =>
    withHomeToAsk(plan.env, async (env) => {
      const server = await openAppServer({ command: plan.command, args, env, cwd: plan.cwd, run })
      try {
        if (extraRoots.length > 0) await server.request('skills/extraRoots/set', { extraRoots })
        return namesIn(await server.request('skills/list', { cwds: [plan.cwd] }))
      } finally {
        await server.close()
      }
    }),
  )
}

/** A name that two skills have calls neither. */
function namesIn(answer: unknown): readonly string[] {
  const data = valueAt(answer, 'data')
  if (!Array.isArray(data)) {
    throw new AgentError('protocol', 'codex did not tell which skills it has')
  }
  const skills = data.flatMap((one) => {
    const found = valueAt(one, 'skills')
    return Array.isArray(found) ? found : []
  })
  const names = skills
    .filter((skill) => valueAt(skill, 'enabled') !== false)
    .map((skill) => textAt(skill, 'name') ?? '')
  return names.filter((name) => names.indexOf(name) === names.lastIndexOf(name))
}
