import type { Command } from 'commander'
import type { CacheSimulateFlags } from '../commands/cache-simulate.ts'
import { example, type Registration } from './registration.ts'

const SIMULATE = `
FILE is a log of JSON lines: a line with the model, then layers and requests with
tokens and hashes, no text. docs/caching.md tells what stands in it.
Costs are in uncached input tokens. The bound is what the requests cost at least,
whatever is marked.
`

/** `cache …`. */
export function addCache(program: Command, { context, invocation }: Registration): void {
  const cache = program
    .command('cache')
    .description('what a prompt cache saves')
    .addHelpText('after', example('onesoul cache simulate requests.jsonl'))
  cache
    .command('simulate <file>')
    .description('what each way to mark the requests of a log would have cost')
    .option('--provider <name>', 'another provider than the log names')
    .option('--model <name>', 'another model than the log names')
    .option(
      '--ttl-model <model>',
      'segment (an entry dies with what it stands on) or entry',
      'segment',
    )
    .addHelpText('after', SIMULATE)
    .addHelpText('after', example('onesoul cache simulate requests.jsonl --model claude-haiku-4-5'))
    .action(async (file: string, flags: CacheSimulateFlags) => {
      const { cacheSimulateCommand } = await import('../commands/cache-simulate.ts')
      context.done(await cacheSimulateCommand(invocation(), file, flags))
    })
}
