import { canonicalPlatform, type Skill } from '@onesoul/core'
import { type Home, SourcesError } from '@onesoul/sources'
import type { NameKind } from '../completion/completion-tree.ts'
import { findPlace } from '../prepare/open-place.ts'
import { openSessions } from '../session/session-place.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

/** What stands unquoted in every shell. */
const PLAIN = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u

/**
 * `onesoul completion-names KIND`, which the scripts of `completion` ask: the
 * names of a home, one a line. Nothing where there is none; changes nothing.
 */
export async function completionNamesCommand(
  invocation: Invocation,
  kind: NameKind,
): Promise<number> {
  const quiet = { ...invocation, flags: { ...invocation.flags, quiet: true } }
  const names = new Set((await namesOf(quiet, kind)).filter((name) => PLAIN.test(name)))
  invocation.terminal.out([...names].map((name) => `${name}\n`).join(''))
  return EXIT.done
}

async function namesOf(invocation: Invocation, kind: NameKind): Promise<readonly string[]> {
  const home = await findPlace(invocation)
  if (home instanceof SourcesError) return []
  const { bots, platforms } = home.config.settings
  switch (kind) {
    case 'bots':
      return bots.map(({ name }) => name)
    case 'platforms':
      return [...Object.keys(platforms), ...bots.map(({ platform }) => platform)].map(
        canonicalPlatform,
      )
    case 'sessions': {
      const { store } = await openSessions(invocation)
      return (await store.list()).map(({ name, id }) => name ?? id)
    }
    case 'skills':
    case 'ready-skills':
    case 'home-skills':
      return skillsOf(home, invocation, kind)
  }
}

async function skillsOf(
  home: Home,
  { cwd }: Invocation,
  kind: 'skills' | 'ready-skills' | 'home-skills',
): Promise<readonly string[]> {
  // Who asks for other names does not wait for it.
  const { findSkills } = await import('../prepare/find-skills.ts')
  const { skills } = await findSkills(home, { cwd, keep: false })
  const fits: Readonly<Record<typeof kind, (skill: Skill) => boolean>> = {
    skills: () => true,
    'ready-skills': ({ status, facts }) => status === 'ready' && facts.byPerson,
    'home-skills': ({ origin }) => origin === 'home',
  }
  return skills.filter(fits[kind]).map(({ name }) => name)
}
