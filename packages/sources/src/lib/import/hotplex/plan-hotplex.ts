import { join } from 'node:path'
import type { ConfigFile } from '../../config/config-file.ts'
import { entryReason } from '../entry-reason.ts'
import { createImportNotes, type ImportNotes } from '../import-notes.ts'
import type { ImportDraft } from '../import-report.ts'
import { listSource, type SourcePlace, sourceName } from '../read-source.ts'
import { compareBodies } from './compare-bodies.ts'
import { explainKey } from './explain-key.ts'
import { planFiles, plannedFiles, type TakenFile } from './plan-files.ts'
import { hasPlatformFolders, isAlone, planFolders } from './plan-folders.ts'
import { type HotplexBots, readBots } from './read-bots.ts'
import { CONFIG_NAMES, readHotplexConfig, slotsFolder } from './read-config.ts'

/**
 * What a HotPlex home becomes: its slots as HotPlex finds them, its bots, its
 * lists of what is not injected, and the compatibility that keeps each bot's
 * text the same.
 *
 * @throws SourcesError `config-invalid` when its configuration is no YAML.
 */
export async function planHotplex(place: SourcePlace): Promise<ImportDraft> {
  const notes = createImportNotes()
  const config = await readHotplexConfig(place, notes)
  if (config === null) {
    notes.warn(
      'config.yaml',
      'it is not there: bots and exclusions are not known, and every folder is taken over',
    )
  }
  const slots = slotsFolder(config, place, notes)
  const bots = config && readBots(config, notes)
  const label = sourceName(slots, place)
  const search = { slots, label, place, notes }
  const folders = await planFolders({ ...search, bots })
  const suffixFiles = !hasPlatformFolders(folders)
  const taken = await planFiles(folders, { ...search, suffixFiles })
  compareBodies(taken, notes)
  if (config) for (const path of config.rest()) notes.leave(config.place(path), explainKey(path))
  noteEnvironment(place, notes)
  await noteEntries(place, slots, notes)
  return {
    files: plannedFiles(taken),
    settings: { ...bots?.settings, compat: compatOf(taken, { bots, notes }) },
    mapped: notes.mapped,
    unmapped: notes.unmapped,
    decisions: notes.decisions,
  }
}

function compatOf(
  taken: readonly TakenFile[],
  { bots, notes }: { readonly bots: HotplexBots | null; readonly notes: ImportNotes },
): NonNullable<ConfigFile['compat']> {
  const alone = bots?.platforms.filter((platform) => isAlone(platform, bots)) ?? []
  const joined = taken.filter(({ to }) => /^[A-Z]+\.[\w-]+\.md$/.test(to))
  if (alone.length > 0) {
    const message = `The only bot of ${alone.join(' and ')} does not use a folder of its own, as in HotPlex; a second bot changes that for both. Remove compat.singleBotIgnoresName to give it its folder now.`
    notes.decide('a lone bot', message)
  }
  if (joined.length > 0) {
    const message =
      'Files with a platform in their name are joined to the base file, as HotPlex did before 1.5, which this home looks like; newer releases do not read them.'
    notes.decide(
      'files of a platform',
      message,
      joined.map(({ source }) => source.name),
    )
  }
  return {
    userDataPublic: true,
    ...(alone.length > 0 && { singleBotIgnoresName: true }),
    ...(joined.length > 0 && { suffixFiles: 'append' as const }),
  }
}

/** HotPlex reads settings from variables of these beginnings as well. */
const VARIABLE = /^HOTPLEX_(?:AGENT_CONFIG|MESSAGING)_/

function noteEnvironment({ env }: SourcePlace, notes: ImportNotes): void {
  for (const name of Object.keys(env)
    .filter((one) => VARIABLE.test(one))
    .sort()) {
    notes.warn(name, 'a setting in the environment; only the file was read')
  }
}

const ENTRIES: Readonly<Record<string, string>> = {
  '.env': 'credentials: the file was neither read nor copied',
  data: 'the gateway’s database: sessions, jobs, users, and the slots that WebChat workspaces override',
  workspaces: 'work trees; they stay where they are',
  skills: 'skills are not managed by this version; agents go on reading their own',
  logs: 'logs of the gateway',
  pids: 'processes of the gateway',
}

async function noteEntries(place: SourcePlace, slots: string, notes: ImportNotes): Promise<void> {
  for (const { name } of await listSource(place.dir, place, notes)) {
    const isRead = notes.mapped.some(({ note }) => note?.startsWith(`${name} was read as`))
    if (isRead || CONFIG_NAMES.includes(name) || join(place.dir, name) === slots) continue
    if (name === 'agent-configs') {
      notes.warn(name, 'HotPlex does not read it: agent_config.dir names another folder')
    } else notes.leave(name, explainEntry(name))
  }
}

function explainEntry(name: string): string {
  const known = name.startsWith('.env') ? '.env' : name
  return entryReason(known, ENTRIES, 'no part of the configuration')
}
