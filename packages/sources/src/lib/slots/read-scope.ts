import type { Diagnostic, SlotDefinition, SourceDocument, SourceRef } from '@onesoul/core'
import { isStarterSoul } from '../starter/is-starter-soul.ts'
import { caseVariants } from './list-folder.ts'
import { platformSpellings, type ScopeLevel, type SlotPlace } from './slot-place.ts'
import type { SlotFile, SlotReader } from './slot-reader.ts'

/** What one scope holds for one slot. Documents are in reading order. */
export type ScopeResult =
  | { readonly outcome: 'missing'; readonly unused: readonly SourceDocument[] }
  | { readonly outcome: 'content' | 'cleared'; readonly documents: readonly SourceDocument[] }
  | { readonly outcome: 'failed'; readonly source: SourceRef; readonly message: string }

export interface ScopeReading {
  readonly result: ScopeResult
  readonly diagnostics: readonly Diagnostic[]
}

export interface SlotSearch {
  readonly slot: SlotDefinition
  readonly place: SlotPlace
  readonly reader: SlotReader
}

/** The file that held tool guidance before TOOLS.md had its name. */
const OLDER_TOOLS_FILE = 'SKILLS.md'

/** Reads what one scope says about one slot: the file, its older name, and its suffix file. */
export async function readScope(search: SlotSearch, level: ScopeLevel): Promise<ScopeReading> {
  const diagnostics: Diagnostic[] = []
  const base = await readBase(search, level, diagnostics)
  const files = [base, ...(await readSuffixFiles(search, level, diagnostics))]
  for (const file of files) if (file.outcome !== 'missing') diagnostics.push(...file.diagnostics)
  return { result: combine(search.slot, files, diagnostics), diagnostics }
}

async function readBase(
  search: SlotSearch,
  level: ScopeLevel,
  diagnostics: Diagnostic[],
): Promise<SlotFile> {
  const { slot, reader } = search
  for (const [index, folder] of level.folders.entries()) {
    const path = inFolder(folder, slot.file)
    const file = await reader.read(slot, level.scope, path)
    if (file.outcome !== 'missing') {
      diagnostics.push(...(await twinFolders(search, level, index)))
      return file
    }
    const older = await readOlderTools(search, level, folder)
    if (older) {
      diagnostics.push(note('slot.skills-md', 'warning', olderToolsMessage(folder)))
      return older
    }
    diagnostics.push(...(await wrongCase(search, folder)))
  }
  return { outcome: 'missing' }
}

async function readOlderTools(
  { slot, reader }: SlotSearch,
  level: ScopeLevel,
  folder: string,
): Promise<SlotFile | null> {
  if (slot.slot !== 'TOOLS') return null
  const file = await reader.read(slot, level.scope, inFolder(folder, OLDER_TOOLS_FILE))
  return file.outcome === 'missing' ? null : file
}

function olderToolsMessage(folder: string): Noted {
  const path = inFolder(folder, OLDER_TOOLS_FILE)
  return {
    path,
    message: `${path} is read as TOOLS.md; the name is deprecated`,
    fix: 'rename it to TOOLS.md',
  }
}

/** The same file under the alias of a folder that won: it is not read. */
async function twinFolders(
  { slot, reader }: SlotSearch,
  level: ScopeLevel,
  index: number,
): Promise<readonly Diagnostic[]> {
  const won = inFolder(level.folders[index] ?? '', slot.file)
  const found: Diagnostic[] = []
  for (const folder of level.folders.slice(index + 1)) {
    if (!(await reader.list(folder)).includes(slot.file)) continue
    const path = inFolder(folder, slot.file)
    const message = `${path} is not read: ${won} is the same scope and comes first`
    found.push(note('slot.alias-shadowed', 'warning', { path, message }))
  }
  return found
}

async function wrongCase(
  { slot, reader }: SlotSearch,
  folder: string,
): Promise<readonly Diagnostic[]> {
  const names = await reader.list(folder)
  return caseVariants(names, slot.file).map((name) => {
    const path = inFolder(folder, name)
    const message = `${path} is not read; did you mean ${slot.file}?`
    const fix = `rename it to ${slot.file}`
    return note('slot.wrong-case', 'warning', { path, message, fix })
  })
}

async function readSuffixFiles(
  { slot, place, reader }: SlotSearch,
  level: ScopeLevel,
  diagnostics: Diagnostic[],
): Promise<readonly SlotFile[]> {
  if (place.platform === null) return []
  const stem = slot.file.slice(0, -'.md'.length)
  const wanted = platformSpellings(place.platform).map((name) => `${stem}.${name}.md`)
  const files: SlotFile[] = []
  for (const folder of level.folders) {
    const present = (await reader.list(folder)).filter((name) => wanted.includes(name))
    for (const name of present) {
      const path = inFolder(folder, name)
      if (place.suffixFiles === 'append') files.push(await reader.read(slot, level.scope, path))
      else diagnostics.push(note('slot.suffix-ignored', 'warning', suffixMessage(path, slot.file)))
    }
  }
  return files
}

function suffixMessage(path: string, file: string): Noted {
  return {
    path,
    message: `${path} is not read: files with a platform in their name are an older convention`,
    fix: `move its text to <platform>/${file}, or set compat.suffixFiles: append`,
  }
}

function combine(
  slot: SlotDefinition,
  files: readonly SlotFile[],
  diagnostics: Diagnostic[],
): ScopeResult {
  const failed = files.find((file) => file.outcome === 'failed')
  if (failed) return { outcome: 'failed', source: failed.source, message: failed.message }
  const present = files.flatMap((file) =>
    file.outcome === 'content' || file.outcome === 'cleared' ? [file] : [],
  )
  const starters = present.filter(
    (file) => slot.slot === 'SOUL' && isStarterSoul(file.document.text),
  )
  for (const { document } of starters) diagnostics.push(starterNote(document))
  const counted = present.filter((file) => !starters.includes(file))
  const full = counted.filter((file) => file.outcome === 'content')
  if (full.length > 0) return { outcome: 'content', documents: full.map((file) => file.document) }
  if (counted.length > 0) {
    return { outcome: 'cleared', documents: counted.map((file) => file.document) }
  }
  return { outcome: 'missing', unused: starters.map((file) => file.document) }
}

function starterNote(document: SourceDocument): Diagnostic {
  const { path } = document.ref
  const message = `${path} is the unedited starter text and counts as missing`
  return note('slot.starter', 'info', { path, message, fix: `say in ${path} who your agent is` })
}

interface Noted {
  readonly path: string
  readonly message: string
  readonly fix?: string
}

function note(code: string, severity: Diagnostic['severity'], noted: Noted): Diagnostic {
  const { path, ...rest } = noted
  return { code, severity, ...rest, source: { root: 'configs', path } }
}

function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}
