import type { DiagnosticSource } from '@onesoul/core'
import type { ConfigFile } from './config-file.ts'
import { DEFAULT_CONFIG, type Settings } from './settings.ts'
import { formatPath } from './validate-config.ts'
import type { ConfigPath } from './yaml-source.ts'

/** Which layer a value comes from, strongest first. A project only narrows. */
export type LayerKind = 'project' | 'flag' | 'environment' | 'home' | 'default'

export interface Origin {
  readonly layer: LayerKind
  /** For people: `--budget-tokens`, `ONESOUL_LANGUAGE`, `config.yaml:12`; empty for a default. */
  readonly where: string
}

/** A value of a flag or the environment: said for this call, so stronger than anything a file says for one bot. */
export function isOfThisCall(origin: Origin | undefined): boolean {
  return origin?.layer === 'flag' || origin?.layer === 'environment'
}

export interface ConfigLayer {
  readonly layer: LayerKind
  readonly config: ConfigFile
  /** Names the place of one value. */
  readonly where: (path: ConfigPath) => string
}

export interface MergedLayers {
  readonly settings: Settings
  /** Per dotted key of a value that is not an object. Keys without an entry are defaults. */
  readonly origins: ReadonlyMap<string, Origin>
}

/** Lays layers over the defaults, weakest first. Lists replace, maps join by key. */
export function mergeLayers(layers: readonly ConfigLayer[]): MergedLayers {
  const origins = new Map<string, Origin>()
  let merged: unknown = DEFAULT_CONFIG
  for (const layer of layers) {
    const note = (path: ConfigPath): void => {
      origins.set(formatPath(path), { layer: layer.layer, where: layer.where(path) })
    }
    merged = overlay(merged, layer.config, { path: [], note })
  }
  return { settings: merged as Settings, origins }
}

interface Overlaying {
  readonly path: ConfigPath
  readonly note: (path: ConfigPath) => void
}

function overlay(below: unknown, above: unknown, { path, note }: Overlaying): unknown {
  if (!isMapping(above)) {
    note(path)
    return above
  }
  const out = new Map(Object.entries(isMapping(below) ? below : {}))
  for (const [key, value] of Object.entries(above)) {
    out.set(key, overlay(out.get(key), value, { path: [...path, key], note }))
  }
  return Object.fromEntries(out)
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `config.yaml:12`, from a located place. */
export function placeName(source: DiagnosticSource | undefined, file: string): string {
  return source?.line === undefined ? file : `${file}:${source.line}`
}
