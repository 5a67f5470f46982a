import type { Command } from 'commander'
import type { ListSkillsFlags } from '../commands/skills-list.ts'
import type { ShowSkillFlags } from '../commands/skills-show.ts'
import { example, type Registration } from './registration.ts'
import { addSkillsLife } from './skills-life.ts'
import { addSkillsSync } from './skills-sync.ts'

/** `skills …`. */
export function addSkills(program: Command, registration: Registration): void {
  const { context, invocation } = registration
  const skills = program
    .command('skills')
    .description('the Agent Skills that count here: where they stand, and which may be called')
    .addHelpText('after', example('onesoul skills list'))
  skills
    .command('list')
    .description(
      'the skills of this folder, of the home and of the person, and what keeps one back',
    )
    .option('--all', 'also those that cannot be used, with the reason')
    .option('--status <status>', 'only those of one status, e.g. invalid or shadowed')
    .option('--platform <name>', 'for a session on this platform')
    .addHelpText('after', example('onesoul skills list --all'))
    .action(async (flags: ListSkillsFlags) => {
      const { listSkillsCommand } = await import('../commands/skills-list.ts')
      context.done(await listSkillsCommand(invocation(), flags))
    })
  skills
    .command('show <name>')
    .description('one skill in full: NAME, or NAME@PATH where several have the name')
    .option('--body', 'the text that a model reads when it uses the skill')
    .option('--platform <name>', 'for a session on this platform')
    .addHelpText('after', example('onesoul skills show pdf-processing'))
    .action(async (name: string, flags: ShowSkillFlags) => {
      const { showSkillCommand } = await import('../commands/skills-show.ts')
      context.done(await showSkillCommand(invocation(), name, flags))
    })
  addSkillsLife(skills, registration)
  addSkillsSync(skills, registration)
}
