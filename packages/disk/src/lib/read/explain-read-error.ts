import { access, constants, lstat, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { describeErrno, errnoOf } from '../errno.ts'
import { showPath } from '../paths/show-path.ts'
import { type ReadFailure, type ReadMissing, readFailure } from './read-outcome.ts'

/** Turns an error of the system into the outcome that tells the person what stands there. */
export async function explainReadError(
  path: string,
  error: unknown,
): Promise<ReadMissing | ReadFailure> {
  const shown = showPath(path)
  switch (errnoOf(error)) {
    case 'ENOENT':
      return missingOrDangling(path)
    case 'EACCES':
    case 'EPERM':
      return deniedAt(path)
    case 'ELOOP':
      return readFailure(
        'link-loop',
        `${shown} cannot be read: its links lead in a circle.`,
        'Remove one of the links.',
      )
    case 'ENOTDIR':
      return readFailure(
        'not-directory',
        `${shown} cannot be read: a file stands where a folder of this path is expected.`,
        'Rename that file or make it a folder.',
      )
    case 'EISDIR':
      return readFailure('directory', `${shown} is a folder, not a file.`)
    case 'ENXIO':
      return readFailure('not-regular', `${shown} is not a regular file.`)
    default:
      return readFailure('io', `${shown} cannot be read: ${describeErrno(error)}.`)
  }
}

/**
 * A link that leads nowhere exists; taking it for missing would silently change what is loaded. A link to a folder
 * in which the rest of the path is missing leads somewhere.
 */
async function missingOrDangling(path: string): Promise<ReadMissing | ReadFailure> {
  for (let place = resolve(path); ; place = dirname(place)) {
    try {
      if (!(await lstat(place)).isSymbolicLink() || (await leadsSomewhere(place))) {
        return { outcome: 'missing' }
      }
      return readFailure(
        'link-dangling',
        `${showPath(path)} cannot be read: the link ${showPath(place)} leads nowhere.`,
        'Remove the link or create its target.',
      )
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') return { outcome: 'missing' }
    }
    if (place === dirname(place)) return { outcome: 'missing' }
  }
}

async function leadsSomewhere(link: string): Promise<boolean> {
  try {
    await stat(link)
    return true
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false
    throw error
  }
}

async function deniedAt(path: string): Promise<ReadFailure> {
  const closed = await firstClosedFolder(resolve(path))
  const uid = process.geteuid?.()
  const who = uid === undefined ? 'this user' : `uid ${uid}`
  return closed === null
    ? readFailure('permission', `${showPath(path)} may not be read by ${who}.`, 'Make it readable.')
    : readFailure(
        'permission',
        `${showPath(path)} may not be read: the folder ${showPath(closed)} may not be entered by ${who}.`,
        'Make the folder accessible.',
      )
}

async function firstClosedFolder(path: string): Promise<string | null> {
  const folders: string[] = []
  for (let place = dirname(path); place !== dirname(place); place = dirname(place)) {
    folders.unshift(place)
  }
  for (const folder of folders) {
    try {
      await access(folder, constants.X_OK)
    } catch {
      return folder
    }
  }
  return null
}
