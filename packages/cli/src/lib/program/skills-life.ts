import type { Command } from 'commander'
import type { AddSkillsFlags } from '../commands/skills-add.ts'
import type { RemoveSkillsFlags } from '../commands/skills-remove.ts'
import { example, type Registration } from './registration.ts'

const SOURCES = `
SOURCE is a folder, a .zip or .tar.gz, a git repository (owner/repo of GitHub, https://….git,
git@…, git+…, file://…) with #ref and //folder, or npm:NAME@RANGE. Nothing of it is run.
`

/** The subcommands of `skills` for the life of a skill on disk. */
export function addSkillsLife(skills: Command, registration: Registration): void {
  addAdd(skills, registration)
  addRemove(skills, registration)
}

function addAdd(skills: Command, { context, invocation }: Registration): void {
  skills
    .command('add [sources...]')
    .description('bring skills into the home: bounded, validated, scanned, pinned')
    .option('--skill <names...>', 'the skills to take of a source with several')
    .option('--all', 'every skill of the source')
    .option('--force', 'take the place of a skill of that name, which is kept')
    .addHelpText('after', SOURCES)
    .addHelpText('after', example('onesoul skills add ./my-skills --all'))
    .action(async (sources: readonly string[], flags: AddSkillsFlags) => {
      const { addSkillsCommand } = await import('../commands/skills-add.ts')
      context.done(await addSkillsCommand(invocation(), sources, flags))
    })
}

function addRemove(skills: Command, { context, invocation }: Registration): void {
  skills
    .command('remove <names...>')
    .description('take skills out of the home, and out of the agents they were synced to')
    .option('--yes', 'also a skill that was written by hand; a copy is kept')
    .option('--force', 'also one that was edited since it was added; a copy is kept')
    .option('--dry-run', 'say what would go, and remove nothing')
    .addHelpText('after', example('onesoul skills remove pdf-processing'))
    .action(async (names: readonly string[], flags: RemoveSkillsFlags) => {
      const { removeSkillsCommand } = await import('../commands/skills-remove.ts')
      context.done(await removeSkillsCommand(invocation(), names, flags))
    })
}
