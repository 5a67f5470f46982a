import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isTempFile, isUnder, listTree, stateLayout } from '@onesoul/disk'
import type { ConfigFile } from '../config/config-file.ts'
import { CONFIG_FILE } from '../config/load-config.ts'
import { SourcesError } from '../sources-error.ts'
import { renderConfigText } from '../starter/config-text.ts'
import { type HomeWriter, writeHome } from '../starter/home-writer.ts'
import { sha256 } from './checksum.ts'
import type {
  ImportDraft,
  ImportResult,
  ImportSource,
  PlannedFile,
  UnmappedItem,
} from './import-report.ts'
import { IMPORTERS } from './importers.ts'
import { measurePlanned, type PlannedMeasure } from './measure-planned.ts'
import type { AgentFile, SourcePlace } from './read-source.ts'

export interface ImportHomeOptions {
  readonly from: ImportSource
  /** Absolute path of the home to write. */
  readonly dir: string
  /** Absolute path of the set-up. Default: where its program keeps it. */
  readonly source?: string
  /** The person's home directory. */
  readonly userHome: string
  readonly env: Readonly<Record<string, string>>
  /** For `claude` and `codex`: the files that the agent reads by itself in every directory, in its order. */
  readonly agentFiles?: readonly AgentFile[]
  /** Estimated tokens that agents get by default; more is asked for when the files need it. Default: no limit. */
  readonly maxTokens?: number
  /** Write nothing. Default false. */
  readonly dryRun?: boolean
}

/** The set-ups that can be imported. */
export const IMPORT_SOURCES: readonly ImportSource[] = Object.keys(IMPORTERS) as ImportSource[]

/** Where a set-up is, absolute, and the variable that tells its program so. */
export interface FoundSource {
  readonly dir: string
  readonly variable: string
}

/** Where the program of a set-up keeps it: where its variable says, else in the person's home directory. */
export function findSource(
  from: ImportSource,
  { env, userHome }: Pick<ImportHomeOptions, 'env' | 'userHome'>,
): FoundSource {
  const { variable, folder } = IMPORTERS[from]
  return { dir: env[variable] || join(userHome, folder), variable }
}

/**
 * Makes a home from an existing set-up: maps what has a place in it, sets limits
 * so that nothing is cut, and names everything that stays behind. The source is
 * only read. A home that holds anything else already is left as it is.
 *
 * @throws SourcesError `import-source` when there is nothing to import,
 * `config-invalid`, `state-unusable`; DiskError when writing fails.
 */
export async function importHome(options: ImportHomeOptions): Promise<ImportResult> {
  const { from, userHome, env, dryRun = false } = options
  const dir = options.source ?? findSource(from, options).dir
  const { agentFiles = [] } = options
  const place: SourcePlace = { dir, userHome, env, agentFiles }
  await requireSource(place, options)
  const draft = await IMPORTERS[from].plan(place)
  if (draft.files.length === 0) {
    throw new SourcesError(
      'import-source',
      `${place.dir} holds nothing that a home could be made of`,
      {
        hints: attentionFirst(draft.unmapped)
          .slice(0, 5)
          .map((one) => `${one.from}: ${one.reason}`),
      },
    )
  }
  const measured = await measurePlanned(draft, { userHome, maxTokens: options.maxTokens ?? null })
  const files = [...draft.files, configFile(draft, measured)]
  const refusal = await whyNot(options.dir, files)
  const outcome =
    dryRun || refusal !== null
      ? { written: refusal === null ? files.map((file) => file.path) : [], kept: [] }
      : await writeHome(options.dir, (writer) => writeFiles(files, writer))
  return {
    from,
    source: place.dir,
    home: options.dir,
    dryRun,
    ...outcome,
    refusal,
    mapped: draft.mapped,
    unmapped: draft.unmapped,
    decisions: draft.decisions,
    budget: measured.budget,
    diagnostics: measured.diagnostics,
  }
}

function attentionFirst(items: readonly UnmappedItem[]): readonly UnmappedItem[] {
  return [...items].sort((a, b) => Number(b.attention) - Number(a.attention))
}

async function requireSource(place: SourcePlace, { from, dir }: ImportHomeOptions): Promise<void> {
  if (isUnder(dir, place.dir) && dir !== place.dir) {
    throw new SourcesError('import-source', `the home ${dir} would lie inside ${place.dir}`, {
      hints: ['name another home with --home'],
    })
  }
  if (dir === place.dir) {
    throw new SourcesError('import-source', `${dir} cannot be both the source and the home`)
  }
  if (await isDirectory(place.dir)) return
  throw new SourcesError('import-source', `there is no ${from} set-up at ${place.dir}`, {
    hints: [`name it with \`onesoul init --from ${from} --source DIR\``],
  })
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    // Whatever the reason, nothing can be read from there.
    return false
  }
}

function configFile(draft: ImportDraft, { budget }: PlannedMeasure): PlannedFile {
  const settings: ConfigFile = draft.settings
  const text = renderConfigText({ language: 'en', configs: null, proposal: budget, settings })
  return { path: CONFIG_FILE, bytes: Buffer.from(text, 'utf8') }
}

/** Why a home is not written into: it holds something that this import would not have put there. */
async function whyNot(dir: string, files: readonly PlannedFile[]): Promise<string | null> {
  const planned = new Map(files.map((file) => [file.path, sha256(file.bytes)]))
  for (const { path, content } of await existingFiles(dir)) {
    if (planned.get(path) !== content) return `there is a home at ${dir} already: ${path}`
  }
  return null
}

interface ExistingFile {
  readonly path: string
  /** Its SHA-256, or a link's target. */
  readonly content: string
}

/** The person's own part of a home; what `state` holds says nothing about it. */
async function existingFiles(dir: string): Promise<readonly ExistingFile[]> {
  const layout = stateLayout(dir)
  if (!(await isDirectory(dir))) return []
  const entries = await listTree(dir, { exclude: ['state', 'skills'] })
  return entries.filter((entry) => {
    const place = join(layout.home, entry.path)
    const own = [layout.config, layout.agentConfigs, layout.memory].some(
      (root) => place === root || isUnder(place, root),
    )
    return own && entry.type !== 'folder' && !isTempFile(basename(entry.path))
  })
}

async function writeFiles(
  files: readonly PlannedFile[],
  writer: HomeWriter,
): Promise<Pick<ImportResult, 'written' | 'kept'>> {
  for (const { path, bytes } of files) await writer.write(path, bytes)
  return { written: writer.written, kept: writer.kept }
}
