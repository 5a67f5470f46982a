import { dirname, join, resolve, sep } from 'node:path'
import { findImports, visibleText } from '@onesoul/core'
import type { ClaudeBehaviours } from './behaviours.ts'
import { directoriesDownTo } from './locations.ts'
import type { ReadText } from './read-text.ts'
import type { SettingsScope } from './settings.ts'

/** Imports of imports are followed so far: four files after the first (2.1.197, 2.1.332). */
export const MAX_HOPS = 4

/** Instruction files of a directory and the setting source that they belong to. */
export const CLAUDE_FILES: Readonly<Record<string, SettingsScope>> = {
  'CLAUDE.md': 'project',
  '.claude/CLAUDE.md': 'project',
  'CLAUDE.local.md': 'local',
}
export const AGENTS_FILES: Readonly<Record<string, SettingsScope>> = {
  'AGENTS.md': 'project',
  '.claude/AGENTS.md': 'project',
}

/** Known instruction files by absolute path. */
export type KnownFiles = ReadonlyMap<string, ReadText>

/** What decides, apart from the files, which of them the agent reads. */
export interface NativeRules {
  readonly behaviours: ClaudeBehaviours
  /** Working directory; imports that leave it are not followed. */
  readonly cwd: string
  readonly configDir: string
  /** Setting sources that the run reads; without `project` there is no CLAUDE.md and no AGENTS.md. */
  readonly scopes: readonly SettingsScope[]
  /** The person approved imports from outside the working directory. */
  readonly importsApproved: boolean
}

export interface NativeFiles {
  /** Files that the agent reads by itself, each with the file that imports it (`null`: read directly). */
  readonly read: ReadonlyMap<string, string | null>
  /** The file that makes the agent ignore every AGENTS.md, if one does. */
  readonly agentsHiddenBy: string | null
}

/**
 * Which of the known files Claude Code reads when it starts in a directory:
 * the CLAUDE files of that directory and of every one above it, also above
 * the git root; from 2.1.332 on AGENTS.md of those directories as well, if not
 * one of them has a CLAUDE file with visible text; and what these import. Pure.
 */
export function findNativeFiles(rules: NativeRules, files: KnownFiles): NativeFiles {
  const claude = chainFiles(rules, CLAUDE_FILES).filter((path) => files.has(path))
  const hiders = claude.filter((path) => visibleText(files.get(path)?.text ?? '').trim() !== '')
  const agentsHiddenBy = hiders[0] ?? null
  const agents = rules.behaviours.readsAgentsMd && agentsHiddenBy === null ? AGENTS_FILES : {}
  const direct = [
    ...claude,
    ...chainFiles(rules, agents).filter((path) => files.has(path)),
    ...[...files].filter(([path, file]) => isRule(rules, path, file)).map(([path]) => path),
  ]
  const read = new Map<string, string | null>(direct.map((path) => [path, null]))
  for (const path of direct) followImports(path, { rules, files, read, hops: 0 })
  return { read, agentsHiddenBy }
}

/** Absolute paths that a file imports, whether they exist or not. Files of the home directory are left aside. */
export function importTargets(path: string, text: string): readonly string[] {
  return findImports(text)
    .filter((written) => !written.startsWith('~'))
    .map((written) => resolve(dirname(path), written))
}

/** Folders of rule files that are read beside CLAUDE.md. */
export function ruleFolders(cwd: string): readonly string[] {
  return directoriesDownTo(cwd).map((directory) => join(directory, '.claude', 'rules'))
}

/** `~/.claude/CLAUDE.md` is the person's own file, not one of the project in `~`. */
function chainFiles(
  rules: NativeRules,
  names: Readonly<Record<string, SettingsScope>>,
): readonly string[] {
  const wanted = Object.keys(names).filter((name) =>
    rules.scopes.includes(names[name] ?? 'project'),
  )
  const own = join(rules.configDir, 'CLAUDE.md')
  return directoriesDownTo(rules.cwd)
    .flatMap((directory) => wanted.map((name) => join(directory, name)))
    .filter((path) => path !== own)
}

/** Rules with `paths:` wait until a file that matches is touched. */
function isRule(rules: NativeRules, path: string, file: ReadText): boolean {
  const isThere = ruleFolders(rules.cwd).some((folder) => isUnder(path, folder))
  return (
    isThere && rules.scopes.includes('project') && !/^---\r?\n(?:.*\r?\n)*?paths:/.test(file.text)
  )
}

interface ImportWalk {
  readonly rules: NativeRules
  readonly files: KnownFiles
  readonly read: Map<string, string | null>
  readonly hops: number
}

function followImports(path: string, walk: ImportWalk): void {
  const { rules, files, read, hops } = walk
  if (hops === MAX_HOPS) return
  for (const target of importTargets(path, files.get(path)?.text ?? '')) {
    const file = files.get(target)
    if (!file || read.has(target) || !isImportable(target, file, rules)) continue
    read.set(target, path)
    followImports(target, { ...walk, hops: hops + 1 })
  }
}

function isImportable(path: string, file: ReadText, rules: NativeRules): boolean {
  if (rules.importsApproved) return true
  const places = rules.behaviours.importsThroughLinks ? [path] : [path, file.realPath]
  return places.every((place) => isUnder(place, rules.cwd))
}

function isUnder(path: string, directory: string): boolean {
  return path.startsWith(directory.endsWith(sep) ? directory : directory + sep)
}
