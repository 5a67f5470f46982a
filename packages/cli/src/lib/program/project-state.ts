import type { Command } from 'commander'
import type { NoteKindFlag, PruneNotesFlags } from '../commands/notes.ts'
import { example, type Registration } from './registration.ts'

const KINDS = `
KIND is goal, progress, decisions, files or checks, the five steps before a compaction,
or modes, memory or team. Each has its own shape; a wrong one is refused with an example.
`

/** `notes …` and `state …`: what is kept of a work tree. */
export function addProjectState(program: Command, registration: Registration): void {
  addNotes(program, registration)
  addState(program, registration)
}

function addNotes(program: Command, { context, invocation }: Registration): void {
  const notes = program
    .command('notes')
    .description('notes about the work tree')
    .addHelpText('after', example('onesoul notes list'))
  notes
    .command('add <text>')
    .description('keep a note; - reads it from standard input')
    .option('--kind <kind>', 'priority (goes into the overlay), working or manual; else working')
    .addHelpText('after', example('onesoul notes add --kind priority "The tests need Redis."'))
    .action(async (text: string, flags: NoteKindFlag) => {
      const { addNoteCommand } = await import('../commands/notes.ts')
      context.done(await addNoteCommand(invocation(), text, flags))
    })
  notes
    .command('list')
    .description('the notes, oldest first')
    .option('--kind <kind>', 'only priority, working or manual ones')
    .addHelpText('after', example('onesoul notes list --kind priority --json'))
    .action(async (flags: NoteKindFlag) => {
      const { listNotesCommand } = await import('../commands/notes.ts')
      context.done(await listNotesCommand(invocation(), flags))
    })
  notes
    .command('prune [ids...]')
    .description('remove the notes named, or working notes that are older than seven days')
    .option('--older-than <days>', 'other than seven days')
    .option('--kind <kind>', 'other than working ones')
    .option('--dry-run', 'say what would go, and remove nothing')
    .addHelpText('after', example('onesoul notes prune --older-than 2 --dry-run'))
    .action(async (ids: readonly string[], flags: PruneNotesFlags) => {
      const { pruneNotesCommand } = await import('../commands/notes.ts')
      context.done(await pruneNotesCommand(invocation(), ids, flags))
    })
}

function addState(program: Command, { context, invocation }: Registration): void {
  const state = program
    .command('state')
    .description('what an agent saves of its work, so that it outlives a compaction')
    .addHelpText('after', example('onesoul state read'))
  state
    .command('write <kind> <json>')
    .description('save one kind in place of what was saved of it; - reads standard input')
    .addHelpText('after', KINDS)
    .addHelpText('after', example(`onesoul state write goal '{"goal":"Ship 2.0"}'`))
    .action(async (kind: string, json: string) => {
      const { writeStateCommand } = await import('../commands/state.ts')
      context.done(await writeStateCommand(invocation(), kind, json))
    })
  state
    .command('read [kind]')
    .description('what is saved')
    .addHelpText('after', KINDS)
    .addHelpText('after', example('onesoul state read --json'))
    .action(async (kind: string | undefined) => {
      const { readStateCommand } = await import('../commands/state.ts')
      context.done(await readStateCommand(invocation(), kind))
    })
  state
    .command('clear [kinds...]')
    .description('remove what is saved')
    .option('--all', 'everything')
    .addHelpText('after', KINDS)
    .addHelpText('after', example('onesoul state clear modes team'))
    .action(async (kinds: readonly string[], flags: { all?: boolean }) => {
      const { clearStateCommand } = await import('../commands/state.ts')
      context.done(await clearStateCommand(invocation(), kinds, flags))
    })
}
