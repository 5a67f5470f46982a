import type { Command } from 'commander'
import type { FitFlags } from '../commands/fit.ts'
import { example, type Registration } from './registration.ts'

const WHAT = `
Reads the folder, needs no home and starts no agent. Ends with 3 when an agent
would lose something of it, 0 when all of it fits.
`

/** `fit`. */
export function addFit(program: Command, { context, invocation }: Registration): void {
  program
    .command('fit')
    .description('what each agent would lose of this folder by its own limits')
    .option('--agent <id>', 'this agent alone; also openclaw and hotplex')
    .addHelpText('after', WHAT)
    .addHelpText('after', example('onesoul fit --agent codex'))
    .action(async (flags: FitFlags) => {
      const { fitCommand } = await import('../commands/fit.ts')
      context.done(await fitCommand(invocation(), flags))
    })
}
