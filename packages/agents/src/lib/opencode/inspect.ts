import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isReachable, isUnder } from '@onesoul/disk'
import type { InspectInput, Inspection, UserSource } from '../port/inspection.ts'
import type { PersonalFile } from '../port/personal-file.ts'
import { parseArguments } from './arguments.ts'
import { isBundle } from './config-content.ts'
import { findEndpoint } from './endpoint.ts'
import type { OpenCodeFacts } from './facts.ts'
import { findInstructions } from './instructions.ts'
import { isObject, type JsonObject, textAt } from './json-object.ts'
import { directoriesUp, findPlaces } from './places.ts'
import { readProvider, readRecentModel } from './provider.ts'
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
  const agent = flags.options.get('agent') ?? textAt(settings, 'default_agent') ?? 'build'
  const model =
    input.model ??
    flags.options.get('model') ??
    textAt(settings, 'agent', agent, 'model') ??
    textAt(settings, 'model') ??
    (await readRecentModel(places))
  const provider =
    model === null ? null : await readProvider(providerOf(model), { settings, places, env })
  const own = await findInstructions(layers, {
    places,
    directories: readsProject ? upwards : [places.instructions],
    env,
  })
  const project = await findProjectFiles(upwards, instructionNames(env))
  const facts: OpenCodeFacts = {
    instructionName: project.name,
    agent,
    model,
    titleModel: findTitleModel(settings, model),
    keyless: provider?.keyless ?? false,
    skillPaths: findSkillPaths(settings),
  }
  return {
    userSources: own.sources,
    endpoint: findEndpoint(provider),
    personalFiles: await Promise.all(own.sources.map(toPersonalFile)),
    args: input.args,
    details: { ...facts },
    notes: [
      ...own.notes,
      ...(readsProject ? await noteOutside(cwd, project, { home: places.home, root }) : []),
    ],
  }
}

/** A bundle of an outer run of ours is none of the person's. */
function findSkillPaths({ skills }: JsonObject): readonly string[] {
  const paths = isObject(skills) ? skills['paths'] : undefined
  if (!Array.isArray(paths)) return []
  return paths.filter((path) => typeof path === 'string' && !isBundle(path))
}

async function toPersonalFile({ where, text }: UserSource): Promise<PersonalFile> {
  return { path: where, realPath: await realpath(where), text, body: text }
}

function providerOf(model: string): string {
  return model.split('/')[0] ?? ''
}

/** Titles are asked of another model; a recorder stands before one provider. */
function findTitleModel(settings: JsonObject, model: string | null): string | null {
  const small = textAt(settings, 'small_model')
  if (small === null || model === null || providerOf(small) === providerOf(model)) return null
  return small
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
    const there = await Promise.all(candidates.map(isReachable))
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
  const isRepository = !isUnder(home, root) && (await isReachable(join(root, '.git')))
  if (isRepository) return []
  return project.paths
    .filter((path) => dirname(path) !== cwd)
    .map((path) => `opencode also reads ${path}, which is above the work tree`)
}
