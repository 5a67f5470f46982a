import { join } from 'node:path'
import type { ConfigPath } from '../../config/yaml-source.ts'
import { entryReason } from '../entry-reason.ts'
import { createImportNotes, type ImportNotes } from '../import-notes.ts'
import type { ImportDraft, PlannedFile } from '../import-report.ts'
import { leaveKeys } from '../leave-keys.ts'
import {
  bodyOf,
  documentOf,
  listSource,
  readInstructions,
  type SourcePlace,
} from '../read-source.ts'

/** The places of a slot in a Hermes home; the first that is there counts. */
const SLOT_FILES: readonly (readonly [string, readonly string[]])[] = [
  ['SOUL.md', ['SOUL.md']],
  ['AGENTS.md', ['AGENTS.md']],
  ['USER.md', ['memories/USER.md', 'USER.md']],
  ['MEMORY.md', ['memories/MEMORY.md', 'MEMORY.md']],
]

/** What the home of one Hermes profile becomes. */
export async function planHermes(place: SourcePlace): Promise<ImportDraft> {
  const notes = createImportNotes()
  const files: PlannedFile[] = []
  for (const [slot, candidates] of SLOT_FILES) {
    files.push(...(await planSlot(slot, candidates, { place, notes })))
  }
  await leaveKeys(join(place.dir, 'config.yaml'), { place, notes, explain: explainKey })
  await noteProfiles(place, notes)
  await noteEntries(place, notes)
  for (const [about, message] of ALWAYS) notes.decide(about, message)
  const { mapped, unmapped, decisions } = notes
  return { files, settings: {}, mapped, unmapped, decisions }
}

interface Search {
  readonly place: SourcePlace
  readonly notes: ImportNotes
}

async function planSlot(
  slot: string,
  candidates: readonly string[],
  { place, notes }: Search,
): Promise<readonly PlannedFile[]> {
  const planned: PlannedFile[] = []
  for (const name of candidates) {
    const found = await readInstructions(join(place.dir, name), place, notes)
    if (!found) continue
    if (planned.length > 0) {
      notes.warn(name, `${candidates[0]} stands in its place`)
      continue
    }
    const document = documentOf(found)
    notes.map(name, `agent-configs/${slot}`)
    planned.push({ path: `agent-configs/${slot}`, bytes: found.bytes })
    if (document.body.start > 0) {
      const message =
        'Hermes sends the frontmatter of these files to the model; here it is metadata.'
      notes.decide('frontmatter', message, [name])
    }
    if (slot === 'AGENTS.md') {
      const message = 'Not every release of Hermes reads one in its home; here it counts as rules.'
      notes.decide('AGENTS.md', message, [name])
    }
    if (/^§$/m.test(bodyOf(document))) {
      const message = 'Entries stay divided by lines with a section sign, as Hermes writes them.'
      notes.decide('entries', message, [name])
    }
  }
  return planned
}

function explainKey([first, second]: ConfigPath): string {
  if (first === 'agent' && second === 'system_prompt') {
    return 'a prompt of its own: put what should hold for every agent into SOUL.md'
  }
  if (first === 'personalities' || second === 'personalities') {
    return 'named personas: each would be a SOUL.md of a bot or platform'
  }
  if (first === 'platforms' || first === 'gateway' || first === 'cron') {
    return 'it configures the gateway, which this version does not have'
  }
  return 'a setting of Hermes itself; no key of OneSoul corresponds to it'
}

async function noteProfiles(place: SourcePlace, notes: ImportNotes): Promise<void> {
  for (const entry of await listSource(join(place.dir, 'profiles'), place, notes)) {
    if (!entry.isDirectory()) continue
    const dir = join(place.dir, 'profiles', entry.name)
    const reason = `a profile is a home of its own: onesoul init --from hermes --source ${dir} --home DIR`
    notes.warn(`profiles/${entry.name}`, reason)
  }
}

const ENTRIES: Readonly<Record<string, string>> = {
  '.env': 'credentials: the file was neither read nor copied',
  'auth.json': 'credentials: the file was neither read nor copied',
  skills: 'skills are not managed by this version; Hermes goes on using them',
  sessions: 'conversations; Hermes keeps them',
  cron: 'jobs need a gateway, which this version does not have',
  plugins: 'plugins of Hermes',
}

const COVERED = ['SOUL.md', 'AGENTS.md', 'USER.md', 'MEMORY.md', 'config.yaml', 'profiles']

async function noteEntries(place: SourcePlace, notes: ImportNotes): Promise<void> {
  for (const { name } of await listSource(place.dir, place, notes)) {
    if (name === 'memories') await noteMemories(place, notes)
    else if (!COVERED.includes(name))
      notes.leave(name, entryReason(name, ENTRIES, 'Hermes keeps it for itself'))
  }
}

async function noteMemories(place: SourcePlace, notes: ImportNotes): Promise<void> {
  for (const { name } of await listSource(join(place.dir, 'memories'), place, notes)) {
    if (['USER.md', 'MEMORY.md'].includes(name)) continue
    notes.leave(`memories/${name}`, 'no slot; Hermes does not put it into its prompt either')
  }
}

const ALWAYS: readonly (readonly [string, string])[] = [
  [
    'identity',
    'In Hermes SOUL replaces the built-in identity. Here it is the persona inside the agent that runs, whose own prompt stays.',
  ],
  [
    'limits',
    'Hermes cuts MEMORY and USER by figures of their own and blocks a whole file for one phrase; here both are whole, and a finding is reported with its line.',
  ],
  [
    'who sees USER and MEMORY',
    'Both are for their owner only; in Hermes everybody who talks to a profile shares them. `compat.userDataPublic: true` shows them to all.',
  ],
]
