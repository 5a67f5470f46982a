import type { Command } from 'commander'
import type { FilterFlags } from '../filter/filter-options.ts'
import { collect } from './collect.ts'
import { example, type Registration } from './registration.ts'

const WHAT = `
Reads standard input and writes it to standard output as it comes, without canary,
secrets, tags of our prompts, addresses that carry data and terminal escapes; a mark
stands in the place of each. Everything else passes byte for byte.
What was stopped is said on standard error, a line each (--json: a line of JSON each).
Ends with 0 when nothing was stopped, 3 when something was.
`

/** `filter`. */
export function addFilter(program: Command, { context, invocation }: Registration): void {
  program
    .command('filter')
    .description('what a model says, without what must not come out')
    .option('--secret-env <name>', 'a variable whose value must not come out; repeatable', collect)
    .option('--canary-env <name>', 'a variable with a word that stands in the prompt alone')
    .option('--allow-host <host>', 'a host that addresses may carry data to; repeatable', collect)
    .option('--tag <name>', 'a further element that must not be opened or closed', collect)
    .addHelpText('after', WHAT)
    .addHelpText(
      'after',
      example('claude -p "what is new?" | onesoul filter --secret-env DB_PASSWORD | post-to-chat'),
    )
    .action(async (flags: FilterFlags) => {
      const { filterCommand } = await import('../commands/filter.ts')
      context.done(await filterCommand(invocation(), flags))
    })
}
