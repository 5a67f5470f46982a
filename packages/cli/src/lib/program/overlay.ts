import type { Command } from 'commander'
import type { ApplyFlags, StripFlags } from '../commands/overlay.ts'
import { example, type Registration } from './registration.ts'

const WHAT = `
FILE lies in the work tree; without it, AGENTS.md at its root. The block stands between
two marked lines. Everything else in the file stays, byte for byte, and strip gives the
file as it was. A block that was edited, or marks that make no sense, are refused (4).
`

/** `overlay …`. */
export function addOverlay(program: Command, { context, invocation }: Registration): void {
  const overlay = program
    .command('overlay')
    .description('what is known of the work tree as a block in a file of yours')
    .addHelpText('after', example('onesoul overlay apply --dry-run'))
  composed(overlay.command('apply [file]'))
    .description('write the block, or write it anew')
    .option('--force', 'although the block was edited; a copy of the file is kept')
    .option('--dry-run', 'show what would change, and change nothing')
    .addHelpText('after', WHAT)
    .addHelpText('after', example('onesoul overlay apply'))
    .action(async (file: string | undefined, flags: ApplyFlags) => {
      const { applyOverlayCommand } = await import('../commands/overlay.ts')
      context.done(await applyOverlayCommand(invocation(), file, flags))
    })
  overlay
    .command('strip [file]')
    .description('take the block out')
    .option('--foreign <name>', 'the block of another tool instead, e.g. OMX:RUNTIME')
    .option('--force', 'although the block was edited; a copy of the file is kept')
    .option('--dry-run', 'show what would change, and change nothing')
    .addHelpText('after', WHAT)
    .addHelpText('after', example('onesoul overlay strip'))
    .action(async (file: string | undefined, flags: StripFlags) => {
      const { stripOverlayCommand } = await import('../commands/overlay.ts')
      context.done(await stripOverlayCommand(invocation(), file, flags))
    })
  composed(overlay.command('status [file]'))
    .description('whether the block is there, as it was written, and up to date')
    .addHelpText('after', '\nEnds with 3 when the block was edited or its marks make no sense.\n')
    .addHelpText('after', example('onesoul overlay status --json'))
    .action(async (file: string | undefined, flags: ApplyFlags) => {
      const { overlayStatusCommand } = await import('../commands/overlay.ts')
      context.done(await overlayStatusCommand(invocation(), file, flags))
    })
}

function composed(command: Command): Command {
  return command
    .option('--preset <name>', 'the limits of the sections: default or omx')
    .option('--max-chars <count>', 'characters of the whole block (else 3,500)')
}
