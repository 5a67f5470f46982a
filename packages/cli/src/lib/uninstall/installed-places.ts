import { dirname } from 'node:path'
import { completionPath, type Shell } from '../completion/completion-path.ts'

type Environment = Readonly<Record<string, string>>

const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish']

/** Every path outside of the home that a command of this version may write, by what is written there. */
function placesOf(kind: string, env: Environment): readonly string[] | null {
  return kind === 'completion' ? SHELLS.map((shell) => completionPath(shell, env)) : null
}

/** Why a line of the receipt cannot be one that OneSoul wrote here; null when it can. */
export function refusePlace(
  file: { readonly kind: string; readonly path: string },
  env: Environment,
): string | null {
  const places = placesOf(file.kind, env)
  if (places === null) return 'this version writes nothing of that kind'
  if (places.includes(file.path)) return null
  return 'no shell looks there, by HOME, XDG_DATA_HOME and XDG_CONFIG_HOME'
}

/** The folders outside of the home that a killed write may have left a temporary file in. */
export function installedFolders(env: Environment): readonly string[] {
  return [...new Set((placesOf('completion', env) ?? []).map((path) => dirname(path)))]
}
