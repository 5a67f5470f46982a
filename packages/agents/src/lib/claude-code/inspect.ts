import type { InspectInput, Inspection, ModelEndpoint } from '../port/inspection.ts'
import {
  lastOption,
  type ParsedArguments,
  parseClaudeArguments,
  printArguments,
} from './arguments.ts'
import { behavioursFor, type ClaudeBehaviours } from './behaviours.ts'
import { packDetails } from './details.ts'
import { isSwitchedOn, readEndpoint } from './endpoint.ts'
import { listOtherReads, surveyInstructions } from './instruction-files.ts'
import { type ClaudePlaces, findPlaces } from './locations.ts'
import type { NativeRules } from './native-files.ts'
import { readPersonalFiles } from './personal-files.ts'
import { readText } from './read-text.ts'
import {
  effectiveEnvironment,
  environmentOf,
  readSettings,
  type SettingsLayer,
  type SettingsScope,
} from './settings.ts'
import { isPromptFlag, joinTexts, readUserPrompts } from './user-prompts.ts'

const APPEND = '--append-system-prompt'
const APPEND_SUBAGENT = '--append-subagent-system-prompt'
const SOURCES: readonly SettingsScope[] = ['user', 'project', 'local']

/** Reads the person's flags, settings and instruction files that a run of Claude Code depends on. */
export async function inspectClaudeCode(
  input: InspectInput,
  options: { readonly managedFile?: string } = {},
): Promise<Inspection> {
  const parsed = parseClaudeArguments(input.args)
  const places = await findPlaces(input.cwd, input.env)
  const behaviours = behavioursFor(input.detection)
  const scopes = readScopes(parsed, input.trusted ?? false)
  const layers = await readSettings({
    places,
    behaviours,
    scopes: new Set([...scopes, 'flag', 'managed']),
    flag: lastOption(parsed, '--settings') ?? null,
    ...options,
  })
  const prompts = await readUserPrompts(parsed, APPEND, places.cwd)
  const children = await readUserPrompts(parsed, APPEND_SUBAGENT, places.cwd)
  const native = await readNative({ parsed, places, behaviours, env: input.env, scopes })
  return {
    userSources: prompts.sources,
    endpoint: endpointOf(input.env, layers),
    personalFiles: native.readsPersonal ? await readPersonalFiles({ env: input.env }) : [],
    args: printArguments(
      parsed,
      (item) => isPromptFlag(item, APPEND) || isPromptFlag(item, APPEND_SUBAGENT),
    ),
    details: packDetails({
      ...native.details,
      settingsVariables: layers.flatMap((layer) => Object.keys(environmentOf(layer))),
      flagSettings: layers.find((layer) => layer.scope === 'flag')?.settings ?? null,
      subagentText: joinTexts(children.sources.map((source) => source.text)),
      problem: prompts.problem ?? children.problem,
    }),
    notes: native.notes,
  }
}

/** The setting sources of the run: the person's choice, else all; of an untrusted work tree only the person's own. */
export function readScopes(parsed: ParsedArguments, trusted: boolean): readonly SettingsScope[] {
  const chosen = lastOption(parsed, '--setting-sources')?.split(',')
  const scopes = chosen ? SOURCES.filter((scope) => chosen.includes(scope)) : SOURCES
  if (isGiven(parsed, '--restricted')) return []
  return trusted ? scopes : scopes.filter((scope) => scope === 'user')
}

function endpointOf(
  env: Readonly<Record<string, string>>,
  layers: readonly SettingsLayer[],
): ModelEndpoint {
  const managed = layers.find(
    (layer) => layer.scope === 'managed' && 'ANTHROPIC_BASE_URL' in environmentOf(layer),
  )
  if (managed) {
    return { recordable: false, reason: `${managed.where} sets the base URL for everybody` }
  }
  return readEndpoint(effectiveEnvironment(env, layers))
}

interface NativeRequest {
  readonly parsed: ParsedArguments
  readonly places: ClaudePlaces
  readonly behaviours: ClaudeBehaviours
  readonly env: Readonly<Record<string, string>>
  readonly scopes: readonly SettingsScope[]
}

async function readNative(request: NativeRequest) {
  const { places, behaviours, scopes } = request
  const instructionsOff = whyNoInstructions(request)
  const rules: NativeRules = {
    behaviours,
    cwd: places.cwd,
    configDir: places.configDir,
    scopes: instructionsOff === null ? scopes : [],
    importsApproved: await readApproval(places),
  }
  const files = await surveyInstructions(places.cwd)
  const others = await listOtherReads(places, rules, files)
  return {
    readsPersonal: rules.scopes.includes('user'),
    details: { rules, instructionFiles: [...files], instructionsOff },
    notes: others.length > 0 ? [`Claude Code also reads by itself: ${others.join(', ')}`] : [],
  }
}

function whyNoInstructions({ parsed, env }: NativeRequest): string | null {
  const flag = ['--bare', '--safe-mode', '--restricted'].find((name) => isGiven(parsed, name))
  if (flag) return flag
  const variables = [
    'CLAUDE_CODE_DISABLE_CLAUDE_MDS',
    'CLAUDE_CODE_SIMPLE',
    'CLAUDE_CODE_SAFE_MODE',
  ]
  return variables.find((name) => isSwitchedOn(env[name])) ?? null
}

function isGiven(parsed: ParsedArguments, name: string): boolean {
  return lastOption(parsed, name) !== undefined
}

/** Whether imports from outside the working directory were approved for this project. */
async function readApproval(places: ClaudePlaces): Promise<boolean> {
  const file = await readText(places.stateFile)
  if (file === null) return false
  try {
    const { projects } = JSON.parse(file.text) as {
      projects?: Record<string, { hasClaudeMdExternalIncludesApproved?: boolean }>
    }
    const keys = [places.cwd, places.gitRoot ?? places.cwd]
    return keys.some((key) => projects?.[key]?.hasClaudeMdExternalIncludesApproved === true)
  } catch {
    // The agent starts afresh with a broken state file: nothing is approved.
    return false
  }
}
