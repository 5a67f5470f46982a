import { removeProjections, removeSkills, type SkillsLife, type SyncItem } from '@onesoul/skills'
import { formatTable } from '../format/format-table.ts'
import { visible } from '../format/visible.ts'
import { openLife } from '../skills/open-life.ts'
import { reportItems } from '../skills/report-items.ts'
import { askPerson } from '../terminal/ask-line.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

export interface RemoveSkillsFlags {
  readonly yes?: boolean
  readonly force?: boolean
  readonly dryRun?: boolean
}

/** `onesoul skills remove NAME…`: takes skills out of the home, and what was synced of them out of the agents. */
export async function removeSkillsCommand(
  invocation: Invocation,
  names: readonly string[],
  flags: RemoveSkillsFlags,
): Promise<number> {
  const { life } = await openLife(invocation)
  const { yes = false, force = false, dryRun = false } = flags
  const request = { names, force, dryRun, unproved: yes }
  let items = await removeSkills(life, request)
  const unproved = items.filter(({ code }) => code === 'unproved').map(({ name }) => name)
  if (unproved.length > 0 && invocation.terminal.interactive && (await confirms(unproved))) {
    const again = await removeSkills(life, { ...request, names: unproved, unproved: true })
    items = items.map((one) => again.find(({ name }) => name === one.name) ?? one)
  }
  const gone = items.filter(({ code }) => code === null).map(({ name }) => name)
  const synced = await takeOut(life, gone, dryRun)
  const code = reportItems(invocation, items, { synced })
  if (!invocation.flags.json) printSynced(invocation, synced)
  const isLeft = synced.some(({ outcome }) => outcome !== 'changed')
  return Math.max(code, isLeft ? EXIT.findings : EXIT.done)
}

async function confirms(names: readonly string[]): Promise<boolean> {
  const question = `remove ${names.join(', ')}? nothing says that it was added [y/N] `
  return askPerson(async ({ ask }) => /^y(?:es)?$/i.test(await ask(question)))
}

/** What agents were given of these skills and is no longer to be there. */
async function takeOut(
  { home, userHome }: SkillsLife,
  names: readonly string[],
  dryRun: boolean,
): Promise<readonly SyncItem[]> {
  if (names.length === 0) return []
  const request = { names, profiles: ['own'] } as const
  const { items } = await removeProjections({ home, userHome }, request, { dryRun })
  return items.filter(({ outcome }) => outcome !== 'unchanged')
}

function printSynced({ terminal }: Invocation, synced: readonly SyncItem[]): void {
  if (synced.length === 0) return
  const rows = synced.map(({ name, target, message }) => [name, target ?? '', message].map(visible))
  terminal.out(`${formatTable(rows)}\n`)
}
