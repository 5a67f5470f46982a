import { dirname, join } from 'node:path'
import { isUnder } from '@onesoul/disk'
import type { InspectInput, Inspection } from '../port/inspection.ts'
import { type OpenCodeArguments, parseArguments } from './arguments.ts'
import { findEndpoint, readRecentModel } from './endpoint.ts'
import type { OpenCodeFacts } from './facts.ts'
import { findInstructions } from './instructions.ts'
import { type JsonObject, textAt } from './json-object.ts'
import { directoriesUp, exists, findPlaces } from './places.ts'
import { findManagedDir, joinSettings, readSettings } from './settings.ts'
import { ignoresProject, instructionNames } from './switches.ts'

/**
 * Reads OpenCode's configuration files: the person's own instructions, and
 * where the chosen model is reached. Starts nothing. An untrusted work tree's
 * configuration is left out, as `plan` tells OpenCode to.
 */
export async function inspectOpenCode(
  input: InspectInput,
  managedDir: string | null = findManagedDir(),
): Promise<Inspection> {
  const { env, cwd } = input
  const places = findPlaces(env)
  const upwards = await directoriesUp(cwd)
  const root = upwards.at(-1) ?? cwd
  const readsProject = input.trusted === true && !ignoresProject(env)
  const directories = readsProject ? upwards : []
  const layers = await readSettings({ places, cwd, directories, env, managedDir })
  const settings = joinSettings(layers)
  const flags = parseArguments(input.args)
  const model = chooseModel(input, flags, settings) ?? (await readRecentModel(places))
  const own = await findInstructions(layers, {
    places,
    directories: readsProject ? upwards : [places.instructions],
    env,
  })
  const project = await findProjectFiles(upwards, instructionNames(env))
  const facts: OpenCodeFacts = { instructionName: project.name }
  return {
    userSources: own.sources,
    endpoint: await findEndpoint({ settings, places, env, model }),
    args: input.args,
    details: { ...facts },
    notes: [
      ...own.notes,
      ...(readsProject ? await noteOutside(cwd, project, { home: places.home, root }) : []),
      ...noteSmallModel(settings, model),
    ],
  }
}

function chooseModel(
  input: InspectInput,
  { options }: OpenCodeArguments,
  settings: JsonObject,
): string | null {
  const agent = options.get('agent') ?? textAt(settings, 'default_agent') ?? 'build'
  return (
    input.model ??
    options.get('model') ??
    textAt(settings, 'agent', agent, 'model') ??
    textAt(settings, 'model')
  )
}

interface ProjectFiles {
  readonly name: string | null
  readonly paths: readonly string[]
}

/** The files of the first name that is there at all. */
async function findProjectFiles(
  directories: readonly string[],
  names: readonly string[],
): Promise<ProjectFiles> {
  for (const name of names) {
    const candidates = directories.map((directory) => join(directory, name))
    const there = await Promise.all(candidates.map(exists))
    const paths = candidates.filter((_, index) => there[index])
    if (paths.length > 0) return { name, paths }
  }
  return { name: null, paths: [] }
}

/** Without a git root OpenCode climbs to the root of the disk; what it finds there is no part of the work tree. */
async function noteOutside(
  cwd: string,
  project: ProjectFiles,
  { home, root }: { readonly home: string; readonly root: string },
): Promise<readonly string[]> {
  const isRepository = !isUnder(home, root) && (await exists(join(root, '.git')))
  if (isRepository) return []
  return project.paths
    .filter((path) => dirname(path) !== cwd)
    .map((path) => `opencode also reads ${path}, which is above the work tree`)
}

/** Titles are asked of another model; a recorder stands before one provider. */
function noteSmallModel(settings: JsonObject, model: string | null): readonly string[] {
  const small = textAt(settings, 'small_model')
  const [provider, other] = [model, small].map((name) => name?.split('/')[0])
  if (!(provider && other) || provider === other) return []
  return [`opencode asks ${small} for titles; a recorder sees only requests to ${provider}`]
}
