import type { Command } from 'commander'
import type { AddSkillsFlags } from '../commands/skills-add.ts'
import type { RemoveSkillsFlags } from '../commands/skills-remove.ts'
import type { UpdateSkillsFlags } from '../commands/skills-update.ts'
import { example, type Registration } from './registration.ts'

const SOURCES = `
SOURCE is a folder, a .zip or .tar.gz of the disk or of the web (https://…), a git repository
(owner/repo of GitHub, https://….git, git@…, git+…, file://…) with #ref and //folder, or
npm:NAME@RANGE. Nothing of it is run.
`

/** The subcommands of `skills` for the life of a skill on disk. */
export function addSkillsLife(skills: Command, registration: Registration): void {
  addWriting(skills, registration)
  addAdd(skills, registration)
  addUpdate(skills, registration)
  addRemove(skills, registration)
  addSwitches(skills, registration)
}

function addWriting(skills: Command, { context, invocation }: Registration): void {
  skills
    .command('validate <paths...>')
    .description('hold skills against every rule: of the format, of their folder, of the guard')
    .addHelpText('after', '\nEnds with 3 when a rule is broken that keeps a skill from working.\n')
    .addHelpText('after', example('onesoul skills validate ~/.onesoul/skills'))
    .action(async (paths: readonly string[]) => {
      const { validateSkillsCommand } = await import('../commands/skills-validate.ts')
      context.done(await validateSkillsCommand(invocation(), paths))
    })
  skills
    .command('new <name>')
    .description('write a SKILL.md to begin with; nothing that exists is touched')
    .option('--dir <folder>', 'the folder of skills that it goes into, instead of the home')
    .addHelpText('after', example('onesoul skills new release-notes --dir .agents/skills'))
    .action(async (name: string, flags: { dir?: string }) => {
      const { newSkillCommand } = await import('../commands/skills-new.ts')
      context.done(await newSkillCommand(invocation(), name, flags))
    })
}

function addAdd(skills: Command, { context, invocation }: Registration): void {
  skills
    .command('add [sources...]')
    .description('bring skills into the home: bounded, validated, scanned, pinned')
    .option('--skill <names...>', 'the skills to take of a source with several')
    .option('--all', 'every skill of the source')
    .option('--force', 'take the place of a skill of that name, which is kept')
    .option('--frozen', 'no source: exactly the skills that skills.lock names')
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

function addUpdate(skills: Command, { context, invocation }: Registration): void {
  skills
    .command('update [names...]')
    .description('fetch the sources of added skills anew, and say what changes')
    .option('--check', 'change nothing, and end with 3 when something is newer')
    .option('--dry-run', 'say what would change, and change nothing')
    .option('--force', 'also one that was edited since it was added; a copy is kept')
    .addHelpText('after', example('onesoul skills update --dry-run'))
    .action(async (names: readonly string[], flags: UpdateSkillsFlags) => {
      const { updateSkillsCommand } = await import('../commands/skills-update.ts')
      context.done(await updateSkillsCommand(invocation(), names, flags))
    })
}

function addSwitches(skills: Command, { context, invocation }: Registration): void {
  skills
    .command('enable <names...>')
    .description('take skills out of skills.disabled in config.yaml')
    .addHelpText('after', example('onesoul skills enable pdf-processing'))
    .action(async (names: readonly string[]) => {
      const { setSkillsCommand } = await import('../commands/skills-enable.ts')
      context.done(await setSkillsCommand(invocation(), names, 'enabled'))
    })
  skills
    .command('disable <names...>')
    .description('add skills to skills.disabled in config.yaml; the rest of the file stays')
    .addHelpText('after', example('onesoul skills disable pdf-processing'))
    .action(async (names: readonly string[]) => {
      const { setSkillsCommand } = await import('../commands/skills-enable.ts')
      context.done(await setSkillsCommand(invocation(), names, 'disabled'))
    })
}
