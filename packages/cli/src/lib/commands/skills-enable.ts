import { suggest } from '@onesoul/core'
import { builtinFolder, setDisabled } from '@onesoul/skills'
import { discoverSkills } from '@onesoul/sources'
import { visible } from '../format/visible.ts'
import { type OpenLife, openLife } from '../skills/open-life.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { printJson } from '../terminal/print-json.ts'

/** `onesoul skills enable|disable NAME…`: takes names out of `skills.disabled`, or adds them. */
export async function setSkillsCommand(
  invocation: Invocation,
  names: readonly string[],
  state: 'enabled' | 'disabled',
): Promise<number> {
  const { home } = await openLife(invocation)
  if (state === 'disabled') await requireKnown(invocation, home, names)
  const { changed, disabled } = await setDisabled(home.dir, names, state === 'disabled')
  const { terminal } = invocation
  if (invocation.flags.json) {
    printJson(invocation, { changed, disabled })
    return EXIT.done
  }
  for (const name of names) {
    const was = changed.includes(name) ? '' : 'already '
    terminal.out(`${visible(name)} is ${was}${state}\n`)
  }
  return EXIT.done
}

/** A mistyped name would switch nothing off, and look as if it did. */
async function requireKnown(
  { cwd }: Invocation,
  home: OpenLife['home'],
  names: readonly string[],
): Promise<void> {
  const { skills } = await discoverSkills(home, { cwd, builtin: builtinFolder('operator') })
  const known = [...new Set(skills.map(({ name }) => name))]
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return
  const meant = suggest(unknown, known)
  throw new CliError(EXIT.usage, `there is no skill ${JSON.stringify(unknown)}`, {
    hints: [meant ? `did you mean ${meant}?` : '`onesoul skills list --all` lists them'],
  })
}
