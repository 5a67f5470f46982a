import type { DeliveryPlan } from '@onesoul/agents'

/** What a run would start, as text for a person: nothing of the delivered text is in it. */
export function printPlan(plan: DeliveryPlan): string {
  const lines = [
    ...plan.envChanges.map((name) => `${name}=${shellQuote(plan.env[name] ?? '')} \\`),
    [plan.command, ...plan.args].map(shellQuote).join(' '),
  ]
  const files = plan.files.map(
    (file) => `# writes ${file.path} (${Buffer.byteLength(file.content)} bytes, removed at exit)`,
  )
  const kept = plan.userSources.map((source) => `# keeps ${source.what} from ${source.where}`)
  return `${[`# channel: ${plan.channel}`, ...files, ...kept, `cd ${shellQuote(plan.cwd)}`, ...lines].join('\n')}\n`
}

/** The plan as JSON: the delivered text is left out, it is what `compose` prints. */
export function planDocument(plan: DeliveryPlan): unknown {
  const { agent, command, args, cwd, channel, interactive, notes } = plan
  return {
    schemaVersion: 1,
    agent,
    command,
    args,
    cwd,
    channel,
    interactive,
    environment: Object.fromEntries(plan.envChanges.map((name) => [name, plan.env[name] ?? null])),
    files: plan.files.map((file) => ({ path: file.path, bytes: Buffer.byteLength(file.content) })),
    userSources: plan.userSources.map(({ what, where, text }) => ({
      what,
      where,
      chars: text.length,
    })),
    notes,
  }
}

function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
