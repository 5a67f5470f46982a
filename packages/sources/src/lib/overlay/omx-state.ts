import { markdownSection, type OverlayPart } from '@onesoul/core'
import type { ModeState } from '../project-state/state-kinds.ts'
import { toPart, type WorktreeReader } from './worktree-texts.ts'

/** Modes of oh-my-codex in which nothing is implemented before there are plans. */
const PLANNING = new Set(['ralph', 'ralplan'])

type Fields = Readonly<Record<string, unknown>>

/** What `.omx/notepad.md` says under `## PRIORITY`. */
export async function readOmxNotes(reader: WorktreeReader): Promise<readonly OverlayPart[]> {
  const found = await reader.text('.omx/notepad.md')
  const section = found && markdownSection(found.text, 'PRIORITY')
  return found && section ? [toPart(found.ref, section, 'project')] : []
}

/** The modes that `.omx/state/` says are active: those of the skill state, with details from each mode's own file. */
export async function readOmxModes(reader: WorktreeReader): Promise<readonly ModeState[]> {
  const modes = new Map<string, ModeState>()
  for (const file of await reader.names('.omx/state')) {
    const name = /^([\w-]+)-state\.json$/.exec(file)?.[1]
    const found = name === undefined ? null : await reader.json(`.omx/state/${file}`)
    if (name === undefined || !isFields(found?.value) || found.value['active'] !== true) continue
    const named = name === 'skill-active' ? skillsOf(found.value) : [name]
    for (const one of named) {
      modes.set(one, { ...modes.get(one), ...modeOf(one, name === one ? found.value : {}) })
    }
  }
  return [...modes.values()]
}

function skillsOf(value: Fields): readonly string[] {
  const listed = Array.isArray(value['active_skills']) ? value['active_skills'] : []
  const names = [value['skill'], ...listed.map((one: unknown) => isFields(one) && one['skill'])]
  return [...new Set(names.filter((name) => typeof name === 'string'))]
}

function modeOf(name: string, value: Fields): ModeState {
  const { current_phase: phase, iteration, max_iterations: maxIterations } = value
  return {
    name,
    ...(typeof phase === 'string' && { phase }),
    ...(typeof iteration === 'number' && { iteration }),
    ...(typeof maxIterations === 'number' && { maxIterations }),
    ...(PLANNING.has(name) && { planning: true }),
  }
}

/**
 * The memory of a project as a list: tech stack, conventions, build, and the directives of high priority. A value that
 * is an object stands as its own keys and values.
 */
export async function readProjectMemory(
  reader: WorktreeReader,
  path: string,
): Promise<readonly OverlayPart[]> {
  const found = await reader.json(path)
  if (!found || !isFields(found.value)) return []
  const { techStack, conventions, build, directives } = found.value
  const lines = [
    ...lineOf('Tech stack', techStack),
    ...lineOf('Conventions', conventions),
    ...lineOf('Build', build),
    ...(Array.isArray(directives) ? directives.flatMap(directiveLine) : []),
  ]
  return lines.length > 0 ? [toPart(found.ref, lines.join('\n'), 'project')] : []
}

function directiveLine(directive: unknown): readonly string[] {
  if (typeof directive === 'string') return [`- ${directive}`]
  if (!isFields(directive) || directive['priority'] !== 'high') return []
  return lineOf('', directive['directive'] ?? directive['text'])
}

function lineOf(label: string, value: unknown): readonly string[] {
  const shown = show(value)
  return shown === '' ? [] : [`- ${label === '' ? '' : `${label}: `}${shown}`]
}

function show(value: unknown): string {
  if (typeof value === 'string') return value.replace(/\s*\n\s*/g, ' ').trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(show).filter(Boolean).join(', ')
  if (!isFields(value)) return ''
  const entries = Object.entries(value).map(([key, one]) => `${key}: ${show(one)}`)
  return entries.join('; ')
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
