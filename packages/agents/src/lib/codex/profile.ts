import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { AgentError } from '../port/agent-error.ts'
import { isObject, type JsonObject } from './json-value.ts'

/** A profile: `$CODEX_HOME/<name>.config.toml`, layered over the person's configuration. */
export interface Profile {
  readonly file: string
  /** Its values under dotted keys, as `thread/start` takes them. */
  readonly values: JsonObject
}

/**
 * Reads the file behind `--profile name`. Codex's server does not take the
 * flag, so its values are sent with the thread. Throws `AgentError` `refused`
 * for a name that is a path, a missing file or one that is no TOML.
 */
export async function readProfile(codexHome: string, name: string): Promise<Profile> {
  if (!/^[\w-]+$/.test(name)) {
    throw new AgentError(
      'refused',
      `--profile ${name}: a profile name has letters, digits, - and _`,
    )
  }
  const file = join(codexHome, `${name}.config.toml`)
  try {
    return { file, values: flatten(parse(await readFile(file, 'utf8'))) }
  } catch (error) {
    throw refuse(name, file, error)
  }
}

function refuse(name: string, file: string, cause: unknown): AgentError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new AgentError('refused', `--profile ${name}: ${file}: ${reason}`, { cause })
}

function flatten(table: JsonObject, prefix = ''): Record<string, unknown> {
  const flat: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(table)) {
    const path = `${prefix}${/^[\w-]+$/.test(key) ? key : JSON.stringify(key)}`
    if (isObject(value)) Object.assign(flat, flatten(value, `${path}.`))
    else flat[path] = value
  }
  return flat
}
