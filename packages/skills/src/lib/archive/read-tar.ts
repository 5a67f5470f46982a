import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { SkillsError } from '../skills-error.ts'
import { errorText } from '../sync/error-text.ts'
import type { SkillPackageFile } from '../sync/skill-package.ts'
import { type ArchiveBudget, createBudget, refusedArchive } from './archive-budget.ts'
import { ARCHIVE_LIMITS } from './archive-limits.ts'
import { createCollisionCheck, faultOfPath } from './entry-names.ts'
import { isLeftOut } from './file-types.ts'

/**
 * Reads a tar archive, packed by gzip or not, within its bounds. Folders come from
 * paths alone; modes are 0644 and 0755. Nothing is written.
 *
 * @throws SkillsError `archive-refused`
 */
export async function readTar(bytes: Uint8Array): Promise<readonly SkillPackageFile[]> {
  const budget = createBudget(bytes.length)
  try {
    return await readEntries(unpack(bytes), budget)
  } catch (error) {
    if (error instanceof SkillsError) throw error
    const why = isCutOff(error) ? 'it is cut off' : errorText(error)
    const what = isGzip(bytes) ? 'no tar packed by gzip' : 'no tar'
    throw refusedArchive(`it is ${what} that can be read (${why})`, error)
  }
}

/** Node 24 says nothing of a packed stream that ends too early but the code. */
function isCutOff(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'Z_BUF_ERROR' || /truncated|unexpected end/i.test(errorText(error))
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

interface Gunzip {
  readonly readable: ReadableStream<Uint8Array>
  readonly writable: WritableStream<Uint8Array>
}

function unpack(bytes: Uint8Array): ReadableStream<Uint8Array> {
  // The stream wants bytes that nobody shares.
  const stream = new Blob([new Uint8Array(bytes)]).stream() as ReadableStream<Uint8Array>
  if (!isGzip(bytes)) return stream
  return stream.pipeThrough(new DecompressionStream('gzip') as unknown as Gunzip)
}

async function readEntries(
  stream: ReadableStream<Uint8Array>,
  budget: ArchiveBudget,
): Promise<readonly SkillPackageFile[]> {
  const files: SkillPackageFile[] = []
  const collides = createCollisionCheck()
  const counted = stream.pipeThrough(countAll(budget))
  for await (const entry of counted.pipeThrough(createTarDecoder({ strict: true }))) {
    budget.entry()
    const path = entry.header.name.replace(/^\.\//, '').replace(/\/$/, '')
    if (isRoot(entry, path) || entry.header.type === 'pax-global-header') {
      await entry.body.cancel()
      continue
    }
    const fault = faultOfPath(path) ?? faultOfKind(entry)
    if (fault !== null) throw refusedArchive(fault)
    const content = await readBody(entry, path)
    if (entry.header.type === 'directory' || isLeftOut(path)) continue
    const twice = collides(path)
    if (twice !== null) throw refusedArchive(twice)
    const executable = ((entry.header.mode ?? 0) & 0o111) !== 0
    files.push({ path, bytes: content, mode: executable ? 0o755 : 0o644 })
  }
  return files
}

function isRoot({ header }: ParsedTarEntry, path: string): boolean {
  return header.type === 'directory' && (path === '' || path === '.')
}

function faultOfKind({ header }: ParsedTarEntry): string | null {
  const { type = 'file', name } = header
  if (type === 'file' || type === 'directory') return null
  return `${JSON.stringify(name)} is a link or a device`
}

/** Headers and padding count as well: what is not there when it is packed costs nothing to send. */
function countAll(budget: ArchiveBudget): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      budget.bytes(chunk.length, { path: 'it', before: 0 })
      controller.enqueue(chunk)
    },
  })
}

async function readBody({ header, body }: ParsedTarEntry, path: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > ARCHIVE_LIMITS.fileBytes)
      throw refusedArchive(`${path} has more than ${ARCHIVE_LIMITS.fileBytes / 1_000_000} MB`)
    chunks.push(chunk)
  }
  if (length !== header.size) throw refusedArchive(`${path} ends early`)
  return Buffer.concat(chunks)
}
