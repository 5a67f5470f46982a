import type { Command } from 'commander'
import type { UnsyncSkillsFlags } from '../commands/skills-sync.ts'
import type { SyncSkillsFlags } from '../skills-sync/run-sync.ts'
import { collect } from './collect.ts'
import { example, type Registration } from './registration.ts'

/** The subcommands of `skills` for the folders of agents. */
export function addSkillsSync(skills: Command, { context, invocation }: Registration): void {
  addSelection(skills.command('status [name...]'))
    .description('which skills agents have, and what a sync would do; writes nothing')
    .addHelpText('after', example('onesoul skills status --agent claude'))
    .action(async (names: readonly string[], flags: SyncSkillsFlags) => {
      const { syncSkillsCommand } = await import('../commands/skills-sync.ts')
      context.done(await syncSkillsCommand(invocation(), names, { ...flags, dryRun: true }))
    })
  addSelection(skills.command('sync [name...]'))
    .description('bring the skills of the home and our own into the folders that agents read')
    .option('--dry-run', 'say what would be done, and write nothing')
    .option('--adopt', 'take over what stands there under the same name; it is kept as a backup')
    .option('--yes', 'with --adopt: ask nothing')
    .addHelpText('after', `${WHERE}${example('onesoul skills sync --agent claude --agent codex')}`)
    .action(async (names: readonly string[], flags: SyncSkillsFlags) => {
      const { syncSkillsCommand } = await import('../commands/skills-sync.ts')
      context.done(await syncSkillsCommand(invocation(), names, flags))
    })
  skills
    .command('unsync [name...]')
    .description('take skills out of those folders again: only what is proved to be ours')
    .option('--agent <agent>', 'only for this agent; may be given again', collect)
    .option('--profile <profile>', 'only our own of this kind: runtime or operator')
    .option('--all', 'every one that a sync wrote')
    .option('--dry-run', 'say what would go, and remove nothing')
    .addHelpText('after', example('onesoul skills unsync release-notes --agent codex'))
    .action(async (names: readonly string[], flags: UnsyncSkillsFlags) => {
      const { unsyncSkillsCommand } = await import('../commands/skills-sync.ts')
      context.done(await unsyncSkillsCommand(invocation(), names, flags))
    })
}

const WHERE = `
Claude Code reads ~/.claude/skills; Codex, OpenCode and Gemini read ~/.agents/skills. Without
--agent the agents count that the configuration names under agents: or for a bot.
`

function addSelection(command: Command): Command {
  return command
    .option('--profile <profile>', 'which of our own come along: runtime, operator or none')
    .option('--agent <agent>', 'for this agent; may be given again', collect)
}
