import type { Command } from 'commander'
import type { ComposeFlags } from '../commands/compose-flags.ts'
import type { ExplainFlags } from '../commands/explain.ts'
import { addTargetOptions } from '../terminal/options.ts'
import { example, type Registration } from './registration.ts'

/** `compose` and `explain`. */
export function addInspection(program: Command, { context, invocation }: Registration): void {
  addTargetOptions(program.command('compose'))
    .description('print the composition, or its manifest')
    .option('--agent <id>', 'the agent it is for')
    .option('--model <name>', 'the model that answers')
    .option(
      '--format <format>',
      'xml, markdown, json, anthropic, openai, gemini, codex, layers or file',
      'xml',
    )
    .option('--manifest', 'the record of the composition in its place')
    .option('--skills', 'also the list of skills that an agent without one of its own gets')
    .option('--session <id>', 'the text that a session keeps, byte for byte')
    .option('--since <id>', 'what a reset of a session would change, and its cost')
    .addHelpText('after', example('onesoul compose --platform slack --bot dev-bot --manifest'))
    .action(async (flags: ComposeFlags) => {
      const { composeCommand } = await import('../commands/compose.ts')
      context.done(await composeCommand(invocation(), flags))
    })
  addTargetOptions(program.command('explain [text]'))
    .description(
      'where words of the prompt come from, or why they are not in it: file, line and rule',
    )
    .option('--agent <id>', 'the agent it is for')
    .addHelpText('after', example('onesoul explain "always use pnpm" --platform slack'))
    .action(async (text: string | undefined, flags: ExplainFlags) => {
      const { explainCommand } = await import('../commands/explain.ts')
      context.done(await explainCommand(invocation(), text, flags))
    })
}
