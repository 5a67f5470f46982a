import { Argument, type Command } from 'commander'
import type { Shell } from '../completion/completion-path.ts'
import { NAME_KINDS, NAMES_COMMAND, type NameKind } from '../completion/completion-tree.ts'
import type { Registration } from './registration.ts'

const HELP = `
Examples:
  source <(onesoul completion bash)
  onesoul completion fish --install
`

/** `completion`, and what its scripts ask. */
export function addCompletion(program: Command, { context, invocation }: Registration): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(['bash', 'zsh', 'fish']))
    .option('--install', 'write it where the shell looks; `uninstall` takes it out')
    .addHelpText('after', HELP)
    .action(async (shell: Shell, { install = false }: { install?: boolean }) => {
      const { completionCommand } = await import('../commands/completion.ts')
      context.done(await completionCommand(invocation(), { shell, install }, program))
    })
  program
    .command(NAMES_COMMAND, { hidden: true })
    .addArgument(new Argument('<kind>').choices(NAME_KINDS))
    .action(async (kind: NameKind) => {
      const { completionNamesCommand } = await import('../commands/completion-names.ts')
      context.done(await completionNamesCommand(invocation(), kind))
    })
}
