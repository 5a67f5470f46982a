import type { Diagnostic } from '@onesoul/core'
import { createCollisionCheck, faultOfPath } from '../archive/entry-names.ts'
import { faultOfType } from '../archive/file-types.ts'
import { PACKAGE_LIMITS, type SkillPackageFile } from '../sync/skill-package.ts'

/** Folders of the format; others work, and few agents look into them by themselves. */
const SUPPORT = new Set(['references', 'assets', 'scripts', 'templates'])

/** Checks what stands in the folder of a skill beside its SKILL.md; paths are relative to it. */
export function checkFiles(
  files: readonly SkillPackageFile[],
  links: readonly string[],
): readonly Diagnostic[] {
  const collides = createCollisionCheck()
  return [
    ...links.map((path) => fault(['skill.link', path], 'it is a link or no plain file', REPLACE)),
    ...checkBounds(files),
    ...files.flatMap(({ path, bytes }) => checkFile(path, bytes, collides(path))),
    ...checkModes(files),
    ...checkFolders(files),
  ]
}

const REPLACE = 'put the file itself there'

function checkFile(path: string, bytes: Uint8Array, collision: string | null): Diagnostic[] {
  const name = faultOfPath(path) ?? collision
  const type = faultOfType(path, bytes)
  return [
    ...(name === null ? [] : [fault(['skill.file-path', path], name, 'give it another name')]),
    ...(type === null
      ? []
      : [
          fault(
            ['skill.file-type', path],
            type,
            'leave it out, or say in the text where to get it',
          ),
        ]),
    ...(isPointer(bytes)
      ? [
          fault(
            ['skill.file-type', path],
            'it is a pointer of Git LFS',
            'put the file itself there',
          ),
        ]
      : []),
  ]
}

function checkBounds(files: readonly SkillPackageFile[]): readonly Diagnostic[] {
  const { files: most, totalBytes, fileBytes, depth } = PACKAGE_LIMITS
  const bytes = files.reduce((sum, one) => sum + one.bytes.length, 0)
  const found: Diagnostic[] = []
  const add = (path: string, message: string): void => {
    found.push(fault(['skill.too-large', path], message, 'leave out what the skill can do without'))
  }
  if (files.length > most) add('.', `it has ${files.length} files; ${most} are allowed`)
  if (bytes > totalBytes) add('.', `it has more than ${totalBytes / MB} MB`)
  for (const one of files) {
    if (one.bytes.length > fileBytes) add(one.path, `it has more than ${fileBytes / MB} MB`)
    if (one.path.split('/').length > depth) add(one.path, `it lies deeper than ${depth} folders`)
  }
  return found
}

const MB = 1_000_000

/** A program that nobody can start, and a text that anybody can. */
function checkModes(files: readonly SkillPackageFile[]): readonly Diagnostic[] {
  return files.flatMap(({ path, bytes, mode }) => {
    const isScript = bytes[0] === 0x23 && bytes[1] === 0x21
    if (isScript && mode === 0o644 && path.startsWith('scripts/')) {
      return [told(['skill.file-mode', path], 'it begins with `#!` and is not executable', CHMOD)]
    }
    if (isScript || mode === 0o644) return []
    return [told(['skill.file-mode', path], 'it is executable and no script', 'chmod 644')]
  })
}

const CHMOD = 'chmod 755, or call it through its interpreter'

function checkFolders(files: readonly SkillPackageFile[]): readonly Diagnostic[] {
  const folders = new Set(
    files.flatMap(({ path }) => (path.includes('/') ? [path.slice(0, path.indexOf('/'))] : [])),
  )
  return [...folders]
    .filter((folder) => !SUPPORT.has(folder))
    .map((folder) =>
      told(
        ['skill.folder-name', folder],
        `${folder}/ is none of the folders of the format`,
        `name it ${[...SUPPORT].join(', ')}, or name its files in the text`,
      ),
    )
}

function isPointer(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 40)).toString('latin1').startsWith('version https://git-lfs')
}

/** A code, and the file that it is about. */
type Place = readonly [code: string, path: string]

function fault([code, path]: Place, message: string, fix: string): Diagnostic {
  return { code, severity: 'error', message, source: { root: 'skills', path }, fix }
}

function told([code, path]: Place, message: string, fix: string): Diagnostic {
  return { code, severity: 'info', message, source: { root: 'skills', path }, fix }
}
