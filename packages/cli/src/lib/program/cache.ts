import type { Command } from 'commander'
import type { CacheExplainFlags } from '../commands/cache-explain.ts'
import type { CacheSimulateFlags } from '../commands/cache-simulate.ts'
import { example, type Registration } from './registration.ts'

const SIMULATE = `
FILE is a log of JSON lines: a line with the model, then layers and requests with
tokens and hashes, no text. docs/caching.md tells what stands in it.
Costs are in uncached input tokens. The bound is what the requests cost at least,
whatever is marked.
`

const EXPLAIN = `
BEFORE and AFTER are bodies of two requests in a row, as JSON: Anthropic Messages,
OpenAI Responses or Chat Completions, Gemini; or objects with the body as "body" and
the milliseconds of its start as "time". Tokens are estimated. Ends with 3 when the
second request misses something that the first one left, 0 when it reads all of it.
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
  cache
    .command('explain <before> <after>')
    .description('why a request missed what the one before it left in the cache')
    .option('--gap <seconds>', 'how long after the first the second started')
    .option('--provider <name>', 'whose rules; by default those of the kind of request')
    .option('--model <name>', 'another model than the request names')
    .addHelpText('after', EXPLAIN)
    .addHelpText('after', example('onesoul cache explain turn-7.json turn-8.json --gap 40'))
    .action(async (before: string, after: string, flags: CacheExplainFlags) => {
      const { cacheExplainCommand } = await import('../commands/cache-explain.ts')
      context.done(await cacheExplainCommand(invocation(), [before, after], flags))
    })
}
