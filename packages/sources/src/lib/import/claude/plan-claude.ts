import { join } from 'node:path'
import { entryReason } from '../entry-reason.ts'
import { createImportNotes, type ImportNotes } from '../import-notes.ts'
import type { ImportDraft } from '../import-report.ts'
import { leaveKeys } from '../leave-keys.ts'
import { planOwned } from '../owned/plan-owned.ts'
import { listSource, readSource, type SourcePlace, sourceName } from '../read-source.ts'

/** What Claude Code's own folder becomes: its instruction files as AGENTS, marked as owned by it. */
export async function planClaude(place: SourcePlace): Promise<ImportDraft> {
  const notes = createImportNotes()
  const files = await planOwned('claude-code', place, notes)
  await noteUnread(join(place.dir, 'CLAUDE.md'), place, notes)
  await noteRules(place, notes)
  for (const name of ['settings.json', 'settings.local.json']) {
    await leaveKeys(join(place.dir, name), {
      place,
      notes,
      explain: ([key]) => explainSetting(key),
    })
  }
  await noteEntries(place, notes)
  const { mapped, unmapped, decisions } = notes
  return { files, settings: {}, mapped, unmapped, decisions }
}

function explainSetting(key: string | number | undefined): string {
  if (key === 'env')
    return 'Claude Code goes on using it; it may hold credentials and was not copied'
  if (key === 'outputStyle')
    return 'Claude Code goes on using it; SOUL.md does the same for every agent'
  return 'Claude Code goes on using it'
}

async function noteRules(place: SourcePlace, notes: ImportNotes): Promise<void> {
  const taken = new Set((place.agentFiles ?? []).map((file) => file.path))
  for (const { name } of await listSource(join(place.dir, 'rules'), place, notes)) {
    const path = join(place.dir, 'rules', name)
    if (taken.has(path) || !name.endsWith('.md')) continue
    const reason =
      'a rule for some paths: Claude Code goes on reading it, OneSoul has none of that kind'
    if (await readSource(path, place, notes)) notes.leave(sourceName(path, place), reason)
  }
}

/** An instruction file that is there and that Claude Code does not get either. */
async function noteUnread(path: string, place: SourcePlace, notes: ImportNotes): Promise<void> {
  if ((place.agentFiles ?? []).some((file) => file.path === path)) return
  if (await readSource(path, place, notes)) notes.warn(sourceName(path, place), 'it is not read')
}

/** What a person wrote there; everything else is what the program keeps for itself. */
const WRITTEN: Readonly<Record<string, string>> = {
  'output-styles':
    'Claude Code goes on offering them; what should hold for every agent belongs in SOUL.md',
  agents: 'sub-agents of Claude Code; it goes on using them',
  skills: 'skills are not managed by this version; Claude Code goes on using them',
  commands: 'commands of Claude Code; it goes on using them',
  hooks: 'hooks of Claude Code; it goes on running them',
  plugins: 'plugins of Claude Code; it goes on using them',
  '.credentials.json': 'credentials: the file was neither read nor copied',
}

const COVERED = ['CLAUDE.md', 'rules', 'settings.json', 'settings.local.json']

async function noteEntries(place: SourcePlace, notes: ImportNotes): Promise<void> {
  const taken = new Set((place.agentFiles ?? []).map((file) => file.path))
  for (const { name } of await listSource(place.dir, place, notes)) {
    if (COVERED.includes(name) || taken.has(join(place.dir, name))) continue
    if (name === 'projects') {
      notes.leave(
        name,
        'transcripts and Claude Code’s own memory of each project; it goes on using them',
      )
    } else notes.leave(name, entryReason(name, WRITTEN, 'Claude Code keeps it for itself'))
  }
}
