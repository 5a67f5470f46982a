import type { Command } from 'commander'
import type { InitFlags } from '../commands/init-flags.ts'
import type { TrustFlags } from '../commands/trust.ts'
import { collect } from './collect.ts'
import { example, type Registration } from './registration.ts'

/** `init`, `trust` and `doctor`. */
export function addSetup(program: Command, { context, invocation }: Registration): void {
  program
    .command('init')
    .description('write a home: five starter slots and config.yaml; never overwrites')
    .option('--yes', 'ask nothing')
    .option('--from <set-up>', 'import one: hotplex, claude, codex, openclaw or hermes')
    .option('--source <dir>', 'where it is (default: where its program keeps it)')
    .option('--dry-run', 'with --from: show what would be imported, and write nothing')
    .option('--language <language>', 'of the starter texts: en or zh')
    .option('--template <name>', 'more rules in AGENTS.md: orchestrator')
    .option('--name <name>', 'what the agent is called')
    .option('--project-type <text>', 'what is built')
    .option('--languages <text>', 'programming languages')
    .option('--frameworks <text>', 'frameworks')
    .option('--infrastructure <text>', 'where it runs')
    .option('--sync-skills', 'then bring skills to agents, as `onesoul skills sync` does')
    .option('--skills-profile <profile>', 'with --sync-skills: runtime, operator or none')
    .option('--agent <agent>', 'with --sync-skills: for this agent; may be given again', collect)
    .addHelpText(
      'after',
      example(
        'onesoul init --yes --name Pilot --languages TypeScript\n  onesoul init --template orchestrator\n  onesoul init --from hotplex --dry-run',
      ),
    )
    .action(async (flags: InitFlags) => {
      const { initCommand } = await import('../commands/init.ts')
      context.done(await initCommand(invocation(), flags))
    })
  program
    .command('trust [path]')
    .description('show a work tree’s instruction files and pin their hashes')
    .option('--yes', 'pin without asking')
    .addHelpText('after', example('onesoul trust .'))
    .action(async (path: string | undefined, flags: TrustFlags) => {
      const { trustCommand } = await import('../commands/trust.ts')
      context.done(await trustCommand(invocation(), path, flags))
    })
  program
    .command('doctor')
    .description('agents found, what is proven, what is wrong with the home')
    .addHelpText('after', example('onesoul doctor'))
    .action(async () => {
      const { doctorCommand } = await import('../commands/doctor.ts')
      context.done(await doctorCommand(invocation()))
    })
}
