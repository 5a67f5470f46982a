import type { Command } from 'commander'
import type { AddMemoryFlags, MemoryTargetFlags } from '../commands/memory.ts'
import type { AcceptFlags } from '../commands/proposals.ts'
import { example, type Registration } from './registration.ts'

/** `memory …`: entries of MEMORY.md and USER.md, and those that agents propose. */
export function addMemory(program: Command, { context, invocation }: Registration): void {
  const memory = program
    .command('memory')
    .description('what is remembered, and what agents propose to remember')
    .addHelpText('after', example('onesoul memory list'))
  addTarget(memory.command('list'))
    .description('how full MEMORY.md and USER.md are, and the entries that are proposed')
    .addHelpText('after', example('onesoul memory list --platform slack --bot dev-bot'))
    .action(async (flags: MemoryTargetFlags) => {
      const { listMemoryCommand } = await import('../commands/memory.ts')
      context.done(await listMemoryCommand(invocation(), flags))
    })
  memory
    .command('show <id>')
    .description('one proposed entry: where it goes, who asked, what was found in it')
    .addHelpText('after', example('onesoul memory show 3f9c01ab'))
    .action(async (id: string) => {
      const { showProposalCommand } = await import('../commands/proposals.ts')
      context.done(await showProposalCommand(invocation(), 'memory', id))
    })
  addTarget(memory.command('add <text>'))
    .description('add an entry of your own; - reads it from standard input. An agent proposes it')
    .option('--to <file>', 'memory or user; else memory')
    .option('--reason <text>', 'why, for the person who accepts what an agent proposes')
    .option('--dry-run', 'show the change, and write nothing')
    .addHelpText('after', example('onesoul memory add "The staging database is called heron."'))
    .action(async (text: string, flags: AddMemoryFlags) => {
      const { addMemoryCommand } = await import('../commands/memory.ts')
      context.done(await addMemoryCommand(invocation(), text, flags))
    })
  memory
    .command('accept <id>')
    .description('write a proposed entry into its file')
    .option('--dry-run', 'show the change, and write nothing')
    .addHelpText('after', example('onesoul memory accept 3f9c01ab --dry-run'))
    .action(async (id: string, flags: AcceptFlags) => {
      const { acceptProposalCommand } = await import('../commands/proposals.ts')
      context.done(await acceptProposalCommand(invocation(), { kind: 'memory', id }, flags))
    })
  memory
    .command('reject <ids...>')
    .description('remove proposed entries; no file changes')
    .addHelpText('after', example('onesoul memory reject 3f9c01ab'))
    .action(async (ids: readonly string[]) => {
      const { rejectProposalsCommand } = await import('../commands/proposals.ts')
      context.done(await rejectProposalsCommand(invocation(), 'memory', ids))
    })
}

/** `config proposals …`: whole texts of slot files that agents propose. */
export function addConfigProposals(config: Command, { context, invocation }: Registration): void {
  const proposals = config
    .command('proposals')
    .description('texts of slot files that agents propose')
    .addHelpText('after', example('onesoul config proposals list'))
  proposals
    .command('list')
    .description('the proposed texts, oldest first')
    .addHelpText('after', example('onesoul config proposals list --json'))
    .action(async () => {
      const { listConfigProposalsCommand } = await import('../commands/proposals.ts')
      context.done(await listConfigProposalsCommand(invocation()))
    })
  proposals
    .command('show <id>')
    .description('one proposed text, as the lines that it changes')
    .addHelpText('after', example('onesoul config proposals show 3f9c01ab'))
    .action(async (id: string) => {
      const { showProposalCommand } = await import('../commands/proposals.ts')
      context.done(await showProposalCommand(invocation(), 'config', id))
    })
  proposals
    .command('accept <id>')
    .description('write a proposed text in place of the one that it was made for')
    .option('--dry-run', 'show the change, and write nothing')
    .addHelpText('after', example('onesoul config proposals accept 3f9c01ab --dry-run'))
    .action(async (id: string, flags: AcceptFlags) => {
      const { acceptProposalCommand } = await import('../commands/proposals.ts')
      context.done(await acceptProposalCommand(invocation(), { kind: 'config', id }, flags))
    })
  proposals
    .command('reject <ids...>')
    .description('remove proposed texts; no file changes')
    .addHelpText('after', example('onesoul config proposals reject 3f9c01ab'))
    .action(async (ids: readonly string[]) => {
      const { rejectProposalsCommand } = await import('../commands/proposals.ts')
      context.done(await rejectProposalsCommand(invocation(), 'config', ids))
    })
}

function addTarget(command: Command): Command {
  return command
    .option('--platform <name>', 'the file that counts on this platform')
    .option('--bot <name>', 'the file that counts for this bot')
}
