import { isAbsolute, join, resolve } from 'node:path'
import type { ClaudeBehaviours } from './behaviours.ts'
import type { ClaudePlaces } from './locations.ts'
import { readText } from './read-text.ts'

export type SettingsScope = 'user' | 'project' | 'local' | 'flag' | 'managed'

/** One settings file (or the JSON of the flag) that Claude Code reads. */
export interface SettingsLayer {
  readonly scope: SettingsScope
  /** The file, or `flag` for JSON on the command line. */
  readonly where: string
  readonly settings: Readonly<Record<string, unknown>>
}

export interface SettingsRequest {
  readonly places: ClaudePlaces
  readonly behaviours: ClaudeBehaviours
  /** The scopes that this run reads. */
  readonly scopes: ReadonlySet<SettingsScope>
  /** Value of `--settings`, if any. */
  readonly flag: string | null
  /** Where the administrator's file stands. Default: the place of this operating system. */
  readonly managedFile?: string
}

const MANAGED_FILES: Partial<Readonly<Record<NodeJS.Platform, string>>> = {
  linux: '/etc/claude-code/managed-settings.json',
  darwin: '/Library/Application Support/ClaudeCode/managed-settings.json',
  win32: 'C:\\Program Files\\ClaudeCode\\managed-settings.json',
}

/** The settings that apply, weakest first. A file that is no JSON object is left out, as the agent does. */
export async function readSettings(request: SettingsRequest): Promise<readonly SettingsLayer[]> {
  const { places, scopes, flag } = request
  const managed = request.managedFile ?? MANAGED_FILES[process.platform]
  const candidates: readonly (readonly [SettingsScope, string | undefined])[] = [
    ['user', join(places.configDir, 'settings.json')],
    ['project', join(places.cwd, '.claude', 'settings.json')],
    ['local', await findLocalSettings(request)],
    ['flag', flag ?? undefined],
    ['managed', managed],
  ]
  const layers: SettingsLayer[] = []
  for (const [scope, value] of candidates) {
    if (value === undefined || !scopes.has(scope)) continue
    const layer =
      scope === 'flag' ? await readFlag(value, places.cwd) : await readLayer(scope, value)
    if (layer) layers.push(layer)
  }
  return layers
}

/**
 * The environment that the agent works with: `env` blocks of its settings
 * replace what it was started with (measured on 2.1.197 and 2.1.332).
 */
export function effectiveEnvironment(
  env: Readonly<Record<string, string>>,
  layers: readonly SettingsLayer[],
): Readonly<Record<string, string>> {
  return Object.assign({}, env, ...layers.map(environmentOf)) as Record<string, string>
}

export function environmentOf(layer: SettingsLayer): Readonly<Record<string, string>> {
  const { env } = layer.settings
  if (!isRecord(env)) return {}
  const entries = Object.entries(env).map(([name, value]) => [name, String(value)])
  return Object.fromEntries(entries) as Record<string, string>
}

async function findLocalSettings(request: SettingsRequest): Promise<string> {
  const { places, behaviours } = request
  const here = join(places.cwd, '.claude', 'settings.local.json')
  if (!behaviours.localSettingsAtRoot || places.gitRoot === null) return here
  return (await readText(here)) ? here : join(places.gitRoot, '.claude', 'settings.local.json')
}

async function readFlag(value: string, cwd: string): Promise<SettingsLayer | null> {
  if (value.trimStart().startsWith('{')) return parseLayer('flag', 'flag', value)
  return readLayer('flag', isAbsolute(value) ? value : resolve(cwd, value))
}

async function readLayer(scope: SettingsScope, path: string): Promise<SettingsLayer | null> {
  const file = await readText(path)
  return file && parseLayer(scope, path, file.text)
}

function parseLayer(scope: SettingsScope, where: string, text: string): SettingsLayer | null {
  try {
    const settings: unknown = JSON.parse(text)
    return isRecord(settings) ? { scope, where, settings } : null
  } catch {
    // Neither version applies a file with a syntax error.
    return null
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
