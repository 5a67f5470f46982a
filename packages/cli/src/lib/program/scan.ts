import type { Command } from 'commander'
import type { ScanFlags } from '../scan/scan-flags.ts'
import { example, type Registration } from './registration.ts'

const WHAT = `
PATH is a file, a folder (without .git and node_modules), or - for standard input.
Ends with 0 when everything was seen and nothing found, 3 with findings, 1 when
something was not seen: no text, too large, not readable, a link out of the folder.
Nothing that a scanned text says changes what is found in it.
`

/** `scan`. */
export function addScan(program: Command, { context, invocation }: Registration): void {
  program
    .command('scan <paths...>')
    .description('what in files and folders tries to take over, deceive or rob an agent')
    .option('--format <shape>', 'text, json or sarif (2.1.0)')
    .option(
      '--policy <name>',
      'strict, default, permissive or a file; else the home’s guard.policy',
    )
    .option('--trust <who>', 'whose text it is: operator, user, project, model or external')
    .option('--fail-on <severity>', 'from here on exit 3; else whenever the policy acts')
    .option('--allow-opaque', 'what is no text does not make the scan incomplete')
    .option('--since <state>', 'only what changed since a commit or session:ID, meaning first')
    .addHelpText('after', WHAT)
    .addHelpText(
      'after',
      example('onesoul scan . --format sarif > scan.sarif\n  onesoul scan . --since HEAD~1'),
    )
    .action(async (paths: readonly string[], flags: ScanFlags) => {
      const { scanCommand } = await import('../commands/scan.ts')
      context.done(await scanCommand(invocation(), { paths, flags, version: context.version }))
    })
}
