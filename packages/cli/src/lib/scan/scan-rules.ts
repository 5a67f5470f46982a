import { realpath } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import {
  type Diagnostic,
  findSlot,
  type GuardPolicy,
  type GuardPolicyConfig,
  POLICY_PRESETS,
  type PolicyPreset,
  resolvePolicy,
  suggest,
  type Trust,
} from '@onesoul/core'
import { isUnder, readFileSafely, stateLayout } from '@onesoul/disk'
import {
  type Home,
  homeSkillsTrust,
  type Overrides,
  parsePolicy,
  readOverrides,
  SourcesError,
} from '@onesoul/sources'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import { openPlace } from '../prepare/open-place.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { SCANNER } from './scanner.ts'

/** What decides about findings, beside the rules themselves. */
export interface PlacePolicy {
  readonly policy: GuardPolicy
  readonly overrides: Overrides
  /** Whose text a file is, by where it lies. */
  readonly trustOf: (absolute: string) => Trust
  /** Absolute path of the home; null when there is none. */
  readonly home: string | null
  /** The state of the home: copies of what stands elsewhere. */
  readonly leaveOut: readonly string[]
}

/**
 * Reads the policy and the overrides of the home; without a home the defaults hold.
 * An error in the configuration is a usage error: a policy is never silently left out.
 */
export async function readPlacePolicy(
  invocation: Invocation,
  wanted: string | undefined,
): Promise<PlacePolicy> {
  const home = await openIfThere(invocation)
  const configured = home?.config.settings.guard.policy ?? {}
  const config = wanted === undefined ? configured : await namedPolicy(invocation, wanted)
  const overrides = home === null ? NO_OVERRIDES : await overridesOf(home)
  return {
    policy: resolvePolicy(config),
    overrides,
    trustOf: home === null ? () => 'project' : await trustIn(home),
    home: home?.dir ?? null,
    leaveOut: home === null ? [] : [await realState(home)],
  }
}

async function realState(home: Home): Promise<string> {
  const { state } = stateLayout(home.dir)
  return realpath(state).catch(() => state)
}

const NO_OVERRIDES: Overrides = { path: null, entries: [], diagnostics: [] }

/** Null when nobody named a home and there is none. */
async function openIfThere(invocation: Invocation): Promise<Home | null> {
  const { flags, env, terminal } = invocation
  const named = flags.home ?? flags.configs ?? env['ONESOUL_HOME']
  const home = await openPlace(invocation).catch((error: unknown) => {
    const isNone = error instanceof SourcesError && MISSING.includes(error.code)
    if (isNone && !named) return null
    throw error
  })
  const errors = (home?.diagnostics ?? []).filter(isConfigError)
  if (errors.length === 0) return home
  terminal.err(formatDiagnostics(errors, terminal.style))
  throw new CliError(EXIT.usage, 'nothing was scanned: the configuration has errors', {
    hints: ['`onesoul config validate` lists them'],
  })
}

const MISSING: readonly string[] = ['home-missing', 'user-home-unknown']

function isConfigError({ code, severity }: Diagnostic): boolean {
  return severity === 'error' && code.startsWith('config.')
}

async function overridesOf(home: Home): Promise<Overrides> {
  const file = home.config.settings.guard.overrides
  const today = new Date().toISOString().slice(0, 10)
  const rules = SCANNER.rules.map(({ id }) => id)
  return readOverrides({ home: home.dir, userHome: home.userHome, file }, today, rules)
}

async function namedPolicy(invocation: Invocation, wanted: string): Promise<GuardPolicyConfig> {
  const preset = POLICY_PRESETS.find((one) => one === wanted)
  if (preset !== undefined) return { preset } satisfies { preset: PolicyPreset }
  const path = resolve(invocation.cwd, wanted)
  const found = await readFileSafely(path, { links: 'anywhere' })
  if (found.outcome === 'missing') {
    const meant = suggest(wanted, POLICY_PRESETS)
    const hint = meant ? `did you mean ${meant}?` : `use ${POLICY_PRESETS.join(', ')} or a file`
    throw new CliError(EXIT.usage, `--policy ${JSON.stringify(wanted)} is no policy and no file`, {
      hints: [hint],
    })
  }
  if (found.outcome === 'failed') throw new CliError(EXIT.failed, found.message)
  const { policy, diagnostics } = parsePolicy(new TextDecoder().decode(found.bytes), wanted)
  if (policy !== null) return policy
  const { terminal } = invocation
  terminal.err(formatDiagnostics(diagnostics, terminal.style))
  throw new CliError(EXIT.usage, `--policy ${wanted} has errors`)
}

/** A person's own slots and home are theirs, skills by the rule of skills; everything else belongs to whoever wrote it. */
async function trustIn(home: Home): Promise<(absolute: string) => Trust> {
  const ofSkill = await homeSkillsTrust(home.dir)
  return (absolute) => {
    if (isUnder(absolute, home.configsDir)) {
      return findSlot(basename(absolute))?.trust ?? 'operator'
    }
    return ofSkill(absolute) ?? (isUnder(absolute, home.dir) ? 'operator' : 'project')
  }
}
