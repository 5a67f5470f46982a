import type { SkillPackageFile } from '../sync/skill-package.ts'
import { refusedArchive } from './archive-budget.ts'
import { readTar } from './read-tar.ts'
import { readZip } from './read-zip.ts'

type ArchiveForm = 'ZIP' | 'gzip' | 'tar'

const FORMS: readonly (readonly [RegExp, ArchiveForm])[] = [
  [/\.(?:zip|skill)$/i, 'ZIP'],
  [/\.(?:tgz|tar\.gz)$/i, 'gzip'],
  [/\.tar$/i, 'tar'],
]

/** Whether a path ends like an archive of skills. */
export function isArchiveName(name: string): boolean {
  return FORMS.some(([ending]) => ending.test(name))
}

/**
 * What an archive holds. Its first bytes say what it is; where they say nothing, its
 * name does, and then it is no archive of that kind.
 *
 * @throws SkillsError `archive-refused`, which names the kind and what is wrong
 */
export async function readArchive(
  bytes: Uint8Array,
  name: string,
): Promise<readonly SkillPackageFile[]> {
  if (bytes.length === 0) throw refusedArchive('it is empty')
  const form = formOfBytes(bytes)
  if (form !== null) return form === 'ZIP' ? readZip(bytes) : readTar(bytes)
  const [, called] = FORMS.find(([ending]) => ending.test(name)) ?? []
  // The oldest kind of tar begins with nothing but a name.
  if (called === 'tar' || called === undefined) return readTar(bytes)
  const page = /^\s*(?:<!doctype html|<html)/i.test(
    new TextDecoder().decode(bytes.subarray(0, 200)),
  )
  const what = page ? 'is a page for a browser' : `does not begin like a ${called} file`
  throw refusedArchive(`it is called ${ending(name)} and ${what}`)
}

function formOfBytes(bytes: Uint8Array): ArchiveForm | null {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'ZIP'
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip'
  return new TextDecoder().decode(bytes.subarray(257, 262)) === 'ustar' ? 'tar' : null
}

function ending(name: string): string {
  return /(?:\.tar)?\.[a-z]+$/i.exec(name)?.[0] ?? name
}
