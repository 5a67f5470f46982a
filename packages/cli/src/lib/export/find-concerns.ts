import { join } from 'node:path'
import {
  type AssignedFiles,
  type DocumentLimit,
  findShifts,
  fitDocuments,
  type Loss,
  readFitFiles,
} from '@onesoul/agents'
import { type Diagnostic, findImports, type Severity, visibleText } from '@onesoul/core'
import { readFileSafely } from '@onesoul/disk'
import type { ExportPlan, ProjectPlace } from '@onesoul/sources'
import type { ExportedAgent } from '../agents/exported-agents.ts'
import type { Invocation } from '../terminal/global-flags.ts'

export interface ConcernInput {
  readonly place: ProjectPlace
  readonly agents: readonly ExportedAgent[]
  readonly assigned: AssignedFiles
  readonly plan: ExportPlan
  readonly userHome: string
  readonly env: Invocation['env']
}

/** What will become of the written files in the agents' hands: cut off, read twice, not read, read otherwise. */
export async function findConcerns(input: ConcernInput): Promise<readonly Diagnostic[]> {
  const cut = await Promise.all(input.agents.map((agent) => findCut(agent, input)))
  return [...cut.flat(), ...(await findUnread(input)), ...findTwice(input), ...findRead(input)]
}

function concern(
  code: string,
  { severity, path, message, fix }: Omit<Diagnostic, 'code'> & { readonly path: string },
): Diagnostic {
  const source = { root: 'worktree', path } as const
  return { code, severity, message, source, ...(fix !== undefined && { fix }) }
}

/** What an agent with a limit would not pass on of the files, as they would be. */
async function findCut(
  { name, limits }: ExportedAgent,
  { place, plan, userHome, env }: ConcernInput,
): Promise<readonly Diagnostic[]> {
  const planned = new Map(
    plan.files.flatMap(({ paths, after }) =>
      after === null ? [] : paths.map((path) => [path, new TextDecoder().decode(after)] as const),
    ),
  )
  const fits = limits
    .filter((limit): limit is DocumentLimit => limit.kind === 'documents')
    .map(async (limit) => {
      const read = await readFitFiles(limit, { root: place.root, cwd: '', userHome, env })
      const texts = new Map([...read.map(({ path, text }) => [path, text] as const), ...planned])
      const files = limit.names.flatMap((file) => {
        const text = texts.get(file)
        return text === undefined ? [] : [{ path: file, name: file, directory: '', text }]
      })
      const { lost } = fitDocuments(limit, files)
      return lost.flatMap((loss) => (planned.has(loss.path) ? [cutOff(name, loss, limit)] : []))
    })
  return (await Promise.all(fits)).flat()
}

function cutOff(name: string, loss: Loss, { unit }: DocumentLimit): Diagnostic {
  const { path, line, heading, sentence, amount, reason } = loss
  const under = heading === null ? '' : ` under "${heading}"`
  const first = sentence === '' ? '' : `, from "${sentence}" on`
  return {
    code: 'export.cut',
    severity: 'error',
    message: `${name} would lose ${amount} ${unit} of it${under}${first}: ${reason}`,
    source: { root: 'worktree', path, line },
    fix: 'shorten the rules, or write the file all the same with --force',
  }
}

/** Text of a person that an agent stops reading, and written text that it does not read. */
async function findUnread({ place, agents, plan }: ConcernInput): Promise<readonly Diagnostic[]> {
  const written = plan.files.flatMap(({ paths }) => paths)
  const names = new Set(agents.flatMap(({ reading }) => reading.groups.flat()))
  const others = [...names].filter((path) => !written.includes(path))
  const there = await Promise.all(others.map((path) => holdsText(place, path)))
  const foreign = [
    ...plan.files.flatMap((file) => (file.foreign ? file.paths : [])),
    ...others.filter((_, index) => there[index]),
  ]
  return findShifts(agents, { written, foreign }).map(({ agent, reads, ignores }) => {
    const name = agents.find(({ id }) => id === agent)?.name ?? agent
    const isOurs = written.includes(ignores) && !foreign.includes(ignores)
    const message = isOurs
      ? `${name} reads ${reads} in its place`
      : `${name} reads ${reads} from now on, and no longer ${ignores}`
    const fix = isOurs
      ? `remove ${reads}, or move its text`
      : `move what is meant for ${name} from ${ignores} to ${reads}`
    const code = isOurs ? 'export.unread' : 'export.hides'
    return concern(code, { severity: 'warning', path: ignores, message, fix })
  })
}

async function holdsText({ root }: ProjectPlace, path: string): Promise<boolean> {
  const found = await readFileSafely(join(root, path), { roots: [root] })
  if (found.outcome !== 'content') return false
  return visibleText(new TextDecoder().decode(found.bytes)).trim() !== ''
}

function findTwice({ agents, assigned }: ConcernInput): readonly Diagnostic[] {
  return assigned.twice.map(({ agent, paths, sometimes }) => {
    const name = agents.find(({ id }) => id === agent)?.name ?? agent
    const how = sometimes ? 'can be set to read, or reads in some versions,' : 'reads'
    const message = `${name} ${how} ${paths.join(' and ')}: the same text ${paths.length} times`
    const severity: Severity = sometimes ? 'info' : 'warning'
    return concern('export.twice', { severity, path: paths[0] ?? '', message })
  })
}

/** What an agent does to text in a file that it does not do to text that is handed over at a start. */
function findRead({ agents, plan }: ConcernInput): readonly Diagnostic[] {
  const imports = findImports(plan.body)
  const hasComments = visibleText(plan.body) !== plan.body
  return agents.flatMap(({ name, reading }) => {
    const path = plan.files.find(({ paths }) => paths.includes(reading.file))?.paths[0]
    if (path === undefined) return []
    const found = reading.expandsImports ? imports : []
    const brought = found.map((one) => {
      const message = `${name} brings the file ${one} in, because @${one} stands in the text`
      const fix = `write \`@${one}\` as code if no file is meant`
      return concern('export.import', { severity: 'warning', path, message, fix })
    })
    if (!(hasComments && reading.dropsComments)) return brought
    const message = `${name} leaves the HTML comments of the text out`
    return [...brought, concern('export.comment', { severity: 'info', path, message })]
  })
}
