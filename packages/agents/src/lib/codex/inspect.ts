import { dirname, join } from 'node:path'
import { isReachable } from '@onesoul/disk'
import type { InspectInput, Inspection, UserSource } from '../port/inspection.ts'
import { openAppServer } from './app-server.ts'
import { findEndpoint, readProvider } from './endpoint.ts'
import { type CodexFacts, PROJECT_BUDGET_BYTES } from './facts.ts'
import { sortFlags } from './flags.ts'
import { withHomeToAsk } from './home-to-ask.ts'
import { isObject, type JsonObject, textAt, valueAt } from './json-value.ts'
import { readPersonalFiles } from './personal-files.ts'
import { readProfile } from './profile.ts'
import { effectiveValue, type Settings, valuesThatCount } from './settings.ts'

/**
 * Asks Codex itself for its configuration as it stands in this folder with
 * these flags: its own `config/read` merges the layers, so that no rule of
 * precedence is repeated here but the one for `--profile`, which the server
 * does not know. No thread is started, no model is asked, and where Codex has no
 * home yet it gets none by that. Throws
 * `AgentError` when Codex refuses its configuration.
 */
export async function inspectCodex(input: InspectInput): Promise<Inspection> {
  const flags = sortFlags(input.args, 'terminal')
  const profile = flags.profile === null ? null : await readProfile(codexHome(input), flags.profile)
  const { config, account } = await withHomeToAsk(input.env, (env) =>
    askCodex({ ...input, env }, flags.server),
  )
  const settings: Settings = { config, profile }
  const provider = readProvider(settings, account, input.env)
  const gitRoot = await findGitRoot(input.cwd)
  const own = findDeveloperInstructions(settings)
  const facts: CodexFacts = {
    developerInstructions: own?.text ?? null,
    profile: valuesThatCount(settings),
    baseUrlKey: provider.baseUrlKey,
    chatgpt: provider.chatgpt,
    apiKey: provider.apiKey,
    insideGit: gitRoot !== null,
    folderTrusted: isTrusted(config, [input.cwd, ...(gitRoot === null ? [] : [gitRoot])]),
    projectBytes: findProjectBytes(settings),
    fallbackNames: findFallbackNames(settings),
  }
  return {
    userSources: own ? [own] : [],
    endpoint: findEndpoint(provider),
    personalFiles: await readPersonalFiles({ env: input.env }),
    args: input.args,
    details: { ...facts },
    notes: noteSettings(settings),
  }
}

async function askCodex(
  input: InspectInput,
  serverFlags: readonly string[],
): Promise<{ readonly config: unknown; readonly account: unknown }> {
  const server = await openAppServer({
    command: input.detection.path,
    // A start with plugins would fetch their list and leave a half-made copy behind when it ends so soon.
    args: ['app-server', ...serverFlags, '--disable', 'plugins'],
    env: input.env,
    cwd: input.cwd,
    run: input.run,
  })
  try {
    const config = await server.request('config/read', { cwd: input.cwd, includeLayers: true })
    return { config, account: await server.request('account/read', {}) }
  } finally {
    await server.close()
  }
}

function codexHome(input: InspectInput): string {
  const { CODEX_HOME, HOME = '' } = input.env
  return CODEX_HOME || join(HOME, '.codex')
}

function findDeveloperInstructions(settings: Settings): UserSource | null {
  const found = effectiveValue(settings, 'developer_instructions')
  if (typeof found.value !== 'string' || found.value === '') return null
  return { what: 'developer_instructions', where: found.where, text: found.value }
}

async function findGitRoot(start: string): Promise<string | null> {
  for (let folder = start; ; folder = dirname(folder)) {
    if (await isReachable(join(folder, '.git'))) return folder
    if (dirname(folder) === folder) return null
  }
}

function isTrusted(config: unknown, folders: readonly string[]): boolean {
  const projects = valueAt(config, 'config', 'projects')
  return folders.some((folder) => textAt(projects, folder, 'trust_level') === 'trusted')
}

function findProjectBytes(settings: Settings): number {
  const { value } = effectiveValue(settings, 'project_doc_max_bytes')
  return typeof value === 'number' && value >= 0 ? value : PROJECT_BUDGET_BYTES
}

function findFallbackNames(settings: Settings): readonly string[] {
  const { value } = effectiveValue(settings, 'project_doc_fallback_filenames')
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
}

/** Settings that change where Codex looks for project files, against its defaults. */
const DISCOVERY: JsonObject = { project_root_markers: '[".git"]' }

function noteSettings(settings: Settings): readonly string[] {
  return Object.entries(DISCOVERY).flatMap(([key, usual]) => {
    const { value } = effectiveValue(settings, key)
    if (value === undefined || value === null || isObject(value)) return []
    const shown = typeof value === 'number' ? value : JSON.stringify(value)
    if (shown === usual) return []
    return [`codex: ${key} is ${shown}; what codex reads by itself was judged by its default`]
  })
}
