import { readdir } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { isReachable } from '@onesoul/disk'
import type { UserSource } from '../port/inspection.ts'
import { isDelivery } from './config-content.ts'
import type { OpenCodePlaces } from './places.ts'
import { readText } from './read-text.ts'
import type { SettingsLayer } from './settings.ts'
import { ignoresClaudeFiles } from './switches.ts'

export interface InstructionsRequest {
  readonly places: OpenCodePlaces
  /** Where a relative entry is looked for, the working directory first. */
  readonly directories: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export interface FoundInstructions {
  readonly sources: readonly UserSource[]
  readonly notes: readonly string[]
}

interface Entry {
  readonly entry: string
  readonly where: string
}

/**
 * Finds the person's own texts in the slot of ours, in the order in which
 * OpenCode sends them: the one global file, then the `instructions` of all
 * configurations, each file once. Addresses and patterns over several folders
 * are left to OpenCode and named in a note.
 */
export async function findInstructions(
  layers: readonly SettingsLayer[],
  request: InstructionsRequest,
): Promise<FoundInstructions> {
  const notes: string[] = []
  const sources = new Map<string, UserSource>()
  const globalFile = await findGlobalFile(request)
  if (globalFile !== null) await addSource(sources, globalFile, basename(globalFile))
  for (const { entry, where } of layers.flatMap(entriesOf)) {
    const paths = await expand(entry, request)
    if (paths === null) notes.push(`opencode itself looks up \`instructions\` ${entry} (${where})`)
    for (const path of paths ?? []) await addSource(sources, path, 'instructions')
  }
  return { sources: [...sources.values()], notes }
}

/** The first that exists, read or not: an empty file hides the next one (measured on 1.18.33). */
async function findGlobalFile({ places, env }: InstructionsRequest): Promise<string | null> {
  const own = join(places.instructions, 'AGENTS.md')
  if (await isReachable(own)) return own
  const claude = join(places.home, '.claude', 'CLAUDE.md')
  return !ignoresClaudeFiles(env) && (await isReachable(claude)) ? claude : null
}

function entriesOf({ where, settings }: SettingsLayer): readonly Entry[] {
  const { instructions } = settings
  if (!Array.isArray(instructions)) return []
  return instructions
    .filter((entry) => typeof entry === 'string' && !isDelivery(entry))
    .map((entry: string) => ({ entry, where }))
}

async function addSource(
  sources: Map<string, UserSource>,
  path: string,
  what: string,
): Promise<void> {
  const text = sources.has(path) ? null : await readText(path)
  if (text) sources.set(path, { what, where: path, text })
}

async function expand(
  entry: string,
  { places, directories }: InstructionsRequest,
): Promise<readonly string[] | null> {
  if (/^https?:\/\//.test(entry)) return null
  const path = entry.startsWith('~/') ? join(places.home, entry.slice(2)) : entry
  const name = basename(path)
  // In an absolute path only the last part is a pattern.
  if (/[[\]{}()!+@]|\*\*/.test(name)) return null
  if (isAbsolute(path)) return listMatches(dirname(path), name)
  if (/[*?[\]{}()!+@]/.test(dirname(path))) return null
  const found = await Promise.all(
    directories.map((place) => listMatches(join(place, dirname(path)), name)),
  )
  return found.flat()
}

async function listMatches(directory: string, pattern: string): Promise<readonly string[]> {
  if (!/[*?]/.test(pattern)) return [join(directory, pattern)]
  const expression = pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, wildcard)
  const names = await readdir(directory).catch(() => [])
  const matches = names.filter((name) => new RegExp(`^${expression}$`, 's').test(name))
  return matches.sort().map((name) => join(directory, name))
}

function wildcard(character: string): string {
  if (character === '*') return '.*'
  return character === '?' ? '.' : `\\${character}`
}
