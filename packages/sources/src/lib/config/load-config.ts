import type { Diagnostic } from '@onesoul/core'
import { checkConfig, type KnownNames } from './check-config.ts'
import type { ConfigFile } from './config-file.ts'
import {
  type Environment,
  nameVariable,
  readEnvironmentLayer,
  variableFor,
} from './environment-layer.ts'
import {
  type ConfigLayer,
  type LayerKind,
  type MergedLayers,
  mergeLayers,
  type Origin,
  placeName,
} from './merge-layers.ts'
import { normaliseConfig } from './normalise-config.ts'
import { CONFIG_SCHEMA } from './schema.ts'
import type { Settings } from './settings.ts'
import { formatPath, validateConfig } from './validate-config.ts'
import { type Locate, readYamlSource } from './yaml-source.ts'

export interface LoadConfigInput {
  /** Text of the home's `config.yaml`; `null` when there is none. */
  readonly text: string | null
  readonly env: Environment
  /** Values of flags, in the shape of a configuration file. */
  readonly flags?: ConfigFile
  /** Ids that `agents` and `bots[].agent` may name. Default: any. */
  readonly agents?: readonly string[]
}

export interface LoadedConfig extends MergedLayers {
  /** Any `error` among them means that nothing may be composed. */
  readonly diagnostics: readonly Diagnostic[]
}

/** The name of the home's configuration file. */
export const CONFIG_FILE = 'config.yaml'

/**
 * Merges flags, environment, the home's file and the defaults, in this order of
 * strength. A layer with an error counts for nothing, and its errors are in
 * `diagnostics` with file, line and column.
 */
export function loadConfig(input: LoadConfigInput): LoadedConfig {
  const file = readHomeLayer(input)
  const environment = checkLayer(readEnvironmentLayer(input.env), 'environment', {
    locate: noPlace,
  })
  const flags = checkLayer(input.flags ?? {}, 'flag', { locate: noPlace })
  const layers: ConfigLayer[] = [
    {
      layer: 'home',
      config: file.config,
      where: (path) => placeName(file.locate(path, 'value'), CONFIG_FILE),
    },
    { layer: 'environment', config: environment.config, where: variableFor },
    { layer: 'flag', config: flags.config, where: () => 'flag' },
  ]
  const diagnostics = [
    ...file.diagnostics,
    ...environment.diagnostics.map(nameVariable),
    ...flags.diagnostics,
  ]
  return { ...mergeLayers(layers), diagnostics }
}

interface CheckedLayer {
  readonly config: ConfigFile
  readonly diagnostics: readonly Diagnostic[]
}

const noPlace: Locate = () => undefined

function readHomeLayer({
  text,
  agents,
}: LoadConfigInput): CheckedLayer & { readonly locate: Locate } {
  if (text === null) return { config: {}, diagnostics: [], locate: noPlace }
  const source = readYamlSource(text, { root: 'home', path: CONFIG_FILE })
  if (source.diagnostics.length > 0) {
    return { config: {}, diagnostics: source.diagnostics, locate: noPlace }
  }
  const { locate } = source
  const known = agents ? { agents } : {}
  return { ...checkLayer(source.data ?? {}, 'home', { locate, ...known }), locate }
}

function checkLayer(
  data: unknown,
  layer: LayerKind,
  { locate, ...known }: KnownNames & { readonly locate: Locate },
): CheckedLayer {
  const file = layer === 'home' ? CONFIG_FILE : `the ${layer}`
  const valid = validateConfig(data, { schema: CONFIG_SCHEMA, file, locate })
  if (valid.value === null) return { config: {}, diagnostics: valid.diagnostics }
  const normal = normaliseConfig(valid.value, locate)
  const checked = [...normal.diagnostics, ...checkConfig(normal.value, locate, known)]
  const failed = checked.some((found) => found.severity === 'error')
  return { config: failed ? {} : normal.value, diagnostics: checked }
}

/** One line of `config show --origin`. */
export interface SettingRow {
  readonly key: string
  readonly value: unknown
  readonly origin: Origin
}

/** Lists every setting with its value and where the value comes from, in the order of the defaults. */
export function listSettings(config: {
  readonly settings: Settings
  readonly origins: ReadonlyMap<string, Origin>
}): readonly SettingRow[] {
  const rows: SettingRow[] = []
  const visit = (value: unknown, path: readonly string[]): void => {
    const key = formatPath(path)
    const known = config.origins.get(key)
    const open = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (open && !known && Object.keys(value).length > 0) {
      for (const [name, inner] of Object.entries(value)) visit(inner, [...path, name])
    } else {
      rows.push({ key, value, origin: known ?? { layer: 'default', where: '' } })
    }
  }
  for (const [key, value] of Object.entries(config.settings)) visit(value, [key])
  return rows
}
