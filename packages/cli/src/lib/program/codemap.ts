import type { Command } from 'commander'
import type { CodeMapFlags } from '../commands/codemap.ts'
import { collect } from './collect.ts'
import { example, type Registration } from './registration.ts'

const WHAT = `
The map of the working directory (or --cwd): which folders there are, how many files
each holds, and the names of some. Of the files that git tracks; without a repository
of those that are there. Every file is in a line or counted in the last one.

With --map symbols: the definitions that the code leans on most, with file, line and
signature, as many as --tokens has room for; the last line counts the others. For it
npm install --global @vscode/tree-sitter-wasm has to lie beside onesoul.
`

/** `codemap`. */
export function addCodeMap(program: Command, { context, invocation }: Registration): void {
  program
    .command('codemap')
    .description('what lies where in a project, in a few lines')
    .option('--map <variant>', 'plain or symbols (default: plain)')
    .option('--max-chars <number>', 'room for the plain map, in characters (default: 1000)')
    .option('--tokens <number>', 'room for the map of symbols, in tokens (default: 1000)')
    .option('--exclude <path>', 'a folder or file to leave out; repeatable', collect)
    .addHelpText('after', WHAT)
    .addHelpText('after', example('onesoul codemap --map symbols --tokens 2000 --exclude vendor'))
    .action(async (flags: CodeMapFlags) => {
      const { codeMapCommand } = await import('../commands/codemap.ts')
      context.done(await codeMapCommand(invocation(), flags))
    })
}
