import { readBuiltins, type SkillsLife } from '@onesoul/skills'
import type { Home } from '@onesoul/sources'
import { openPlace } from '../prepare/open-place.ts'
import { requireKnownState } from '../prepare/open-state.ts'
import { readPlacePolicy } from '../scan/scan-rules.ts'
import { SCANNER } from '../scan/scanner.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

/** The home whose skills change, with the guard that looks at them. */
export interface OpenLife {
  readonly home: Home
  readonly life: SkillsLife
}

/** Opens the home to change its skills; throws `CliError` when there is none. */
export async function openLife(invocation: Invocation): Promise<OpenLife> {
  const home = await openPlace(invocation)
  if (!home.exists) {
    throw new CliError(EXIT.failed, `there is no home at ${home.dir} to keep skills in`, {
      hints: ['create one with `onesoul init`'],
    })
  }
  await requireKnownState(invocation)
  const rules = await scanRules(invocation)
  const { dir, userHome } = home
  const { cwd, env } = invocation
  const builtins = (await readBuiltins('operator')).map(({ name }) => name)
  return { home, life: { home: dir, userHome, cwd, env, rules, builtins } }
}

/** What the guard finds, and what the policy of the home does about it. */
export async function scanRules(invocation: Invocation): Promise<SkillsLife['rules']> {
  const { policy, overrides } = await readPlacePolicy(invocation, undefined)
  return { scan: SCANNER.scan, policy, overrides: overrides.entries }
}
