import { join } from 'node:path'
import {
  closeLastFence,
  type Diagnostic,
  parseDocument,
  SLOTS,
  type SourceRef,
} from '@onesoul/core'
import {
  DiskError,
  prepareState,
  type ReadContent,
  readFileSafely,
  withLock,
  writeFileSafely,
} from '@onesoul/disk'
import { expandPath } from '../home/expand-path.ts'
import type { HomePlace } from '../home/home.ts'
import { renameSlotFile } from './rename-slot-file.ts'

/** What became of one finding that can be mended without a decision. */
export interface LintFix {
  readonly code: string
  /** Relative to the folder of slots, as it was before. */
  readonly path: string
  readonly done: boolean
  /** What was done, or why it was not. */
  readonly message: string
}

/**
 * Mends what leaves no choice: a slot file under a name that differs in case or
 * ending alone is renamed when no other has the right name; a code fence that is
 * open at the end of its file is closed; a byte order mark is taken out. Every
 * other finding stays. A file that somebody changes meanwhile is left alone.
 */
export async function fixHome(
  home: HomePlace,
  findings: readonly Diagnostic[],
): Promise<readonly LintFix[]> {
  const mendable = findings.filter((one) => one.source?.root === 'configs' && MENDERS[one.code])
  if (mendable.length === 0) return []
  return locked(home, async () => {
    const fixes: LintFix[] = []
    for (const [code, path] of distinct(mendable)) {
      const fix = await mend(home, code, path)
      if (fix) fixes.push(fix)
    }
    return fixes
  })
}

/** One file with what its mending needs. */
interface Patient {
  readonly home: HomePlace
  readonly path: string
  readonly content: ReadContent
}

/** Mends one file and says what it did; `null` when there is nothing that could be mended. */
type Mender = (patient: Patient) => Promise<string | null>

const MENDERS: Readonly<Record<string, Mender>> = {
  'slot.wrong-case': renameFile,
  'slot.misnamed': renameFile,
  'slot.skills-md': renameFile,
  'markdown.unclosed-fence': closeFence,
  'hygiene.byte-order-mark': removeMark,
}

/** Files move first: what is then done to a text is done under its new name by the next run. */
function distinct(findings: readonly Diagnostic[]): readonly (readonly [string, string])[] {
  const known = new Map(
    findings.map(({ code, source }) => [
      `${code} ${source?.path}`,
      [code, source?.path ?? ''] as const,
    ]),
  )
  return [...known.values()]
}

async function locked<T>(home: HomePlace, work: () => Promise<T>): Promise<T> {
  const state = home.exists ? await prepareState(home.dir) : null
  // A folder of slots without a home has no place for a lock; the compare-and-swap of each write holds.
  if (state?.outcome !== 'ready') return work()
  return withLock(join(state.layout.locks, 'slots'), { command: 'onesoul lint --fix' }, work)
}

async function mend(home: HomePlace, code: string, path: string): Promise<LintFix | null> {
  const { userHome, dir, configsDir } = home
  const content = await readFileSafely(join(configsDir, path), {
    roots: [configsDir],
    homeDir: userHome,
    allowedRoots: home.config.settings.allowedRoots.map((one) =>
      expandPath(one, { base: dir, userHome }),
    ),
  })
  if (content.outcome !== 'content') return null
  if (content.viaLink) {
    return { code, path, done: false, message: 'it is a link; mend the file that it leads to' }
  }
  try {
    const message = await MENDERS[code]?.({ home, path, content })
    return message ? { code, path, done: true, message } : null
  } catch (error) {
    if (!(error instanceof DiskError)) throw error
    return { code, path, done: false, message: error.message }
  }
}

async function renameFile({ home, path }: Patient): Promise<string | null> {
  const folder = path.split('/').slice(0, -1)
  const name = path.split('/').at(-1) ?? ''
  const meant = meantFile(name)
  if (meant === undefined) return null
  await renameSlotFile(join(home.configsDir, path), join(home.configsDir, ...folder, meant))
  return `renamed to ${meant}`
}

/** The slot of a name that differs in case or ending alone, or is the older name of one. */
function meantFile(name: string): string | undefined {
  if (name === 'SKILLS.md') return 'TOOLS.md'
  const stem = name.replace(/(?:\.(?:md|markdown|mdx|txt))+$/i, '').toUpperCase()
  return SLOTS.find((slot) => slot.slot === stem && slot.file !== name)?.file
}

async function closeFence({ home, path, content }: Patient): Promise<string | null> {
  const ref: SourceRef = { root: 'configs', kind: 'slot', name: path, path, sha256: content.sha256 }
  const document = parseDocument(ref, content.bytes).value
  // Bytes that are no UTF-8 would not survive being written again.
  if (!Buffer.from(document.text, 'utf8').equals(content.bytes)) return null
  const closed = closeLastFence(document)
  if (closed === null) return null
  await replace({ home, path, content }, Buffer.from(closed, 'utf8'))
  return 'closed the code fence at its end'
}

async function removeMark({ home, path, content }: Patient): Promise<string | null> {
  const { bytes } = content
  if (bytes[0] !== 0xef || bytes[1] !== 0xbb || bytes[2] !== 0xbf) return null
  await replace({ home, path, content }, bytes.subarray(3))
  return 'took out the byte order mark'
}

async function replace({ home, path, content }: Patient, bytes: Uint8Array): Promise<void> {
  await writeFileSafely(join(home.configsDir, path), bytes, {
    roots: [home.configsDir],
    expectedSha256: content.sha256,
  })
}
