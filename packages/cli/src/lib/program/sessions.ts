import type { Command } from 'commander'
import type { PruneFlags } from '../commands/sessions.ts'
import { example, type Registration } from './registration.ts'

/** `sessions …`. */
export function addSessions(program: Command, { context, invocation }: Registration): void {
  const sessions = program
    .command('sessions')
    .description('what is kept of earlier runs, so that they can be gone on with')
    .addHelpText('after', example('onesoul sessions list'))
  sessions
    .command('list')
    .description('the sessions of the home, newest use first')
    .option('--all', 'every one, not only the newest 20')
    .addHelpText('after', example('onesoul sessions list --json'))
    .action(async (flags: { all?: boolean }) => {
      const { listSessionsCommand } = await import('../commands/sessions.ts')
      context.done(await listSessionsCommand(invocation(), flags))
    })
  sessions
    .command('show <id>')
    .description('one session, by id, beginning of an id, or name')
    .addHelpText('after', example('onesoul sessions show release-notes'))
    .action(async (id: string) => {
      const { showSessionCommand } = await import('../commands/sessions.ts')
      context.done(await showSessionCommand(invocation(), id))
    })
  sessions
    .command('prune')
    .description('remove sessions that were not used for long; never one that is in use')
    .option('--older-than <days>', 'days since the last use (else sessions.retainDays, else 30)')
    .option('--dry-run', 'say what would go, and remove nothing')
    .addHelpText('after', example('onesoul sessions prune --older-than 7 --dry-run'))
    .action(async (flags: PruneFlags) => {
      const { requireKnownState } = await import('../prepare/open-state.ts')
      await requireKnownState(invocation())
      const { pruneSessionsCommand } = await import('../commands/sessions.ts')
      context.done(await pruneSessionsCommand(invocation(), flags))
    })
}
