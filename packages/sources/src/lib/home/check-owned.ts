import { type Diagnostic, SLOTS, type SourceDocument } from '@onesoul/core'
import { readEach, readFileSafely } from '@onesoul/disk'
import { editedNote, isEdited, type OwnedFile, ownedFilesOf } from '../import/owned/owned-mark.ts'
import type { PlaceNames } from '../slots/list-places.ts'
import { readScope } from '../slots/read-scope.ts'
import { scopeLevels } from '../slots/slot-place.ts'
import { createSlotReader, type SlotFiles } from '../slots/slot-reader.ts'
import { expandPath } from './expand-path.ts'
import type { HomePlace } from './home.ts'

/** Compares every slot file that was imported from an agent's own files with what these say now. */
export async function checkOwned(
  home: HomePlace,
  { places, files }: { readonly places: readonly PlaceNames[]; readonly files: SlotFiles },
): Promise<readonly Diagnostic[]> {
  const read = await readEach(places, (names) => readPlace(home, { names, files }))
  const found = await readEach(read.flat(), (document) => checkDocument(document, home))
  return found.flat()
}

async function readPlace(
  home: HomePlace,
  { names, files }: { readonly names: PlaceNames; readonly files: SlotFiles },
): Promise<readonly SourceDocument[]> {
  const { settings } = home.config
  const { configsDir, userHome, dir } = home
  const place = {
    configsDir,
    userHome,
    ...names,
    allowedRoots: settings.allowedRoots.map((path) => expandPath(path, { base: dir, userHome })),
    suffixFiles: settings.compat.suffixFiles,
  }
  const reader = createSlotReader(place, files)
  const [level] = scopeLevels(place)
  if (!level) return []
  const readings = await Promise.all(SLOTS.map((slot) => readScope({ slot, place, reader }, level)))
  return readings.flatMap(({ result }) => (result.outcome === 'content' ? result.documents : []))
}

async function checkDocument(
  document: SourceDocument,
  { userHome }: HomePlace,
): Promise<readonly Diagnostic[]> {
  const files = ownedFilesOf(document, userHome)
  if (files.length === 0) return []
  if (isEdited(document)) return [editedNote(document, files)]
  return (await Promise.all(files.map((file) => checkFile(file, document)))).flat()
}

async function checkFile(
  file: OwnedFile,
  document: SourceDocument,
): Promise<readonly Diagnostic[]> {
  const found = await readFileSafely(file.path, { links: 'anywhere' })
  if (found.outcome === 'content' && found.sha256 === file.sha256) return []
  const { root, path } = document.ref
  const owner = document.frontmatter?.ownedBy ?? ''
  const there = found.outcome === 'content'
  return [
    {
      code: there ? 'owned.changed' : 'owned.missing',
      severity: 'warning',
      message: there
        ? `${file.shown} changed since ${path} was imported from it: ${owner} reads the new text, every other agent gets the old one`
        : `${file.shown} cannot be read any more; ${path} was imported from it and still names it`,
      source: { root, path, line: 1 },
      fix: there
        ? `make ${path} the one place: copy the new text into it, empty ${file.shown} and remove the \`owned\` lines`
        : `remove the \`owned\` lines from ${path}`,
    },
  ]
}
