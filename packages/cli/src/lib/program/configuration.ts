import type { Command } from 'commander'
import { example, type Registration } from './registration.ts'

/** `config …`. */
export function addConfiguration(program: Command, { context, invocation }: Registration): void {
  program
    .command('config')
    .description('the configuration')
    .command('show')
    .description('every setting with its value')
    .option('--origin', 'and where the value comes from')
    .addHelpText('after', example('onesoul config show --origin'))
    .action(async (flags: { origin?: boolean }) => {
      const { configShowCommand } = await import('../commands/config-show.ts')
      context.done(await configShowCommand(invocation(), flags))
    })
}
