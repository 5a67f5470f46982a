import { isAbsolute, join } from 'node:path'
import { findUserHome } from '@onesoul/sources'

export type Shell = 'bash' | 'zsh' | 'fish'

type Environment = Readonly<Record<string, string>>

/**
 * Where a shell looks for the completions of one person, by the XDG base
 * directories; absolute. These count only when they are absolute
 * (XDG Base Directory Specification 0.8).
 */
export function completionPath(shell: Shell, env: Environment): string {
  const home = findUserHome(env)
  const data = absolute(env['XDG_DATA_HOME']) ?? join(home, '.local/share')
  const config = absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config')
  switch (shell) {
    case 'bash':
      return join(data, 'bash-completion/completions/onesoul')
    case 'zsh':
      return join(data, 'zsh/site-functions/_onesoul')
    case 'fish':
      return join(config, 'fish/completions/onesoul.fish')
  }
}

function absolute(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? path : null
}
