import type { Command } from 'commander'
import type { DiffFlags } from '../commands/diff.ts'
import { addTargetOptions } from '../terminal/options.ts'
import { example, type Registration } from './registration.ts'

const OPERANDS = `
A and B are each one of:
  now              the home as it is, for the flags given
  bot:NAME         for this bot; bot:PLATFORM/NAME when several platforms have one
  platform:NAME    for this platform
  agent:ID         for this agent
  git:REF          with the slots and config.yaml of a commit; nothing is checked out
  session:ID       the text that a session keeps
`

/** `diff`. */
export function addDiff(program: Command, { context, invocation }: Registration): void {
  addTargetOptions(program.command('diff <a> [b]'))
    .description('two compositions section by section, with the cost in tokens and cache')
    .option('--agent <id>', 'the agent that both are for')
    .addHelpText('after', `${OPERANDS}\nB is \`now\` when it is left out.`)
    .addHelpText('after', example('onesoul diff git:HEAD~3 now --platform slack --bot dev-bot'))
    .action(async (a: string, b: string | undefined, flags: DiffFlags) => {
      const { diffCommand } = await import('../commands/diff.ts')
      context.done(await diffCommand(invocation(), [a, b ?? 'now'], flags))
    })
}
