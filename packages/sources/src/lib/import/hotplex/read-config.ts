import { dirname, join, resolve } from 'node:path'
import { type ConfigPath, type Locate, readYamlSource } from '../../config/yaml-source.ts'
import { expandPath } from '../../home/expand-path.ts'
import { SourcesError } from '../../sources-error.ts'
import { isMapping, leavesOf, type Mapping, showKey, valueAt } from '../config-leaves.ts'
import type { ImportNotes } from '../import-notes.ts'
import { readSource, type SourcePlace, sourceName } from '../read-source.ts'

/** HotPlex's configuration with what it inherits, and a record of the keys that were taken over. */
export interface HotplexConfig {
  readonly data: Mapping
  /** The value at a path with `${VAR}` and `${VAR:-default}` filled in; its key counts as read. */
  readonly take: (path: ConfigPath) => unknown
  /** `config.yaml:12 agent_config.dir`. */
  readonly place: (path: ConfigPath) => string
  /** Every value that nobody took. */
  readonly rest: () => readonly ConfigPath[]
}

interface Layer {
  readonly file: string
  readonly data: Mapping
  readonly locate: Locate
}

/** Names of the configuration file; the first that is there counts. */
export const CONFIG_NAMES: readonly string[] = ['config.yaml', 'config.yml']
const MAX_INHERITED = 8

/**
 * Reads `config.yaml` of a HotPlex home and what it inherits; `null` without one.
 *
 * @throws SourcesError `config-invalid` when a file is no YAML: lists of what must
 * not be shown to somebody would be lost unseen.
 */
export async function readHotplexConfig(
  place: SourcePlace,
  notes: ImportNotes,
): Promise<HotplexConfig | null> {
  for (const name of CONFIG_NAMES) {
    const layers = await readLayers(join(place.dir, name), { place, notes, seen: [] })
    if (layers.length > 0) return createConfig(layers, place, notes)
  }
  return null
}

interface Chain {
  readonly place: SourcePlace
  readonly notes: ImportNotes
  readonly seen: readonly string[]
}

/** A file and those that it inherits, the strongest first. */
async function readLayers(path: string, chain: Chain): Promise<readonly Layer[]> {
  const { place, notes, seen } = chain
  const file = sourceName(path, place)
  if (seen.includes(path) || seen.length > MAX_INHERITED) {
    throw new SourcesError('config-invalid', `${file} inherits itself`)
  }
  const found = await readSource(path, place, notes)
  if (!found) return []
  const source = readYamlSource(new TextDecoder().decode(found.bytes), {
    root: 'config',
    path: file,
  })
  const [trouble] = source.diagnostics
  if (trouble) {
    throw new SourcesError('config-invalid', trouble.message, { diagnostics: source.diagnostics })
  }
  const data = isMapping(source.data) ? source.data : {}
  const layer: Layer = { file, data, locate: source.locate }
  const { inherits } = data
  if (typeof inherits !== 'string') return [layer]
  const base = expandPath(inherits, { base: dirname(path), userHome: place.userHome })
  const inherited = await readLayers(base, { ...chain, seen: [...seen, path] })
  const at = `${file} inherits`
  if (inherited.length === 0)
    notes.warn(at, `${sourceName(base, place)} is not there or was not read`)
  else notes.map(at, 'config.yaml', `${sourceName(base, place)} was read as its base`)
  return [layer, ...inherited]
}

function createConfig(
  layers: readonly Layer[],
  { env }: SourcePlace,
  notes: ImportNotes,
): HotplexConfig {
  const data = layers.reduceRight<Mapping>((base, layer) => overlay(base, layer.data), {})
  const taken: ConfigPath[] = [['inherits']]
  const place = (path: ConfigPath): string => {
    const layer = layers.find((one) => valueAt(one.data, path) !== undefined)
    const line = layer?.locate(path, 'key')?.line
    return `${layer?.file ?? CONFIG_NAMES[0]}${line === undefined ? '' : `:${line}`} ${showKey(path, data)}`
  }
  const take = (path: ConfigPath): unknown => {
    taken.push(path)
    return expand(valueAt(data, path), env, (name) =>
      notes.warn(place(path), `the variable ${name} is not set here, so the value is not known`),
    )
  }
  const isTaken = (leaf: ConfigPath): boolean =>
    taken.some((path) => path.every((step, depth) => leaf[depth] === step))
  return { data, take, place, rest: () => leavesOf(data).filter((leaf) => !isTaken(leaf)) }
}

/** Mappings join by key, everything else replaces. */
function overlay(base: Mapping, over: Mapping): Mapping {
  const joined = Object.entries(over).map(([key, value]) => {
    const below = base[key]
    return [key, isMapping(value) && isMapping(below) ? overlay(below, value) : value]
  })
  return { ...base, ...(Object.fromEntries(joined) as Mapping) }
}

const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g

function expand(
  value: unknown,
  env: SourcePlace['env'],
  onMissing: (name: string) => void,
): unknown {
  if (Array.isArray(value)) return value.map((one) => expand(one, env, onMissing))
  if (typeof value !== 'string') return value
  return value.replace(VARIABLE, (whole, name: string, otherwise: string | undefined) => {
    const known = env[name] || otherwise
    if (known === undefined) onMissing(name)
    return known ?? whole
  })
}

/** Where HotPlex keeps the slots; `~` is the person's home directory, the rest is relative to its own. */
export function slotsFolder(
  config: HotplexConfig | null,
  place: SourcePlace,
  notes: ImportNotes,
): string {
  const usual = join(place.dir, 'agent-configs')
  const path = ['agent_config', 'dir']
  const written = config?.take(path)
  if (config === null || typeof written !== 'string' || written.trim() === '') return usual
  const folder = expandPath(written, { base: place.dir, userHome: place.userHome })
  notes.map(config.place(path), 'agent-configs', `read from ${sourceName(folder, place) || '.'}`)
  if (written.startsWith('~')) {
    const message =
      'Releases of HotPlex that did not expand `~` found no files there; here they count.'
    notes.decide('agent_config.dir', message, [config.place(path)])
  }
  return resolve(folder)
}
