import type { Command } from 'commander'
import type { Registration } from './registration.ts'

/** What `npm start` runs; not for people. */
export function addShowcase(program: Command, { context, invocation }: Registration): void {
  program.command('showcase <home>', { hidden: true }).action(async (home: string) => {
    const { showcaseCommand } = await import('../commands/showcase.ts')
    context.done(await showcaseCommand(invocation(), home))
  })
}
