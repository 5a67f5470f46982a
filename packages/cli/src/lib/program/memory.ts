import type { Command } from 'commander'
import type { AddMemoryFlags, MemoryTargetFlags } from '../commands/memory.ts'
import type { AcceptFlags } from '../commands/proposals.ts'
import { example, type Registration } from './registration.ts'

/** `memory …`: entries of MEMORY.md and USER.md, and those that agents propose. */
export function addMemory(program: Command, registration: Registration): void {
  const { context, invocation } = registration
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
  addDecisions(memory, registration, {
    kind: 'memory',
    line: 'onesoul memory',
    show: 'one proposed entry: where it goes, who asked, what was found in it',
    accept: 'write a proposed entry into its file',
    reject: 'remove proposed entries; no file changes',
  })
}

/** `config proposals …`: whole texts of slot files that agents propose. */
export function addConfigProposals(config: Command, registration: Registration): void {
  const { context, invocation } = registration
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
  addDecisions(proposals, registration, {
    kind: 'config',
    line: 'onesoul config proposals',
    show: 'one proposed text, as the lines that it changes',
    accept: 'write a proposed text in place of the one that it was made for',
    reject: 'remove proposed texts; no file changes',
  })
}

/** What a person decides about one kind of proposals, and how the help words it. */
interface Decisions {
  readonly kind: 'memory' | 'config'
  /** The command line that these belong to. */
  readonly line: string
  readonly show: string
  readonly accept: string
  readonly reject: string
}

function addDecisions(
  parent: Command,
  { context, invocation }: Registration,
  { kind, line, show, accept, reject }: Decisions,
): void {
  parent
    .command('show <id>')
    .description(show)
    .addHelpText('after', example(`${line} show 3f9c01ab`))
    .action(async (id: string) => {
      const { showProposalCommand } = await import('../commands/proposals.ts')
      context.done(await showProposalCommand(invocation(), kind, id))
    })
  parent
    .command('accept <id>')
    .description(accept)
    .option('--dry-run', 'show the change, and write nothing')
    .addHelpText('after', example(`${line} accept 3f9c01ab --dry-run`))
    .action(async (id: string, flags: AcceptFlags) => {
      const { acceptProposalCommand } = await import('../commands/proposals.ts')
      context.done(await acceptProposalCommand(invocation(), { kind, id }, flags))
    })
  parent
    .command('reject <ids...>')
    .description(reject)
    .addHelpText('after', example(`${line} reject 3f9c01ab`))
    .action(async (ids: readonly string[]) => {
      const { rejectProposalsCommand } = await import('../commands/proposals.ts')
      context.done(await rejectProposalsCommand(invocation(), kind, ids))
    })
}

function addTarget(command: Command): Command {
  return command
    .option('--platform <name>', 'the file that counts on this platform')
    .option('--bot <name>', 'the file that counts for this bot')
}
