import type { Skill } from '@onesoul/core'
import { builtinPackageVersion } from '@onesoul/skills'

/** Skills as the public JSON has them. */
export async function skillDocuments(skills: readonly Skill[]): Promise<readonly object[]> {
  const version = skills.some(({ builtin }) => builtin) ? await builtinPackageVersion() : null
  return skills.map((skill) => skillDocument(skill, skill.builtin ? version : null))
}

function skillDocument(skill: Skill, builtinVersion: string | null): object {
  const { name, source, origin, builtin, path, folder, status, reason, shadows, sha256 } = skill
  const ready = status === 'ready'
  const { facts } = skill
  return {
    name,
    description: facts.description,
    state: ready ? 'discoverable' : 'unavailable',
    status,
    reason,
    discovered: true,
    ready,
    visible: ready,
    callable: false,
    source,
    origin,
    builtin,
    builtin_package_version: builtinVersion,
    path,
    folder,
    sha256,
    shadows,
    facts,
  }
}
