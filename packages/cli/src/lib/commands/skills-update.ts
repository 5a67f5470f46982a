import { type SkillChange, type UpdatedSkill, updateSkills } from '@onesoul/skills'
import { formatTable } from '../format/format-table.ts'
import { visible } from '../format/visible.ts'
import { openLife } from '../skills/open-life.ts'
import { reportItems } from '../skills/report-items.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

export interface UpdateSkillsFlags {
  readonly force?: boolean
  readonly dryRun?: boolean
  readonly check?: boolean
}

/** `onesoul skills update [NAME…]`: fetches sources anew. With `--check` it ends with 3 when something is newer. */
export async function updateSkillsCommand(
  invocation: Invocation,
  names: readonly string[],
  flags: UpdateSkillsFlags,
): Promise<number> {
  const { life } = await openLife(invocation)
  const { force = false, check = false } = flags
  const dryRun = check || flags.dryRun === true
  const request = { force, dryRun, ...(names.length > 0 && { names }) }
  const items = await updateSkills(life, request)
  const { terminal } = invocation
  if (!invocation.flags.json) {
    if (items.length === 0) terminal.out('no skill was added, so there is nothing to update\n')
    for (const item of items) terminal.out(describe(item))
  }
  const code = reportItems(invocation, items)
  if (code !== EXIT.done || !check) return code
  return items.some(({ change }) => change !== null) ? EXIT.findings : EXIT.done
}

function describe({ name, change }: UpdatedSkill): string {
  if (change === null) return ''
  const rows = change.files.map(({ path, kind, added, removed }) => [
    `  ${visible(path)}`,
    kind,
    [added > 0 ? `+${added}` : '', removed > 0 ? `-${removed}` : ''].filter(Boolean).join(' '),
  ])
  const table = rows.length > 0 ? `${formatTable(rows)}\n` : ''
  return `${visible(name)}\n${table}${brought(change)}\n`
}

/** What an agent could do with it that it could not before. */
function brought({ capabilities, hosts, findings }: SkillChange): string {
  const lines = [
    ...(capabilities.length > 0 ? [`now reaches for: ${capabilities.join(', ')}`] : []),
    ...(hosts.length > 0 ? [`now names: ${hosts.join(', ')}`] : []),
    ...findings.map(({ path, line, severity, message }) => {
      return `new finding: ${path}:${line}  ${severity}: ${message}`
    }),
  ]
  return lines.map((line) => `  ${visible(line)}\n`).join('')
}
