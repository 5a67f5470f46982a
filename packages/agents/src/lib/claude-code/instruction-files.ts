import { readdir } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { type ClaudePlaces, directoriesDownTo } from './locations.ts'
import {
  AGENTS_FILES,
  CLAUDE_FILES,
  findNativeFiles,
  importTargets,
  type KnownFiles,
  MAX_HOPS,
  type NativeRules,
  ruleFolders,
} from './native-files.ts'
import { type ReadText, readText } from './read-text.ts'

/**
 * Reads the instruction files that this program may read by itself: those of
 * every directory from the root of the disk to the working directory, rules,
 * and what they import.
 */
export async function surveyInstructions(cwd: string): Promise<KnownFiles> {
  const files = new Map<string, ReadText>()
  const names = [...Object.keys(CLAUDE_FILES), ...Object.keys(AGENTS_FILES)]
  const chain = directoriesDownTo(cwd).flatMap((directory) =>
    names.map((name) => join(directory, name)),
  )
  let wanted: readonly string[] = [...chain, ...(await listRules(cwd))]
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const found = await readAll(wanted.filter((path) => !files.has(path)))
    for (const [path, file] of found) files.set(path, file)
    wanted = found.flatMap(([path, file]) => importTargets(path, file.text))
  }
  return files
}

/** What the agent reads beside AGENTS.md and CLAUDE.md of the work tree, for people: absolute paths. */
export async function listOtherReads(
  places: ClaudePlaces,
  rules: NativeRules,
  files: KnownFiles,
): Promise<readonly string[]> {
  const own = join(places.configDir, 'CLAUDE.md')
  const global = rules.scopes.includes('user') && (await readText(own)) ? [own] : []
  const others = [...findNativeFiles(rules, files).read.keys()]
  return [...global, ...others.filter((path) => !isListed(path, places.gitRoot ?? places.cwd))]
}

/** Files that every composition lists, whoever delivers them. */
function isListed(path: string, root: string): boolean {
  const inside = relative(root, path)
  if (inside.startsWith('..')) return false
  return (
    /^(?:.*[\\/])?(?:(?:\.claude[\\/])?CLAUDE\.md|CLAUDE\.local\.md)$/.test(inside) ||
    isAgentsFile(inside)
  )
}

function isAgentsFile(path: string): boolean {
  return basename(path) === 'AGENTS.md' && basename(dirname(path)) !== '.claude'
}

async function listRules(cwd: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const folder of ruleFolders(cwd)) {
    const names = await readdir(folder, { recursive: true }).catch(() => [])
    found.push(...names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name)))
  }
  return found
}

async function readAll(
  paths: readonly string[],
): Promise<readonly (readonly [string, ReadText])[]> {
  const found: [string, ReadText][] = []
  for (const path of new Set(paths)) {
    const file = await readText(path)
    if (file) found.push([path, file])
  }
  return found
}
