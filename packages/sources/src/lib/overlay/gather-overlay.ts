import { basename, join } from 'node:path'
import {
  type CodeMap,
  type CorePorts,
  composeOverlay,
  type Diagnostic,
  judgePlans,
  type Overlay,
  type OverlayPart,
  type OverlaySection,
  type PlanFile,
  renderCodeMap,
  type SourceRef,
  type WithDiagnostics,
} from '@onesoul/core'
import { NOTES_FILE, readNotes } from '../project-state/notes.ts'
import type { ProjectPlace } from '../project-state/project-place.ts'
import { readProjectState, type SavedState } from '../project-state/project-state.ts'
import type { ModeState, StateKind } from '../project-state/state-kinds.ts'
import { readOmxModes, readOmxNotes, readProjectMemory } from './omx-state.ts'
import { OVERLAY_PRESETS, type OverlayPreset, type OverlaySectionId } from './overlay-presets.ts'
import { COMPACTION_TEXT, EXPLORE_TEXT, PLANS_FOLDER, ROUTING_TEXT } from './overlay-texts.ts'
import { describeMemory, describeModes, describeSaved, describeTeam } from './state-texts.ts'
import { createWorktreeReader, toPart, type WorktreeReader } from './worktree-texts.ts'

export interface OverlayRequest {
  readonly ports: CorePorts
  /** Default: `default`. */
  readonly preset?: OverlayPreset
  /** Code points of the whole. Default: the preset's. */
  readonly maxChars?: number
  /** What lies where in the work tree. Default: nothing is said of it. */
  readonly codeMap?: CodeMap
}

/**
 * Makes the overlay of a work tree: what is kept of it in the home, what its `.onesoul/` says, and what an existing
 * `.omx/` says. Nothing of these is written.
 */
export async function gatherOverlay(
  place: ProjectPlace,
  request: OverlayRequest,
): Promise<WithDiagnostics<Overlay | null>> {
  const reader = createWorktreeReader(place.root)
  const caps = OVERLAY_PRESETS[request.preset ?? 'default']
  const state = await readProjectState(place)
  const notes = await noteParts(place, reader)
  const modes = await allModes(state.entries, reader)
  const saved = <K extends StateKind>(kind: K): SavedState<K> | undefined =>
    state.entries.find((entry): entry is SavedState<K> => entry.kind === kind)
  const own = (name: string, text: string): readonly OverlayPart[] =>
    text === '' ? [] : [toPart(homeRef(place, name), text, 'model')]
  const section = (
    id: OverlaySectionId,
    heading: string,
    parts: readonly OverlayPart[],
  ): OverlaySection => {
    const maxChars = caps.sections[id] ?? null
    return { id, heading, required: REQUIRED.has(id), maxChars, parts }
  }
  const planning = modes.some((mode) => mode.planning === true)
  const memory = [
    ...own('state/memory.json', describeMemory(saved('memory')?.value)),
    ...(await readProjectMemory(reader, '.onesoul/project-memory.json')),
    ...(await readProjectMemory(reader, '.omx/project-memory.json')),
  ]
  const sections = [
    section('routing', 'Sub-agents', builtIn('routing', ROUTING_TEXT)),
    section('compaction', 'Before a compaction', builtIn('compaction', COMPACTION_TEXT)),
    section('map', MAP_HEADING, mapParts(request.codeMap, caps.sections.map)),
    section('modes', 'Active modes', modeParts(place, modes)),
    section('notes', 'Priority notes', notes.parts),
    section('memory', 'Project memory', memory),
    section('team', 'Team', own('state/team.json', describeTeam(saved('team')?.value))),
    section('explore', 'Searching', builtIn('explore', EXPLORE_TEXT)),
    section('gate', 'Planning gate', planning ? await gateParts(place, reader) : []),
    section(
      'session',
      'Work tree',
      own('state', describeSaved(basename(place.root), state.entries)),
    ),
  ]
  const maxChars = request.maxChars ?? caps.total
  const { value, diagnostics } = composeOverlay(sections, { maxChars, ports: request.ports })
  const faults = [...state.faults, ...notes.faults].map((message) => unreadable(message))
  return { value, diagnostics: [...faults, ...reader.diagnostics, ...diagnostics] }
}

const REQUIRED: ReadonlySet<OverlaySectionId> = new Set(['routing', 'compaction', 'session'])

function builtIn(name: string, text: string): readonly OverlayPart[] {
  const ref: SourceRef = { root: 'builtin', kind: 'builtin', name, path: name, sha256: '' }
  return [toPart(ref, text, 'operator')]
}

const MAP_HEADING = 'What lies where'

/** Drawn to fit, so that nothing has to be cut: names of files are text of others. */
function mapParts(map: CodeMap | undefined, maxChars = 1000): readonly OverlayPart[] {
  if (map === undefined || map.files === 0) return []
  const { text } = renderCodeMap(map, maxChars - `## ${MAP_HEADING}\n\n`.length)
  const ref: SourceRef = { root: 'worktree', kind: 'extra', name: 'map', path: '.', sha256: '' }
  return [toPart(ref, text, 'project')]
}

function homeRef({ label }: ProjectPlace, name: string): SourceRef {
  return { root: 'home', kind: 'extra', name: basename(name), path: `${label}/${name}`, sha256: '' }
}

async function noteParts(
  place: ProjectPlace,
  reader: WorktreeReader,
): Promise<{ readonly parts: readonly OverlayPart[]; readonly faults: readonly string[] }> {
  const { value, fault } = await readNotes(place)
  const priority = (value ?? []).filter(({ kind }) => kind === 'priority')
  const lines = priority.map(({ text }) => `- ${text.replaceAll('\n', '\n  ')}`).join('\n')
  const written = await reader.text('.onesoul/notes.md')
  const parts = [
    ...(lines === '' ? [] : [toPart(homeRef(place, NOTES_FILE), lines, 'model')]),
    ...(written ? [toPart(written.ref, written.text.trim(), 'project')] : []),
    ...(await readOmxNotes(reader)),
  ]
  return { parts, faults: fault === null ? [] : [fault] }
}

/** A mode that both name is the home's. */
async function allModes(
  entries: readonly SavedState[],
  reader: WorktreeReader,
): Promise<readonly ModeState[]> {
  const saved = entries.find((entry): entry is SavedState<'modes'> => entry.kind === 'modes')
  const own = saved?.value.modes ?? []
  const theirs = await readOmxModes(reader)
  return [...own, ...theirs.filter(({ name }) => !own.some((mode) => mode.name === name))]
}

function modeParts(place: ProjectPlace, modes: readonly ModeState[]): readonly OverlayPart[] {
  const text = describeModes(modes)
  return text === '' ? [] : [toPart(homeRef(place, 'state/modes.json'), text, 'project')]
}

/** The plans of the home, of `.onesoul/` and of `.omx/` are one folder; the newest wins. */
async function gateParts(
  place: ProjectPlace,
  reader: WorktreeReader,
): Promise<readonly OverlayPart[]> {
  const home = createWorktreeReader(place.folder)
  const files: readonly PlanFile[] = [
    ...(await home.plans('plans')),
    ...(await reader.plans(PLANS_FOLDER)),
    ...(await reader.plans('.omx/plans')),
  ]
  reader.diagnostics.push(...home.diagnostics.map((found) => inHome(found, place)))
  const { open, reason, requirements, testSpec } = judgePlans(files)
  const text = open
    ? `OPEN: implement what ${requirements} and ${testSpec} say.`
    : `BLOCKED: ${reason}. Implement nothing before both are in ${PLANS_FOLDER}/.`
  return [toPart(homeRef(place, join('plans')), text, 'project')]
}

function inHome(found: Diagnostic, { label }: ProjectPlace): Diagnostic {
  const path = `${label}/${found.source?.path}`
  return { ...found, source: { root: 'home', path } }
}

function unreadable(message: string): Diagnostic {
  return {
    code: 'overlay.unreadable',
    severity: 'warning',
    message: `${message}; it is left out`,
    fix: 'Write it anew, or clear it with `onesoul state clear`.',
  }
}
