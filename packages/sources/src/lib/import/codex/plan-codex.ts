import { join } from 'node:path'
import { entryReason } from '../entry-reason.ts'
import { createImportNotes, type ImportNotes } from '../import-notes.ts'
import type { ImportDraft } from '../import-report.ts'
import { planOwned } from '../owned/plan-owned.ts'
import { listSource, readSource, type SourcePlace } from '../read-source.ts'
import { tomlFault } from './toml-fault.ts'
import { tomlKeys } from './toml-keys.ts'

/** What Codex's own folder becomes: its instruction file as AGENTS, marked as owned by it. */
export async function planCodex(place: SourcePlace): Promise<ImportDraft> {
  const notes = createImportNotes()
  const files = await planOwned('codex', place, notes)
  await noteOther(place, notes)
  await noteSettings(place, notes)
  await noteEntries(place, notes)
  const { mapped, unmapped, decisions } = notes
  return { files, settings: {}, mapped, unmapped, decisions }
}

const INSTRUCTIONS = ['AGENTS.override.md', 'AGENTS.md']

/** Of the two instruction files Codex sends one. */
async function noteOther(place: SourcePlace, notes: ImportNotes): Promise<void> {
  const taken = new Set((place.agentFiles ?? []).map((file) => file.path))
  for (const name of INSTRUCTIONS) {
    const path = join(place.dir, name)
    if (taken.has(path) || !(await readSource(path, place, notes))) continue
    const other = INSTRUCTIONS.find((one) => one !== name)
    const why =
      taken.size > 0 ? `Codex does not read it: ${other} stands in its place` : 'it is empty'
    notes.warn(name, why)
  }
}

async function noteSettings(place: SourcePlace, notes: ImportNotes): Promise<void> {
  const found = await readSource(join(place.dir, 'config.toml'), place, notes)
  if (!found) return
  const text = new TextDecoder().decode(found.bytes)
  const fault = tomlFault(text)
  if (fault !== null) {
    const reason = 'no valid TOML: keys from this line on are not listed'
    notes.warn(`config.toml:${fault}`, reason)
  }
  for (const { key, line } of tomlKeys(text)) {
    if (fault !== null && line >= fault) break
    notes.leave(`config.toml:${line} ${key}`, explainSetting(key))
  }
}

function explainSetting(key: string): string {
  if (key === 'developer_instructions' || key.endsWith('.developer_instructions')) {
    return 'Codex goes on using it: OneSoul sends it first, before its own text, in one value'
  }
  if (key === 'model_instructions_file') {
    return 'Codex goes on using it: it replaces the vendor’s prompt, which OneSoul leaves alone'
  }
  return 'Codex goes on using it'
}

const WRITTEN: Readonly<Record<string, string>> = {
  prompts: 'commands of Codex; it goes on using them',
  skills: 'skills are not managed by this version; Codex goes on using them',
  rules: 'rules for commands that Codex may run; it goes on using them',
  'auth.json': 'credentials: the file was neither read nor copied',
}

async function noteEntries(place: SourcePlace, notes: ImportNotes): Promise<void> {
  for (const { name } of await listSource(place.dir, place, notes)) {
    if (INSTRUCTIONS.includes(name) || name === 'config.toml') continue
    notes.leave(name, entryReason(name, WRITTEN, 'Codex keeps it for itself'))
  }
}
