import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileSafely } from '@onesoul/disk'
import { errorText } from './error-text.ts'
import { treeHashOf } from './package-tree.ts'
import {
  type BrokenPackage,
  PACKAGE_LIMITS,
  type SkillPackage,
  type SkillPackageFile,
} from './skill-package.ts'
import { spellMain } from './spell-main.ts'

/**
 * Reads a skill of the person from its folder, to be copied. Its version is the
 * hash of its tree. Links are not followed and make it broken, so that no agent
 * is given another skill than was looked at; so does whatever breaks a bound. An
 * update that comes meanwhile gives the old skill or the new one, and never both.
 */
export async function readPackage(
  folder: string,
  name: string,
): Promise<SkillPackage | BrokenPackage> {
  for (let count = 1; ; count++) {
    const before = await identityOf(folder)
    const read = await readOnce(folder, name)
    if ((await identityOf(folder)) === before) return read
    if (count === TRIES) return { name, profile: 'own', fault: REPLACED }
  }
}

const TRIES = 5
const REPLACED = 'it was replaced again and again while it was read; try again'

/** Tells a folder from another that took its place. */
async function identityOf(folder: string): Promise<string> {
  const stats = await stat(folder).catch(() => null)
  return stats === null ? '' : `${stats.dev}:${stats.ino}`
}

async function readOnce(folder: string, name: string): Promise<SkillPackage | BrokenPackage> {
  const base = { name, profile: 'own' } as const
  const read: SkillPackageFile[] = []
  try {
    await readFolder({ folder, files: read, bytes: 0 }, [])
  } catch (error) {
    return { ...base, fault: errorText(error) }
  }
  const files = spellMain(read)
  return { ...base, version: treeHashOf(files), files }
}

interface Reading {
  readonly folder: string
  readonly files: SkillPackageFile[]
  bytes: number
}

async function readFolder(reading: Reading, steps: readonly string[]): Promise<void> {
  if (steps.length >= PACKAGE_LIMITS.depth) {
    throw new Error(`${steps.join('/')} lies deeper than ${PACKAGE_LIMITS.depth} folders`)
  }
  const entries = await readdir(join(reading.folder, ...steps), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = [...steps, entry.name]
    if (entry.isDirectory()) await readFolder(reading, path)
    else if (entry.isFile()) await readFile(reading, path.join('/'))
    else throw new Error(`${path.join('/')} is a link or no file`)
  }
}

async function readFile(reading: Reading, path: string): Promise<void> {
  if (reading.files.length >= PACKAGE_LIMITS.files) {
    throw new Error(`it has more than ${PACKAGE_LIMITS.files} files`)
  }
  const { folder } = reading
  const maxBytes = Math.min(PACKAGE_LIMITS.fileBytes, PACKAGE_LIMITS.totalBytes - reading.bytes)
  const found = await readFileSafely(join(folder, path), { roots: [folder], maxBytes })
  if (found.outcome === 'missing') throw new Error(`${path} went away meanwhile`)
  if (found.outcome === 'failed') throw new Error(found.message)
  reading.bytes += found.bytes.length
  const mode = (found.mode & 0o111) === 0 ? 0o644 : 0o755
  reading.files.push({ path, bytes: found.bytes, mode })
}
