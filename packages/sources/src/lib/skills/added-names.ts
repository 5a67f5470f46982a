import { readFileSafely, stateLayout } from '@onesoul/disk'

/**
 * Names of the home's skills that were added from elsewhere: those of `skills.lock`.
 * A lock that cannot be read names none here; what changes skills says so.
 */
export async function readAddedNames(home: string): Promise<ReadonlySet<string>> {
  const found = await readFileSafely(stateLayout(home).skillsLock, { roots: [home] })
  if (found.outcome !== 'content') return new Set()
  try {
    const lock: unknown = JSON.parse(new TextDecoder().decode(found.bytes))
    const skills = isRecord(lock) ? lock['skills'] : undefined
    if (Array.isArray(skills)) return new Set(skills.flatMap(nameOf))
    return new Set(isRecord(skills) ? Object.keys(skills) : [])
  } catch {
    // Cut short or edited: the same as none.
    return new Set()
  }
}

function nameOf(entry: unknown): readonly string[] {
  return isRecord(entry) && typeof entry['name'] === 'string' ? [entry['name']] : []
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
