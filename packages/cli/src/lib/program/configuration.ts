import type { Command } from 'commander'
import { addConfigProposals } from './memory.ts'
import { example, type Registration } from './registration.ts'

/** `config …`. */
export function addConfiguration(program: Command, registration: Registration): void {
  const { context, invocation } = registration
  const config = program.command('config').description('the configuration')
  config
    .command('show')
    .description('every setting with its value')
    .option('--origin', 'and where the value comes from')
    .addHelpText('after', example('onesoul config show --origin'))
    .action(async (flags: { origin?: boolean }) => {
      const { configShowCommand } = await import('../commands/config-show.ts')
      context.done(await configShowCommand(invocation(), flags))
    })
  config
    .command('validate [file]')
    .description('check config.yaml and the work tree’s .onesoul.yaml, or the file named')
    .addHelpText('after', example('onesoul config validate'))
    .action(async (file: string | undefined) => {
      const { configValidateCommand } = await import('../commands/config-validate.ts')
      context.done(await configValidateCommand(invocation(), file))
    })
  addConfigProposals(config, registration)
}
