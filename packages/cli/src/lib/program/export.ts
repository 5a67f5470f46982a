import { type Command, Option } from 'commander'
import type { ExportFlags } from '../export/export-flags.ts'
import { collect } from './collect.ts'
import { example, type Registration } from './registration.ts'

const WHAT = `
Each agent's own file at the root of the work tree gets one block with the text; all
else in the files stays, byte for byte. USER and MEMORY are left out unless --with names
them. Without --agent, those of the last export. Ends with 3 when --check finds a
difference, with 4 when something is refused; then no file was touched.
`

/** `export`. */
export function addExport(program: Command, { context, invocation }: Registration): void {
  program
    .command('export')
    .description('write the composition into the files that agents read by themselves')
    .option('--agent <id>', 'whose file; more than once, or ids with commas', collect)
    .option('--platform <name>', 'the surface people talk on, e.g. slack')
    .option('--bot <name>', 'the bot on that platform')
    .addOption(new Option('--language <language>', 'of the lead-ins').choices(['auto', 'en', 'zh']))
    .option('--with <slots>', 'also what is private: user, memory')
    .option('--skills', 'also the skills of the home, into the folders that agents read')
    .option('--check', 'compare, and write nothing')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--prune', 'also take out blocks that nothing asks for any more')
    .option('--remove', 'take out all blocks of an export')
    .option('--force', 'although a block was edited; a copy of the file is kept')
    .addHelpText('after', WHAT)
    .addHelpText('after', example('onesoul export --agent claude --agent codex'))
    .action(async (flags: ExportFlags) => {
      const { exportCommand } = await import('../commands/export.ts')
      context.done(await exportCommand(invocation(), flags))
    })
}
