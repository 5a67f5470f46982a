import type { Settings } from '../config/settings.ts'
import { betterNames, kindOf, PROJECT_KINDS, type ProjectKind } from '../project/project-kind.ts'
import type { ProjectFile } from '../project/worktree.ts'

export interface ShadowOptions {
  readonly files: readonly ProjectFile[]
  readonly mode: Settings['project']['mode']
  /** Working directory relative to the root; `''` is the root. */
  readonly cwd: string
}

/** Why an instruction file does not count beside the others, in one phrase; `null`: it counts. */
export function whyShadowed(file: ProjectFile, options: ShadowOptions): string | null {
  if (isBlank(file)) return 'the file is empty'
  if (options.mode === 'off') return 'project.mode is off'
  const importer = onlyImporter(file, options)
  if (importer !== undefined) return whyImporter(importer, options)
  return (
    standIn(file, options.files) ??
    whyOnRequest(file) ??
    (options.mode === 'first' ? whyNotFirst(file, options) : null)
  )
}

/** A file is in use through any of those that import it. */
function onlyImporter(file: ProjectFile, { files }: ShadowOptions): ProjectFile | undefined {
  return files.find((other) => file.importedBy?.includes(other.path))
}

function whyImporter(importer: ProjectFile, options: ShadowOptions): string | null {
  const hidden = whyShadowed(importer, options)
  return hidden === null ? null : `brought in by ${importer.path}, which does not count: ${hidden}`
}

function standIn(file: ProjectFile, files: readonly ProjectFile[]): string | null {
  const better = betterNames(file.name)
  const found = files.find(
    (other) =>
      better.includes(other.name) &&
      other.directory === file.directory &&
      !other.importedBy &&
      !isBlank(other),
  )
  return found ? `${found.path} stands for it` : null
}

function whyOnRequest({ cursorRule }: ProjectFile): string | null {
  if (!cursorRule || cursorRule.always || cursorRule.globs.length > 0) return null
  return 'it counts on request alone: alwaysApply is not true and it names no globs'
}

/** Of all conventions the first that has content where it is looked for. */
function whyNotFirst(file: ProjectFile, options: ShadowOptions): string | null {
  const counting = options.files.filter((other) => countsAlone(other, options))
  const kinds = new Set(counting.map(kindOf))
  const first = PROJECT_KINDS.find((kind) => kinds.has(kind))
  const kind = kindOf(file)
  if (first !== undefined && kind !== first) {
    const path = counting.find((other) => kindOf(other) === first)?.path
    return `project.mode is first and there is ${path}`
  }
  return isInReach(file, options) ? null : `project.mode is first, which reads ${REACH[kind]}`
}

function countsAlone(file: ProjectFile, options: ShadowOptions): boolean {
  if (isBlank(file) || file.importedBy || !isInReach(file, options)) return false
  return standIn(file, options.files) === null && whyOnRequest(file) === null
}

const REACH: Readonly<Record<ProjectKind, string>> = {
  hermes: 'the nearest of them alone',
  agents: 'every one on the way',
  claude: 'that of the working directory alone',
  cursor: 'those of the working directory alone',
  gemini: 'every one on the way',
  copilot: 'that of the root',
}

function isInReach(file: ProjectFile, { files, cwd }: ShadowOptions): boolean {
  const kind = kindOf(file)
  if (kind === 'claude' || kind === 'cursor') return file.directory === cwd
  if (kind !== 'hermes') return true
  const nearest = files.findLast((other) => kindOf(other) === 'hermes' && !isBlank(other))
  return nearest?.directory === file.directory
}

/** Whether a file holds nothing but white space. */
export function isBlank(file: ProjectFile): boolean {
  return file.text.replaceAll('\ufeff', '').trim() === ''
}
