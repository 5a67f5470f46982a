import type { Stats } from 'node:fs'
import { link, lstat, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DiskError } from '@onesoul/disk'

/**
 * Gives a file another name in its folder and never takes the place of another
 * file. What an editor saves under the old name meanwhile moves as well. A kill
 * leaves both names on one file; the next call finishes.
 *
 * @throws DiskError `conflict` when another file has the new name, `write-failed`
 * when the system refuses it: a folder that may not be written, a disk without
 * hard links.
 */
export async function renameSlotFile(from: string, to: string): Promise<void> {
  try {
    await moveFile(from, to)
  } catch (cause) {
    if (cause instanceof DiskError) throw cause
    const { code, message } = cause as NodeJS.ErrnoException
    const what = `${basename(from)} could not be renamed to ${basename(to)} (${code ?? message})`
    // biome-ignore lint/style/useErrorCause: DiskError takes the cause among its options, which come third.
    throw new DiskError('write-failed', what, { path: from, cause })
  }
}

async function moveFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (!(await isOneFile(from, to))) throw taken(from, to)
  }
  // Moves what stands there now; two names of one file it leaves as they are.
  await rename(from, to)
  // On a disk that ignores case the two names are one, and now it is the new one.
  if (!differInCaseAlone(from, to) || (await isListedTwice(from, to))) await unlinkTwin(from, to)
}

/** Takes the old name away first and looks at what it held then, so that no save can come in between. */
async function unlinkTwin(from: string, to: string): Promise<void> {
  if (!(await isOneFile(from, to))) return
  const aside = join(dirname(from), `.${basename(from)}.${process.pid}.moving`)
  await rename(from, aside)
  if (await isOneFile(aside, to)) await unlink(aside)
  else await rename(aside, to)
}

function differInCaseAlone(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** Two entries of the folder, not one that answers to both names. */
async function isListedTwice(from: string, to: string): Promise<boolean> {
  const [a, b] = await Promise.all([statOf(from), statOf(to)])
  return a !== null && b !== null && a.nlink > 1
}

async function isOneFile(from: string, to: string): Promise<boolean> {
  const [a, b] = await Promise.all([statOf(from), statOf(to)])
  return a !== null && b !== null && a.dev === b.dev && a.ino === b.ino
}

async function statOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function taken(from: string, to: string): DiskError {
  const message = `${basename(to)} exists already; ${basename(from)} keeps its name.`
  return new DiskError('conflict', message, { path: to })
}
