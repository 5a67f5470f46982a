import type { Command } from 'commander'
import type { UninstallFlags } from '../commands/uninstall.ts'
import { example, type Registration } from './registration.ts'

/** `uninstall`. */
export function addUninstall(program: Command, { context, invocation }: Registration): void {
  program
    .command('uninstall')
    .description('remove what OneSoul wrote outside of the home, by receipt')
    .option('--dry-run', 'list it, and remove nothing')
    .option('--home-too', 'remove the home as well, after listing what is lost')
    .option('--yes', 'ask nothing')
    .addHelpText('after', example('onesoul uninstall --home-too --dry-run'))
    .action(async (flags: UninstallFlags) => {
      const { uninstallCommand } = await import('../commands/uninstall.ts')
      context.done(await uninstallCommand(invocation(), flags))
    })
}
