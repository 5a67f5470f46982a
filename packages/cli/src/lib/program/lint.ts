import type { Command } from 'commander'
import type { LintFlags } from '../commands/lint.ts'
import { example, type Registration } from './registration.ts'

/** `lint`. */
export function addLint(program: Command, { context, invocation }: Registration): void {
  program
    .command('lint')
    .description('what is wrong with the slot files, in every prompt that they make')
    .option('--platform <name>', 'only the prompt of this platform')
    .option('--bot <name>', 'only the prompt of this bot')
    .option('--all', 'every place (the default); with --platform, its bots as well')
    .option('--agent <id>', 'measured for this agent; else the one that a bot names')
    .option('--threshold <severity>', 'info, warning or error: from here on exit 3', 'warning')
    .option('--fix', 'mend what leaves no choice, and say what was done')
    .addHelpText('after', example('onesoul lint --fix'))
    .action(async (flags: LintFlags) => {
      const { lintCommand } = await import('../commands/lint.ts')
      context.done(await lintCommand(invocation(), flags))
    })
}
