import { homedir } from 'node:os'
import { join } from 'node:path'

export type Shell = 'bash' | 'zsh' | 'fish'

type Environment = Readonly<Record<string, string>>

/** Where a shell looks for the completions of one person, by the XDG base directories. */
export function completionPath(shell: Shell, env: Environment): string {
  const home = env['HOME'] || homedir()
  const data = env['XDG_DATA_HOME'] || join(home, '.local/share')
  const config = env['XDG_CONFIG_HOME'] || join(home, '.config')
  switch (shell) {
    case 'bash':
      return join(data, 'bash-completion/completions/onesoul')
    case 'zsh':
      return join(data, 'zsh/site-functions/_onesoul')
    case 'fish':
      return join(config, 'fish/completions/onesoul.fish')
  }
}
