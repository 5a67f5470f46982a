import { type AssignedFiles, assignFiles } from '@onesoul/agents'
import type { Diagnostic } from '@onesoul/core'
import {
  composeStatic,
  type ExportRecord,
  type ExportRequest,
  planExport,
  readExportRecord,
  type StaticComposition,
  writeExport,
} from '@onesoul/sources'
import { type ExportedAgent, listExported } from '../agents/exported-agents.ts'
import { checkExportFlags, type ExportFlags } from '../export/export-flags.ts'
import { type ExportReport, reportExport, sourcesOf } from '../export/export-report.ts'
import type { PreparedSkills, SkillExportInput } from '../export/export-skills.ts'
import { findConcerns } from '../export/find-concerns.ts'
import { formatExport } from '../export/format-export.ts'
import { type SeenExport, showEdits } from '../export/show-edits.ts'
import { otherBot, type WantedExport, wantedExport } from '../export/wanted-export.ts'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import { type OpenProject, openProject } from '../prepare/open-project.ts'
import { parseLanguage } from '../prepare/target-flags.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { printJson } from '../terminal/print-json.ts'

/**
 * `onesoul export`: writes one composition into the files that agents read by themselves, as a block; with `--check`
 * compares, and ends with 3 when one differs.
 */
export async function exportCommand(invocation: Invocation, flags: ExportFlags): Promise<number> {
  checkExportFlags(flags)
  const mode = flags.check ? 'check' : flags.dryRun ? 'dry-run' : 'write'
  const project = await openProject(invocation, { keeps: mode === 'write' })
  const { place } = project
  const known = await listExported()
  // One that cannot be understood is written anew: every block says itself whose it is.
  const before = (await readExportRecord(place)).value
  const wanted = wantedExport(flags, before, known)
  const made = await composeWanted(invocation, { project, flags, wanted })
  const assigned = assignFiles(wanted.agents)
  const request = requestOf(made, { assigned, known, flags })
  const plan = await planExport(place, request)
  const { userHome } = project.home
  const concerns = { place, plan, assigned, agents: wanted.agents, userHome, env: invocation.env }
  const said = [
    ...made.composition.diagnostics,
    ...otherBot(before, wanted, plan),
    ...(await findConcerns(concerns)),
  ].map((found) => (flags.force ? asWarning(found) : found))
  const prune = flags.prune === true || flags.remove === true
  const skills = await prepareWanted({ ...project, flags, wanted, noted: before?.skills ?? {} })
  const served = { served: assigned.served, unserved: skills?.unserved ?? [] }
  const input = {
    mode,
    made,
    plan,
    ...served,
    pruned: prune,
    skills: skills?.plan ?? null,
  } as const
  const trouble = [
    ...plan.diagnostics,
    ...(prune ? plan.left : []).flatMap((left) => left.diagnostics),
    ...(skills?.concerns ?? []),
  ]
  const planned = reportExport({ ...input, diagnostics: [...said, ...trouble] })
  if (mode !== 'write' || planned.refused) return finish(invocation, planned, { place, plan })
  const record = { ...recordOf(wanted, made), ...(skills && { skills: skills.noted }) }
  const written = await writeExport(place, { ...request, record, prune })
  const diagnostics = [...said, ...written.plan.diagnostics, ...(skills?.concerns ?? [])]
  const isRefused = written.plan.diagnostics.some(({ severity }) => severity === 'error')
  const backups = { ...written.backups, ...(isRefused ? {} : await skills?.write()) }
  const report = reportExport({ ...input, ...written, backups, diagnostics })
  return finish(invocation, report, { place, plan: written.plan })
}

/** The code of skills is loaded for an export that has, or had, any. */
async function prepareWanted(input: SkillExportInput): Promise<PreparedSkills | null> {
  if (!input.wanted.skills && Object.keys(input.noted).length === 0) return null
  const { prepareSkills } = await import('../export/export-skills.ts')
  return prepareSkills(input)
}

interface ComposeWanted {
  readonly project: OpenProject
  readonly flags: ExportFlags
  readonly wanted: WantedExport
}

async function composeWanted(
  { cwd }: Invocation,
  { project, flags, wanted }: ComposeWanted,
): Promise<StaticComposition> {
  const language = flags.language === undefined ? {} : { language: parseLanguage(flags.language) }
  const request = { cwd, ...wanted.target, ...language, with: wanted.with }
  const made = await composeStatic(project.home, request)
  const { refusal } = made.composition
  if (refusal) throw new CliError(EXIT.refused, refusal.message)
  if (wanted.agents.length === 0 || sourcesOf(made.composition).length > 0) return made
  throw new CliError(EXIT.refused, 'there is no text to export: no slot has any for a file', {
    hints: ['`onesoul compose --format file --manifest` shows what became of each'],
  })
}

interface RequestInput {
  readonly assigned: AssignedFiles
  readonly known: readonly ExportedAgent[]
  readonly flags: ExportFlags
}

function requestOf(
  { composition }: StaticComposition,
  { assigned, known, flags }: RequestInput,
): ExportRequest {
  const places = known.map(({ reading }) => ({
    path: reading.file,
    preamble: reading.preamble ?? '',
  }))
  const unique = places.filter(
    ({ path }, at) => places.findIndex((one) => one.path === path) === at,
  )
  const { text: body } = composition
  return { body, targets: assigned.files, known: unique, force: flags.force ?? false }
}

/** What a person forces is said all the same. */
function asWarning(found: Diagnostic): Diagnostic {
  return found.severity === 'error' ? { ...found, severity: 'warning' } : found
}

function recordOf(
  { agents, target, with: added }: WantedExport,
  { composition }: StaticComposition,
): Omit<ExportRecord, 'files'> {
  const { platform = null, bot = null } = target
  const ids = agents.map(({ id }) => id)
  return { platform, bot, agents: ids, with: added, sources: sourcesOf(composition) }
}

async function finish(
  invocation: Invocation,
  report: ExportReport,
  seen: SeenExport,
): Promise<number> {
  const { terminal, flags } = invocation
  const shown = report.diagnostics.filter(({ severity }) => flags.verbose || severity !== 'info')
  if (flags.json) printJson(invocation, report)
  else terminal.out(formatExport(report, terminal.style))
  if (shown.length > 0 && !flags.quiet) terminal.err(formatDiagnostics(shown, terminal.style))
  if (!(flags.json || flags.quiet)) await showEdits(invocation, report, seen)
  if (report.mode === 'check') return report.current ? EXIT.done : EXIT.findings
  return report.refused ? EXIT.refused : EXIT.done
}
