import { type Skill, suggest } from '@onesoul/core'
import {
  type BrokenPackage,
  manifestOf,
  readBuiltins,
  readPackage,
  type SkillPackage,
} from '@onesoul/skills'
import type { Home } from '@onesoul/sources'
import { findSkills } from '../prepare/find-skills.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import { knownValue } from '../terminal/known-value.ts'

const PROFILES = ['runtime', 'operator', 'none'] as const

export type WantedProfile = (typeof PROFILES)[number]

/** The profile that was typed, else that of the configuration. */
export function wantedProfile(typed: string | undefined, home: Home): WantedProfile {
  return typed === undefined ? home.config.settings.skills.profile : typedProfile(typed)
}

/** A mistyped one is a usage error. */
export function typedProfile(typed: string): WantedProfile {
  return knownValue('--profile', typed, PROFILES)
}

/**
 * What a sync brings to agents: our own skills of a profile, and those of the
 * home that are ready. One of the home hides one of ours of the same name. With
 * names only those; a mistyped one is a usage error.
 */
export async function wantedSkills(
  home: Home,
  names: readonly string[],
  profile: WantedProfile,
): Promise<readonly (SkillPackage | BrokenPackage)[]> {
  const { skills, own } = await readReady(home)
  const builtins = profile === 'none' ? [] : await readBuiltins(profile)
  const hidden = new Set(own.map(({ name }) => name))
  const all = [...builtins.filter(({ name }) => !hidden.has(name)), ...own]
  const offered = all.filter(({ name }) => !home.config.settings.skills.disabled.includes(name))
  for (const name of names) {
    if (offered.some((skill) => skill.name === name)) continue
    const known = offered.map((skill) => skill.name)
    const kept = skills.find((skill) => skill.name === name && skill.origin === 'home')
    throw unknown(name, { known, why: kept?.reason ?? null })
  }
  return names.length === 0 ? offered : offered.filter(({ name }) => names.includes(name))
}

interface ReadySkills {
  readonly skills: readonly Skill[]
  /** Those of the home that are ready, with their files. */
  readonly own: readonly (SkillPackage | BrokenPackage)[]
}

/** An update may take the place of a skill between the look at it and its reading: then both are done again. */
async function readReady(home: Home): Promise<ReadySkills> {
  for (let count = 1; ; count++) {
    const { skills } = await findSkills(home, { keep: false })
    const ready = skills.filter(({ origin, status }) => origin === 'home' && status === 'ready')
    const own = await Promise.all(ready.map(readJudged))
    if (count === 3 || own.every((one) => 'files' in one)) return { skills, own }
  }
}

/** What is copied must be what was judged ready. */
async function readJudged({ folder, name, sha256 }: Skill): Promise<SkillPackage | BrokenPackage> {
  const read = await readPackage(folder, name)
  if ('fault' in read) return read
  const main = manifestOf(read.files).find(({ path }) => /^skill\.md$/i.test(path))
  if (main?.sha256 === sha256) return read
  return { name, profile: 'own', fault: 'its SKILL.md changed while it was read; try again' }
}

function unknown(
  name: string,
  { known, why }: { readonly known: readonly string[]; readonly why: string | null },
): CliError {
  const shown = JSON.stringify(name)
  if (why !== null) {
    return new CliError(EXIT.usage, `the skill ${shown} is not ready: ${why}`, {
      hints: [`onesoul skills show ${name}`],
    })
  }
  const meant = suggest(name, known)
  return new CliError(EXIT.usage, `the home has no skill ${shown}`, {
    hints: [meant ? `did you mean ${meant}?` : `it has ${known.join(', ') || 'none'}`],
  })
}
