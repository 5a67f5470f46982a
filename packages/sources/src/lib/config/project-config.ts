import type { Diagnostic, DiagnosticSource } from '@onesoul/core'
import { checkConfig } from './check-config.ts'
import type { ProjectConfigFile } from './config-file.ts'
import { type LayerKind, type MergedLayers, type Origin, placeName } from './merge-layers.ts'
import { normaliseConfig } from './normalise-config.ts'
import { CONFIG_SCHEMA, PROJECT_CONFIG_SCHEMA } from './schema.ts'
import { keysAt } from './schema-keys.ts'
import type { Settings } from './settings.ts'
import { formatPath, validateConfig } from './validate-config.ts'
import { type ConfigPath, type Locate, readYamlSource } from './yaml-source.ts'

/** The name of a work tree's configuration file, read at its root. */
export const PROJECT_CONFIG_FILE = '.onesoul.yaml'

export interface ProjectConfig {
  readonly config: ProjectConfigFile
  readonly locate: Locate
  readonly diagnostics: readonly Diagnostic[]
}

/** Parses a work tree's `.onesoul.yaml`. A file with an error sets nothing. */
export function parseProjectConfig(text: string): ProjectConfig {
  const place: DiagnosticSource = { root: 'worktree', path: PROJECT_CONFIG_FILE }
  const source = readYamlSource(text, place)
  const nothing = { config: {}, locate: source.locate }
  if (source.diagnostics.length > 0) return { ...nothing, diagnostics: source.diagnostics }
  const valid = validateConfig(source.data ?? {}, {
    schema: PROJECT_CONFIG_SCHEMA,
    file: PROJECT_CONFIG_FILE,
    locate: source.locate,
    foreignKeys: keysAt(CONFIG_SCHEMA, []),
  })
  if (valid.value === null) return { ...nothing, diagnostics: valid.diagnostics }
  const normal = normaliseConfig(valid.value, source.locate)
  const diagnostics = [...normal.diagnostics, ...checkConfig(normal.value, source.locate)]
  const failed = diagnostics.some((found) => found.severity === 'error')
  return { config: failed ? {} : normal.value, locate: source.locate, diagnostics }
}

export interface NarrowedSettings extends MergedLayers {
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Lets a trusted work tree narrow the settings: lower budgets, stricter
 * overflow, mode and trust, more variables. A value that would widen is ignored
 * with a diagnostic. Its exclude lists add and are resolved with the slots.
 */
export function narrowSettings(base: MergedLayers, project: ProjectConfig): NarrowedSettings {
  const origins = new Map(base.origins)
  const diagnostics: Diagnostic[] = []
  const narrow: Narrow = (path, wanted, order) => {
    const at = project.locate(path, 'value')
    const key = formatPath(path)
    if (wanted.to === undefined || wanted.to === wanted.from) return wanted.from
    if (order(wanted.from, wanted.to)) {
      const origin: Origin = { layer: 'project', where: placeName(at, PROJECT_CONFIG_FILE) }
      origins.set(key, origin)
      return wanted.to
    }
    diagnostics.push(widens(key, { wanted, by: origins.get(key)?.layer ?? 'default', at }))
    return wanted.from
  }
  const { settings } = base
  const value: Settings = {
    ...settings,
    budget: narrowBudget(settings.budget, project.config.budget ?? {}, narrow),
    project: {
      mode: narrow(
        ['project', 'mode'],
        pair(settings.project.mode, project.config.project?.mode),
        stricter(['all', 'first', 'off']),
      ),
      trust: narrow(
        ['project', 'trust'],
        pair(settings.project.trust, project.config.project?.trust),
        stricter(['always', 'ask', 'never']),
      ),
    },
    variables: settings.variables,
  }
  return { settings: value, origins, diagnostics }
}

interface Wanted<T> {
  readonly from: T
  readonly to: T | undefined
}

type Narrow = <T>(path: ConfigPath, wanted: Wanted<T>, order: (from: T, to: T) => boolean) => T

function pair<T>(from: T, to: T | undefined): Wanted<T> {
  return { from, to }
}

function stricter<T>(order: readonly T[]): (from: T, to: T) => boolean {
  return (from, to) => order.indexOf(to) > order.indexOf(from)
}

function narrowBudget(
  from: Settings['budget'],
  to: NonNullable<ProjectConfigFile['budget']>,
  narrow: Narrow,
): Settings['budget'] {
  const lower = (a: number, b: number): boolean => b < a
  return {
    ...from,
    perFile: narrow(['budget', 'perFile'], pair(from.perFile, to.perFile), lower),
    total: narrow(['budget', 'total'], pair(from.total, to.total), lower),
    project: narrow(['budget', 'project'], pair(from.project, to.project), lower),
    tokens: narrow(
      ['budget', 'tokens'],
      pair<number | null>(from.tokens, to.tokens),
      (a, b) => a === null || (b !== null && b < a),
    ),
    overflow: narrow(
      ['budget', 'overflow'],
      pair(from.overflow, to.overflow),
      stricter(['truncate', 'fail']),
    ),
  }
}

interface Widening {
  readonly wanted: Wanted<unknown>
  readonly by: LayerKind
  readonly at: DiagnosticSource | undefined
}

function widens(key: string, { wanted, by, at }: Widening): Diagnostic {
  return {
    code: 'config.project-widens',
    severity: 'warning',
    message: `${key}: ${String(wanted.to)} is ignored, because a project may only narrow; ${String(wanted.from)} (${by}) stays`,
    ...(at && { source: at }),
  }
}
