import { join } from 'node:path'
import type { ConfigPath } from '../../config/yaml-source.ts'
import { expandPath } from '../../home/expand-path.ts'
import { isMapping, type Mapping, valueAt } from '../config-leaves.ts'
import { entryReason } from '../entry-reason.ts'
import { createImportNotes, type ImportNotes } from '../import-notes.ts'
import type { ImportDraft } from '../import-report.ts'
import { leaveKeys } from '../leave-keys.ts'
import { listSource, type SourcePlace, sourceName } from '../read-source.ts'
import { refusePlace } from '../source-bounds.ts'
import { planWorkspace } from './plan-workspace.ts'
import { json5ToYaml } from './read-openclaw-config.ts'

const CONFIG = 'openclaw.json'

/** What an OpenClaw set-up becomes: the files of its default agent's workspace. */
export async function planOpenclaw(place: SourcePlace): Promise<ImportDraft> {
  const notes = createImportNotes()
  const config = await leaveKeys(join(place.dir, CONFIG), {
    place,
    notes,
    explain: explainKey,
    prepare: json5ToYaml,
  })
  const workspace = await findWorkspace(config, place, notes)
  const refusal = await refusePlace(workspace, place)
  if (workspace !== place.dir && refusal === null) {
    notes.map(
      `${sourceName(workspace, place)}/`,
      'agent-configs/',
      'the workspace of the default agent',
    )
  }
  if (refusal !== null) {
    notes.warn(
      `${sourceName(workspace, place)}/`,
      `the workspace of the default agent: ${refusal}; if it is meant, name it with --source`,
    )
  }
  const files = refusal === null ? await planWorkspace(workspace, place, notes) : []
  noteAgents(config, place, notes)
  if (workspace !== place.dir) await noteEntries(place, workspace, notes)
  for (const [about, message] of ALWAYS) notes.decide(about, message)
  const { mapped, unmapped, decisions } = notes
  return { files, settings: {}, mapped, unmapped, decisions }
}

/** Keys that say where the default agent's workspace is, older spellings last. */
const WORKSPACE: readonly ConfigPath[] = [
  ['agents', 'defaults', 'workspace'],
  ['agent', 'workspace'],
  ['workspace'],
]

/** The source may also be a workspace itself. */
async function findWorkspace(
  config: Mapping | null,
  place: SourcePlace,
  notes: ImportNotes,
): Promise<string> {
  const list = valueAt(config, ['agents', 'list'])
  const own = Array.isArray(list)
    ? list.find((one) => isMapping(one) && one['default'] === true)
    : undefined
  const stated = [own, ...WORKSPACE.map((path) => valueAt(config, path))].map((one) =>
    isMapping(one) ? one['workspace'] : one,
  )
  const named = stated.find((one) => typeof one === 'string' && one !== '')
  if (typeof named === 'string') {
    return expandPath(named, { base: place.dir, userHome: place.userHome })
  }
  const names = (await listSource(place.dir, place, notes)).map((entry) => entry.name)
  const isWorkspace = names.includes('SOUL.md') || names.includes('AGENTS.md')
  return isWorkspace && !names.includes('workspace') ? place.dir : join(place.dir, 'workspace')
}

function noteAgents(config: Mapping | null, place: SourcePlace, notes: ImportNotes): void {
  const list = valueAt(config, ['agents', 'list'])
  for (const agent of Array.isArray(list) ? list : []) {
    if (!isMapping(agent) || agent['default'] === true) continue
    const { id, workspace } = agent
    if (typeof workspace !== 'string') continue
    const dir = expandPath(workspace, { base: place.dir, userHome: place.userHome })
    notes.warn(
      `${CONFIG} agents.list[${String(id)}]`,
      `an agent with a workspace of its own: onesoul init --from openclaw --source ${dir} --home DIR`,
    )
  }
}

const CREDENTIAL = /token|secret|password|key|credential/i

function explainKey(path: ConfigPath): string | null {
  const [first] = path
  const last = String(path.at(-1))
  if (CREDENTIAL.test(last)) return 'a credential: it was neither copied nor printed'
  if (last === 'workspace') return null
  if (first === 'channels' || first === 'bindings' || first === 'gateway' || first === 'cron') {
    return 'it configures the gateway, which this version does not have'
  }
  if (first === 'skills') return 'skills are not managed by this version'
  if (/^bootstrap.*Max|MaxChars$/.test(last)) {
    return 'a limit that would cut; the limits here keep every imported file whole'
  }
  return 'a setting of OpenClaw itself; no key of OneSoul corresponds to it'
}

const ENTRIES: Readonly<Record<string, string>> = {
  credentials: 'credentials: the folder was neither read nor copied',
  '.env': 'credentials: the file was neither read nor copied',
  agents: 'sessions and state of OpenClaw’s agents',
  skills: 'skills are not managed by this version; OpenClaw goes on using them',
}

async function noteEntries(
  place: SourcePlace,
  workspace: string,
  notes: ImportNotes,
): Promise<void> {
  for (const { name } of await listSource(place.dir, place, notes)) {
    if (name === CONFIG || join(place.dir, name) === workspace) continue
    notes.leave(name, entryReason(name, ENTRIES, 'OpenClaw keeps it for itself'))
  }
}

const ALWAYS: readonly (readonly [string, string])[] = [
  [
    'limits',
    'OpenClaw cuts a long file in the middle, with a marker; here every imported file is whole.',
  ],
  [
    'who sees USER and MEMORY',
    'Both are for their owner only. OpenClaw keeps MEMORY out of shared channels and shows USER there; `audience: public` in the frontmatter of USER.md does the same here.',
  ],
  [
    'missing files',
    'OpenClaw tells the model which of its files are missing; here a missing slot leaves no trace in the prompt.',
  ],
]
