import type { Command } from 'commander'
import type { PruneFlags } from '../commands/sessions.ts'
import type { TraceFlags } from '../commands/trace.ts'
import type { RunFlags } from '../run/run-flags.ts'
import { addRunOptions } from '../terminal/options.ts'
import { example, type Registration } from './registration.ts'

/** `run` and `trace`. */
export function addRuns(program: Command, { context, invocation }: Registration): void {
  const request = (agent: string, prompt: string | undefined, flags: RunFlags) => ({
    agent,
    prompt: prompt ?? null,
    args: context.agentArgs,
    flags,
  })
  addRunOptions(program.command('run <agent> [prompt]'))
    .usage('<agent> [prompt] [options] [-- the agent’s own flags]')
    .description('start the real agent with the composition delivered')
    .addHelpText('after', example('onesoul run claude "what is in this repository?"'))
    .action(async (agent: string, prompt: string | undefined, flags: RunFlags) => {
      const { requireKnownState } = await import('../prepare/open-state.ts')
      await requireKnownState(invocation())
      const { runCommand } = await import('../commands/run.ts')
      context.done(await runCommand(invocation(), request(agent, prompt, flags)))
    })
  const trace = addRunOptions(program.command('trace <agent> [prompt]'))
    .usage('<agent> [prompt] [options] [-- the agent’s own flags]')
    .description('as run, through a recorder: print what the model really received')
    .option('--offline', 'answer from a scripted model; nothing leaves this machine')
    .option('--keep-vendor-text', 'keep the agent’s own text in the receipt, not only its hash')
    .addHelpText('after', example('onesoul trace claude "hi" --offline'))
    .action(async (agent: string, prompt: string | undefined, flags: TraceFlags) => {
      const { requireAgentName } = await import('../agents/registry.ts')
      const commands = trace.commands.map((command) => `onesoul trace ${command.name()}`)
      requireAgentName(agent, commands)
      const { requireKnownState } = await import('../prepare/open-state.ts')
      await requireKnownState(invocation())
      const { traceCommand } = await import('../commands/trace.ts')
      context.done(await traceCommand(invocation(), request(agent, prompt, flags)))
    })
  addReceipts(trace, { context, invocation })
}

/** `trace show` and `trace purge`. */
function addReceipts(trace: Command, { context, invocation }: Registration): void {
  trace
    .command('show [session]')
    .description('the last receipt, of a session or of all')
    .addHelpText('after', example('onesoul trace show release-notes --json'))
    .action(async (session: string | undefined) => {
      const { showReceiptCommand } = await import('../commands/trace-receipts.ts')
      context.done(await showReceiptCommand(invocation(), session))
    })
  trace
    .command('purge')
    .description('remove old receipts and captures; the sessions stay')
    .option('--older-than <days>', 'days since the run (else captures.retainDays, else 7)')
    .option('--dry-run', 'say what would go, and remove nothing')
    .addHelpText('after', example('onesoul trace purge --older-than 0'))
    .action(async (flags: PruneFlags) => {
      const { requireKnownState } = await import('../prepare/open-state.ts')
      await requireKnownState(invocation())
      const { purgeReceiptsCommand } = await import('../commands/trace-receipts.ts')
      context.done(await purgeReceiptsCommand(invocation(), flags))
    })
}
