import type { Skill } from '@onesoul/core'

/** A skill as the public JSON has it. */
export function skillDocument(skill: Skill): object {
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
    path,
    folder,
    sha256,
    shadows,
    facts,
  }
}
