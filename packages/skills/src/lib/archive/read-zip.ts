import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { SkillsError } from '../skills-error.ts'
import { errorText } from '../sync/error-text.ts'
import type { SkillPackageFile } from '../sync/skill-package.ts'
import { type ArchiveBudget, createBudget, refusedArchive } from './archive-budget.ts'
import { createCollisionCheck, faultOfPath } from './entry-names.ts'
import { isLeftOut } from './file-types.ts'

/**
 * Reads a ZIP archive within its bounds. Folders come from paths alone; modes are
 * 0644 and 0755. Nothing is written.
 *
 * @throws SkillsError `archive-refused`
 */
export async function readZip(bytes: Uint8Array): Promise<readonly SkillPackageFile[]> {
  const budget = createBudget(bytes.length)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const zip = await fromBufferPromise(buffer, { strictFileNames: true, validateEntrySizes: true })
    return await readEntries(zip, budget)
  } catch (error) {
    if (error instanceof SkillsError) throw error
    const said = errorText(error)
    const why = said.startsWith('End of central directory') ? 'it is cut off' : said
    throw refusedArchive(`it is no ZIP that can be read (${why})`, error)
  }
}

async function readEntries(
  zip: ZipFile,
  budget: ArchiveBudget,
): Promise<readonly SkillPackageFile[]> {
  const files: SkillPackageFile[] = []
  const collides = createCollisionCheck()
  const ranges = createOverlapCheck()
  for await (const entry of zip.eachEntry()) {
    budget.entry()
    const isFolder = entry.fileName.endsWith('/')
    const path = isFolder ? entry.fileName.slice(0, -1) : entry.fileName
    const fault = faultOfPath(path) ?? faultOfKind(entry, isFolder) ?? (await ranges(zip, entry))
    if (fault !== null) throw refusedArchive(fault)
    if (isFolder || isLeftOut(path)) continue
    const twice = collides(path)
    if (twice !== null) throw refusedArchive(twice)
    const content = await readEntry(zip, entry, budget)
    files.push({ path, bytes: content, mode: isExecutable(entry) ? 0o755 : 0o644 })
  }
  return files
}

const FILE_TYPE = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000

function unixMode({ versionMadeBy, externalFileAttributes }: Entry): number {
  return versionMadeBy >>> 8 === 3 ? externalFileAttributes >>> 16 : 0
}

function isExecutable(entry: Entry): boolean {
  return (unixMode(entry) & 0o111) !== 0
}

function faultOfKind(entry: Entry, isFolder: boolean): string | null {
  const shown = JSON.stringify(entry.fileName)
  const kind = unixMode(entry) & FILE_TYPE
  if (kind !== 0 && kind !== REGULAR && kind !== FOLDER) return `${shown} is a link or a device`
  if (isFolder !== (kind === FOLDER) && kind !== 0) return `${shown} is no plain file or folder`
  if (entry.isEncrypted()) return `${shown} is encrypted`
  if (!entry.canDecodeFileData()) return `${shown} is packed in a way that is not read`
  return null
}

/** Entries that share bytes are how a small archive becomes a large one. */
function createOverlapCheck(): (zip: ZipFile, entry: Entry) => Promise<string | null> {
  const taken: { readonly start: number; readonly end: number }[] = []
  return async (zip, entry) => {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    const range = {
      start: entry.relativeOffsetOfLocalHeader,
      end: fileDataStart + entry.compressedSize,
    }
    if (taken.some(({ start, end }) => range.start < end && start < range.end)) {
      return `${JSON.stringify(entry.fileName)} shares its bytes with another entry`
    }
    taken.push(range)
    return null
  }
}

async function readEntry(zip: ZipFile, entry: Entry, budget: ArchiveBudget): Promise<Uint8Array> {
  const path = entry.fileName
  const chunks: Buffer[] = []
  let before = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const piece = chunk as Buffer
    budget.bytes(piece.length, { path, before })
    before += piece.length
    chunks.push(piece)
  }
  return Buffer.concat(chunks)
}
