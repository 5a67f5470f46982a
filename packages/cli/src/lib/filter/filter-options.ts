import { RESERVED_NAMES } from '@onesoul/core'
import type { OutputFilterOptions } from '@onesoul/core/output-filter'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'

export interface FilterFlags {
  readonly secretEnv?: readonly string[]
  readonly canaryEnv?: string
  readonly allowHost?: readonly string[]
  readonly tag?: readonly string[]
}

/**
 * Elements of our prompts that other text does not have. Words such as `user` are
 * left out: `List<User>` is ordinary code.
 */
const OWN_NAMES: readonly string[] = RESERVED_NAMES.filter(
  (name) => name.includes('-') || ['directives', 'onesoul', 'hotplex'].includes(name),
)

/**
 * What the filter looks for. Values come from the environment, where other users
 * of the machine do not see them; one that is not there is a usage error.
 */
export function readFilterFlags(
  flags: FilterFlags,
  env: Readonly<Record<string, string>>,
): Pick<OutputFilterOptions, 'canary' | 'knownSecrets' | 'boundaryNames' | 'allowHosts'> {
  const { canaryEnv, secretEnv = [], allowHost = [], tag = [] } = flags
  return {
    ...(canaryEnv !== undefined && { canary: valueFrom('--canary-env', canaryEnv, env) }),
    knownSecrets: secretEnv.map((name) => valueFrom('--secret-env', name, env)),
    boundaryNames: [...new Set([...OWN_NAMES, ...tag.map(checkTag)])],
    allowHosts: allowHost.map(checkHost),
  }
}

const SHORTEST = 6

function valueFrom(option: string, name: string, env: Readonly<Record<string, string>>): string {
  const value = env[name] ?? ''
  if (value.length >= SHORTEST) return value
  throw new CliError(EXIT.usage, `${option} ${whatIsWrong(name, value)}`, {
    hints: ['name a variable that holds the value: a value is never an argument'],
  })
}

/** Whoever gives the value in place of its name should not find it in a log. */
function whatIsWrong(name: string, value: string): string {
  if (!/^[A-Z_][A-Z0-9_]*$/.test(name)) return 'names no variable that is set'
  if (value === '') return `${name}: the variable is not set, or empty`
  return `${name}: its value has fewer than ${SHORTEST} characters, which ordinary words have too`
}

function checkTag(name: string): string {
  if (/^[a-z][\w.-]*$/i.test(name)) return name
  throw new CliError(EXIT.usage, `--tag ${JSON.stringify(name)} is no name of an element`, {
    hints: ['give the name alone, e.g. --tag system-prompt'],
  })
}

function checkHost(host: string): string {
  if (/^(?:\*\.)?[\w-]+(?:\.[\w-]+)*$/.test(host)) return host.toLowerCase()
  throw new CliError(EXIT.usage, `--allow-host ${JSON.stringify(host)} is no host`, {
    hints: ['give the host alone, e.g. --allow-host docs.example.org or "*.example.org"'],
  })
}
