import { join } from 'node:path'
import { stateLayout } from '@onesoul/disk'
import { newSkill } from '@onesoul/skills'
import { expandPath, findUserHome } from '@onesoul/sources'
import { visible } from '../format/visible.ts'
import { openLife } from '../skills/open-life.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { printJson } from '../terminal/print-json.ts'

/** `onesoul skills new NAME`: a skill to be made one's own, in the home or in a folder that is named. */
export async function newSkillCommand(
  invocation: Invocation,
  name: string,
  { dir }: { readonly dir?: string },
): Promise<number> {
  const { cwd, env, terminal } = invocation
  const folder =
    dir === undefined
      ? stateLayout((await openLife(invocation)).home.dir).skills
      : expandPath(dir, { base: cwd, userHome: findUserHome(env) })
  const path = join(await newSkill(folder, name), 'SKILL.md')
  if (invocation.flags.json) printJson(invocation, { name, path })
  else terminal.out(`wrote ${visible(path)}; make it yours, then \`onesoul skills validate\` it\n`)
  return EXIT.done
}
