import { join, resolve } from 'node:path'
import { type ParseError, parse } from 'jsonc-parser'
import { CONFIG_CONTENT } from './config-content.ts'
import { isObject, type JsonObject } from './json-object.ts'
import type { OpenCodePlaces } from './places.ts'
import { readText } from './read-text.ts'

/** One configuration that OpenCode reads. */
export interface SettingsLayer {
  /** The file, or `environment`. */
  readonly where: string
  readonly settings: JsonObject
}

export interface SettingsRequest {
  readonly places: OpenCodePlaces
  readonly cwd: string
  /** Where project files are looked for, the working directory first; empty: nowhere. */
  readonly directories: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Where the administrator's files stand; `null`: nowhere. */
  readonly managedDir: string | null
}

const FILES = ['opencode.json', 'opencode.jsonc'] as const

const MANAGED_DIRS: Partial<Readonly<Record<NodeJS.Platform, string>>> = {
  linux: '/etc/opencode',
  darwin: '/Library/Application Support/opencode',
  win32: 'C:\\ProgramData\\opencode',
}

export function findManagedDir(): string | null {
  return MANAGED_DIRS[process.platform] ?? null
}

/**
 * The configurations that apply, weakest first, in the order that
 * `opencode debug config` of 1.18.33 shows. What an organisation's server adds
 * is not among them.
 */
export async function readSettings(request: SettingsRequest): Promise<readonly SettingsLayer[]> {
  const { places, env, cwd, directories, managedDir } = request
  const { OPENCODE_CONFIG: named, OPENCODE_CONFIG_DIR: ownDir, [CONFIG_CONTENT]: content } = env
  const dotFolders = [...directories, places.home].map((place) => join(place, '.opencode'))
  const paths = [
    ...(named ? [resolve(cwd, named)] : []),
    ...directories.toReversed().flatMap(filesIn),
    ...[...new Set([...dotFolders, ...(ownDir ? [ownDir] : [])])].flatMap(filesIn),
  ]
  return [
    ...keepLastInstructions(
      await readLayers([join(places.config, 'config.json'), ...filesIn(places.config)], env),
    ),
    ...(await readLayers(paths, env)),
    ...parseLayer('environment', content ?? '', env),
    ...(await readLayers(managedDir ? filesIn(managedDir) : [], env)),
  ]
}

/** All layers as one: objects are joined, everything else is replaced by the stronger value. */
export function joinSettings(layers: readonly SettingsLayer[]): JsonObject {
  return layers.reduce<JsonObject>((joined, { settings }) => joinObjects(joined, settings), {})
}

function joinObjects(weak: JsonObject, strong: JsonObject): JsonObject {
  const joined = Object.entries(strong).map(([key, value]) => {
    const { [key]: below } = weak
    return [key, isObject(below) && isObject(value) ? joinObjects(below, value) : value] as const
  })
  return { ...weak, ...Object.fromEntries(joined) }
}

function filesIn(directory: string): readonly string[] {
  return FILES.map((name) => join(directory, name))
}

async function readLayers(
  paths: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<readonly SettingsLayer[]> {
  const texts = await Promise.all(paths.map(readText))
  return paths.flatMap((path, index) => parseLayer(path, texts[index] ?? '', env))
}

/** The person's own three files replace each other's list; every other layer adds to it. */
function keepLastInstructions(layers: readonly SettingsLayer[]): readonly SettingsLayer[] {
  const last = layers.findLastIndex(({ settings }) => 'instructions' in settings)
  return layers.map((layer, index) => {
    const { instructions: _replaced, ...settings } = layer.settings
    return index < last ? { ...layer, settings } : layer
  })
}

function parseLayer(
  where: string,
  text: string,
  env: Readonly<Record<string, string>>,
): readonly SettingsLayer[] {
  const errors: ParseError[] = []
  const filled = text.replaceAll(/\{env:([^}]+)\}/g, (_, name: string) => env[name] ?? '')
  const settings: unknown = parse(filled, errors, { allowTrailingComma: true })
  // OpenCode refuses to start with a file that it cannot parse, and says so itself.
  return errors.length === 0 && isObject(settings) ? [{ where, settings }] : []
}
