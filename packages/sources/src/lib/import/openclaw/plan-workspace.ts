import { join } from 'node:path'
import { isCleared } from '@onesoul/core'
import type { ImportNotes } from '../import-notes.ts'
import type { PlannedFile } from '../import-report.ts'
import {
  bodyOf,
  documentOf,
  listSource,
  readInstructions,
  type SourceFile,
  type SourcePlace,
  sourceName,
} from '../read-source.ts'

const SLOT_FILES = ['AGENTS.md', 'TOOLS.md', 'USER.md']

const UNMAPPED: Readonly<Record<string, string>> = {
  'HEARTBEAT.md': 'this version has no heartbeat: nothing runs by itself',
  'BOOTSTRAP.md': 'the first conversation of a new workspace; a home has none',
  'BOOT.md': 'it runs when OpenClaw’s gateway starts, which this version does not have',
  skills: 'skills are not managed by this version; OpenClaw goes on using them',
}

const COVERED = ['SOUL.md', 'IDENTITY.md', 'MEMORY.md', 'memory.md', 'memory', ...SLOT_FILES]

/** The files of a workspace that OpenClaw puts into its prompt, as slots, and its daily memory. */
export async function planWorkspace(
  workspace: string,
  source: SourcePlace,
  notes: ImportNotes,
): Promise<readonly PlannedFile[]> {
  // Links may lead within the workspace, wherever it lies.
  const place: SourcePlace = { ...source, dir: workspace }
  const files: PlannedFile[] = [...(await planSoul(place, notes))]
  for (const name of SLOT_FILES) files.push(...(await planFile(name, name, { place, notes })))
  files.push(...(await planMemory(place, notes)), ...(await planDaily(place, notes)))
  for (const { name } of await listSource(place.dir, place, notes)) {
    const reason = Object.hasOwn(UNMAPPED, name) ? UNMAPPED[name] : undefined
    if (reason !== undefined) notes.leave(name, reason)
    else if (!COVERED.includes(name) && name.endsWith('.md')) {
      notes.leave(name, 'no file that OpenClaw puts into its prompt')
    }
  }
  return files
}

interface Search {
  readonly place: SourcePlace
  readonly notes: ImportNotes
}

async function planFile(
  name: string,
  to: string,
  { place, notes }: Search,
): Promise<readonly PlannedFile[]> {
  const found = await readInstructions(join(place.dir, name), place, notes)
  if (!found) return []
  notes.map(name, `agent-configs/${to}`)
  noteFrontmatter(found, notes)
  return [{ path: `agent-configs/${to}`, bytes: found.bytes }]
}

function noteFrontmatter(found: SourceFile, notes: ImportNotes): void {
  if (documentOf(found).body.start === 0) return
  const message = 'OpenClaw sends the frontmatter of these files to the model; here it is metadata.'
  notes.decide('frontmatter', message, [found.name])
}

/** Who the agent is stands in two files there: SOUL and, after it, IDENTITY. */
async function planSoul(place: SourcePlace, notes: ImportNotes): Promise<readonly PlannedFile[]> {
  const identity = await readInstructions(join(place.dir, 'IDENTITY.md'), place, notes)
  const full = identity && !isCleared(documentOf(identity)) ? identity : null
  if (identity && !full) notes.leave('IDENTITY.md', 'it is empty')
  const [soul] = await planFile('SOUL.md', 'SOUL.md', { place, notes })
  if (!full) return soul ? [soul] : []
  notes.map('IDENTITY.md', 'agent-configs/SOUL.md', 'after the text of SOUL.md')
  noteFrontmatter(full, notes)
  const message =
    'Name and nature of the agent, a file of its own in OpenClaw, are part of SOUL here.'
  notes.decide('IDENTITY.md', message, ['IDENTITY.md'])
  const head = soul ? `${new TextDecoder().decode(soul.bytes).trimEnd()}\n\n` : ''
  const text = `${head}${bodyOf(documentOf(full)).trim()}\n`
  return [{ path: 'agent-configs/SOUL.md', bytes: Buffer.from(text, 'utf8') }]
}

async function planMemory(place: SourcePlace, notes: ImportNotes): Promise<readonly PlannedFile[]> {
  const names = (await listSource(place.dir, place, notes)).map((entry) => entry.name)
  if (names.includes('MEMORY.md')) {
    if (names.includes('memory.md')) notes.warn('memory.md', 'MEMORY.md stands in its place')
    return planFile('MEMORY.md', 'MEMORY.md', { place, notes })
  }
  if (!names.includes('memory.md')) return []
  const message = 'Some releases of OpenClaw read the name in small letters; here it is MEMORY.md.'
  notes.decide('memory.md', message, ['memory.md'])
  return planFile('memory.md', 'MEMORY.md', { place, notes })
}

/** Daily logs keep their names; neither program puts them into the prompt. */
async function planDaily(place: SourcePlace, notes: ImportNotes): Promise<readonly PlannedFile[]> {
  const files: PlannedFile[] = []
  for (const { name } of await listSource(join(place.dir, 'memory'), place, notes)) {
    const path = join(place.dir, 'memory', name)
    if (!/^\d{4}-\d{2}-\d{2}\.md$/.test(name)) {
      notes.leave(sourceName(path, place), 'no daily log; neither program puts it into the prompt')
      continue
    }
    const found = await readInstructions(path, place, notes)
    if (!found) continue
    notes.map(`memory/${name}`, `memory/${name}`, 'kept; no prompt holds it, as in OpenClaw')
    files.push({ path: `memory/${name}`, bytes: found.bytes })
  }
  return files
}
