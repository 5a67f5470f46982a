import {
  countBytes,
  type Diagnostic,
  escapeForDisplay,
  type RuntimeFacts,
  validateName,
  type WithDiagnostics,
} from '@onesoul/core'
import type { Environment } from '../config/environment-layer.ts'

/** What is declared about a live session, before it is checked. */
export interface DeclaredFacts {
  readonly platform?: string | null
  readonly agent?: string | null
  readonly scope?: string
  readonly permissionMode?: string
  readonly capabilities?: readonly string[]
  readonly querySurfaces?: readonly string[]
  readonly skillCatalogueOwner?: string
  readonly environmentKeys?: readonly string[]
}

const SCOPES = ['bot', 'workspace', 'unbound'] as const
const OWNERS = ['worker', 'gateway', 'none'] as const
const CAPABILITIES = [
  'resume',
  'resume_terminated',
  'streaming',
  'tools',
  'native_catalog',
  'native_invocation',
  'system_prompt_update',
] as const
const QUERY_SURFACES = ['skills', 'mcp', 'worker'] as const

/** The variables whose names, never values, may stand in the facts. */
export const SESSION_VARIABLES: readonly string[] = [
  'ONESOUL_PLATFORM',
  'ONESOUL_BOT_ID',
  'ONESOUL_BOT_NAME',
  'ONESOUL_USER_ID',
  'ONESOUL_SESSION_ID',
  'ONESOUL_WORK_DIR',
  'ONESOUL_CHANNEL_ID',
  'ONESOUL_THREAD_ID',
  'ONESOUL_TEAM_ID',
]

const MAX_ENTRIES = 16
const MAX_BYTES = 128

/** Names of the session variables that are set and not empty, sorted. */
export function presentSessionVariables(env: Environment): readonly string[] {
  return SESSION_VARIABLES.filter((name) => env[name]).sort()
}

/**
 * Builds the facts of a session from allow-listed values. A value that is not
 * on its list is left out with a diagnostic; the rest stays.
 */
export function buildRuntimeFacts(declared: DeclaredFacts): WithDiagnostics<RuntimeFacts> {
  const diagnostics: Diagnostic[] = []
  const drop = (key: string, value: string): undefined => {
    const message = `runtime facts: ${key} ${escapeForDisplay(cutBytes(value))} is not on the list and is left out`
    diagnostics.push({ code: 'facts.unlisted', severity: 'warning', message })
    return undefined
  }
  const name = (key: 'platform' | 'agent', value: string | null | undefined) => {
    if (!value) return undefined
    return validateName('platform', value).ok ? value : drop(key, value)
  }
  const one = <T extends string>(key: string, allowed: readonly T[], value: string | undefined) =>
    value === undefined ? undefined : (allowed.find((item) => item === value) ?? drop(key, value))
  const list = (key: string, allowed: readonly string[], values: readonly string[] | undefined) => {
    if (!values) return undefined
    const kept = values.filter((value) => allowed.includes(value) || drop(key, value))
    return [...new Set(kept)].sort().slice(0, MAX_ENTRIES)
  }
  const value: RuntimeFacts = withoutGaps({
    schemaVersion: 1,
    platform: name('platform', declared.platform),
    agent: name('agent', declared.agent),
    scope: one('scope', SCOPES, declared.scope),
    permissionMode: permissionMode(declared.permissionMode, drop),
    capabilities: list('capability', CAPABILITIES, declared.capabilities),
    querySurfaces: list('query surface', QUERY_SURFACES, declared.querySurfaces),
    skillCatalogueOwner: one('catalogue owner', OWNERS, declared.skillCatalogueOwner),
    environmentKeys: list('environment key', SESSION_VARIABLES, declared.environmentKeys),
  })
  return { value, diagnostics }
}

/** Declared modes are words of the agents' own; only their form is checked. */
function permissionMode(
  value: string | undefined,
  drop: (key: string, value: string) => undefined,
): string | undefined {
  if (!value) return undefined
  return /^[\p{L}\p{N}][\p{L}\p{N} _.:-]*$/u.test(value)
    ? cutBytes(value)
    : drop('permission mode', value)
}

/** Cuts a text to 128 UTF-8 bytes between two characters. */
function cutBytes(text: string): string {
  let cut = ''
  for (const character of text) {
    if (countBytes(cut + character) > MAX_BYTES) break
    cut += character
  }
  return cut
}

type Gappy<T> = { readonly [K in keyof T]: T[K] | undefined }

function withoutGaps(facts: Gappy<Required<RuntimeFacts>>): RuntimeFacts {
  const entries = Object.entries(facts).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as unknown as RuntimeFacts
}
