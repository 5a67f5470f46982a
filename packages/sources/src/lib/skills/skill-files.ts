import { relative, sep } from 'node:path'
import { readEach, readFileSafely } from '@onesoul/disk'
import { listFiles } from '../scan/list-files.ts'

/** A file of a skill as it was read. */
export interface SkillFile {
  /** Relative to the folder that was asked for, `/`-separated. */
  readonly path: string
  readonly bytes: Uint8Array
  readonly sha256: string
}

export interface SkillFiles {
  readonly files: readonly SkillFile[]
  /** What hides a part of the skill, one clause each; none: all of it was read. */
  readonly unseen: readonly string[]
}

const MAX_FILES = 500
const MAX_BYTES = 5 * 1024 * 1024

/**
 * Reads every file of a skill, but not `.git` and `node_modules` in it.
 *
 * @param folder absolute
 * @param base absolute; paths are relative to it
 */
export async function readSkillFiles(folder: string, base: string): Promise<SkillFiles> {
  const path = relative(base, folder).split(sep).join('/')
  const list = await listFiles({ path, absolute: folder }, { maxFiles: MAX_FILES })
  if (list === null) return { files: [], unseen: ['it is gone'] }
  const read = await readEach(list.files, async (listed) => {
    const found = await readFileSafely(listed.absolute, { roots: [folder], maxBytes: MAX_BYTES })
    if (found.outcome === 'content') {
      return { path: listed.path, bytes: found.bytes, sha256: found.sha256 }
    }
    const why = found.outcome === 'missing' ? 'it is gone' : found.code
    return `${listed.path} cannot be read (${why})`
  })
  const unseen = list.unseen.map((one) => `${one.path}: ${one.reason}`)
  return {
    files: read.filter((one) => typeof one !== 'string'),
    unseen: [...unseen, ...read.filter((one) => typeof one === 'string')],
  }
}
