import type { DeliveryPlan, SkillBundle } from '@onesoul/agents'

/** What a run would start, as text for a person: nothing of the delivered text is in it. */
export function printPlan(plan: DeliveryPlan): string {
  const lines = [
    ...plan.envChanges.map((name) => `${name}=${shellQuote(shown(plan, name))} \\`),
    [plan.command, ...plan.args].map(shellQuote).join(' '),
  ]
  const files = plan.files.map(
    (file) => `# writes ${file.path} (${Buffer.byteLength(file.content)} bytes, removed at exit)`,
  )
  const { bundle } = plan
  const skills = bundle ? [`# writes ${bundle.path} (${countSkills(bundle)}, removed at exit)`] : []
  const kept = plan.userSources.map((source) => `# keeps ${source.what} from ${source.where}`)
  return `${[`# channel: ${plan.channel}`, ...files, ...skills, ...kept, `cd ${shellQuote(plan.cwd)}`, ...lines].join('\n')}\n`
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
    environment: Object.fromEntries(plan.envChanges.map((name) => [name, shown(plan, name)])),
    files: plan.files.map((file) => ({ path: file.path, bytes: Buffer.byteLength(file.content) })),
    ...(plan.bundle && { skills: bundleDocument(plan.bundle) }),
    userSources: plan.userSources.map(({ what, where, text }) => ({
      what,
      where,
      chars: text.length,
    })),
    notes,
  }
}

const SKILL = /^skills\/([^/]+)\/SKILL\.md$/

function bundleDocument({ path, files }: SkillBundle): unknown {
  return { path, names: files.flatMap((file) => SKILL.exec(file.path)?.[1] ?? []) }
}

function countSkills({ files }: SkillBundle): string {
  const count = files.filter(({ path }) => SKILL.test(path)).length
  return `${count} ${count === 1 ? 'skill' : 'skills'}`
}

const SECRET = /key|token|secret|password|authorization|credential/i

/** A variable's value without what looks like a credential, also inside JSON. */
function shown(plan: DeliveryPlan, name: string): string {
  const value = plan.env[name] ?? ''
  if (SECRET.test(name)) return '…'
  return value.replace(/("[^"\\]*"\s*:\s*)"(?:[^"\\]|\\.)*"/g, (pair, head: string) =>
    SECRET.test(head) ? `${head}"…"` : pair,
  )
}

function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
