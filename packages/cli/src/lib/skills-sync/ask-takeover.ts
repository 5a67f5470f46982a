import type { Takeover } from '@onesoul/skills'
import { visible } from '../format/visible.ts'
import { askPerson } from '../terminal/ask-line.ts'
import type { Invocation } from '../terminal/global-flags.ts'

/** Shows what would be lost, and asks at a terminal; with `yes` it is agreed to, and where nobody can be asked it is not. */
export function askTakeover(
  { terminal, flags }: Invocation,
  yes: boolean,
): (takeover: Takeover) => Promise<boolean> {
  return async ({ name, target, difference }) => {
    const lines = [
      ...difference.removed.map((path) => `  gone     ${visible(path)}\n`),
      ...difference.changed.map((path) => `  changed  ${visible(path)}\n`),
      ...difference.added.map((path) => `  new      ${visible(path)}\n`),
    ]
    const place = visible(`${target}/${name}`)
    if (!flags.quiet) terminal.err(`${place} is not what OneSoul wrote:\n${lines.join('')}`)
    if (yes) return true
    if (!terminal.interactive || flags.json) return false
    const answer = await askPerson((person) => person.ask('Replace it, and keep a copy? [y/N] '))
    return /^y(?:es)?$/i.test(answer)
  }
}
