import { isSkillName } from './skill-name.ts'
import { PACKAGE_LIMITS, type SkillPackage, type SkillPackageFile } from './skill-package.ts'

const VERSION = /^[A-Za-z0-9][A-Za-z0-9.+_-]{0,127}$/

/** Why a skill must not be copied as it is, as one sentence; `null` when it may. */
export function checkPackage({ name, version, files }: SkillPackage): string | null {
  if (!isSkillName(name)) return `${JSON.stringify(name)} is no name of a skill`
  if (!VERSION.test(version)) return `${JSON.stringify(version)} is no version`
  if (!files.some(({ path }) => path === 'SKILL.md')) return 'it has no SKILL.md'
  if (files.length > PACKAGE_LIMITS.files) {
    return `it has ${files.length} files, more than ${PACKAGE_LIMITS.files}`
  }
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (total > PACKAGE_LIMITS.totalBytes) {
    return `it has ${total} bytes, more than ${PACKAGE_LIMITS.totalBytes}`
  }
  return files.map(faultOf).find((fault) => fault !== null) ?? doubled(files)
}

function faultOf({ path, bytes, mode }: SkillPackageFile): string | null {
  const shown = JSON.stringify(path)
  const steps = path.split('/')
  if (steps.some((step) => step === '' || step === '.' || step === '..')) {
    return `${shown} does not stay in the folder`
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no name may hold.
  if (/[\\\u0000-\u001f\u007f]/.test(path)) return `${shown} is no name that every system can hold`
  if (steps.length > PACKAGE_LIMITS.depth)
    return `${shown} lies deeper than ${PACKAGE_LIMITS.depth} folders`
  if (bytes.length > PACKAGE_LIMITS.fileBytes) {
    return `${shown} has ${bytes.length} bytes, more than ${PACKAGE_LIMITS.fileBytes}`
  }
  const octal = mode.toString(8)
  return octal === '644' || octal === '755' ? null : `${shown} has mode ${octal}`
}

/** Two names that one of the common file systems cannot tell apart, or a file where a folder is. */
function doubled(files: readonly SkillPackageFile[]): string | null {
  const seen = new Set<string>()
  const folders = new Set<string>()
  for (const { path } of files) {
    const key = path.normalize('NFC').toLowerCase()
    if (seen.has(key)) return `${JSON.stringify(path)} is there twice`
    seen.add(key)
    const steps = key.split('/')
    for (let end = 1; end < steps.length; end++) folders.add(steps.slice(0, end).join('/'))
  }
  const both = [...folders].find((folder) => seen.has(folder))
  return both === undefined ? null : `${JSON.stringify(both)} is a file and a folder`
}
