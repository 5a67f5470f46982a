import { Argument, type Command } from 'commander'
import type { Shell } from '../commands/completion.ts'
import type { Registration } from './registration.ts'

const HELP = `
Examples:
  onesoul completion bash > ~/.local/share/bash-completion/completions/onesoul
  onesoul completion zsh > "\${fpath[1]}/_onesoul"
  onesoul completion fish > ~/.config/fish/completions/onesoul.fish
`

/** `completion`. */
export function addCompletion(program: Command, { context, invocation }: Registration): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', HELP)
    .action(async (shell: Shell) => {
      const { completionCommand } = await import('../commands/completion.ts')
      context.done(completionCommand(invocation(), shell, program))
    })
}
