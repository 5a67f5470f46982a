import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readFileSafely, type StateLayout, sweepTempFiles, writeFileSafely } from '@onesoul/disk'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import { readInstalled, withInstalled, writeInstalled } from './installed-files.ts'

export interface FileToInstall {
  /** What it is: `completion`. A new kind needs its places in `installed-places.ts`. */
  readonly kind: string
  /** Absolute. */
  readonly path: string
  readonly content: string
}

/**
 * Writes a file outside of the home that the person asked for, with a receipt
 * by which `uninstall` takes it out. The receipt comes first: a kill in between
 * leaves a line about a file that is not there. A file that is not ours, or was
 * changed since, is refused with exit code 4.
 */
export async function installFile(layout: StateLayout, file: FileToInstall): Promise<void> {
  await withInstalled(layout, `install ${file.kind}`, async () => {
    const known = await readInstalled(layout)
    const present = await presentHash(file.path)
    const ours = known.some(({ path, sha256 }) => path === file.path && sha256 === present)
    if (present !== null && !ours) throw notOurs(file.path)
    const sha256 = createHash('sha256').update(file.content, 'utf8').digest('hex')
    const others = known.filter(({ path }) => path !== file.path)
    await writeInstalled(layout, [...others, { kind: file.kind, path: file.path, sha256 }])
    const folder = dirname(file.path)
    await makeFolder(folder)
    await sweepTempFiles(folder)
    await writeFileSafely(file.path, file.content, {
      roots: [folder],
      mode: 0o644,
      expectedSha256: present,
    })
  })
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // biome-ignore lint/style/useErrorCause: CliError takes the cause among its options, which come third.
    throw new CliError(EXIT.failed, `${folder} could not be created (${code ?? message})`, {
      cause: error,
    })
  }
}

async function presentHash(path: string): Promise<string | null> {
  const found = await readFileSafely(path)
  if (found.outcome === 'missing') return null
  if (found.outcome === 'failed') throw new CliError(EXIT.failed, found.message)
  return found.sha256
}

function notOurs(path: string): CliError {
  return new CliError(EXIT.refused, `${path} is there already and is not what OneSoul wrote`, {
    hints: ['move it away, then run this again'],
  })
}
