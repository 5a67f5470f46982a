import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkSkillName } from '@onesoul/core'
import { asSkillsError } from '../as-skills-error.ts'
import { SkillsError } from '../skills-error.ts'
import { describeTwin, findTwin } from '../sync/find-twin.ts'
import { isSkillName } from '../sync/skill-name.ts'

/** The SKILL.md that a new skill begins with: one without a fault, to be made somebody's own. */
export function newSkillText(name: string): string {
  const topic = name.replaceAll('-', ' ')
  return `---
name: ${name}
description: >-
  Helps with ${topic}. Use it when the person asks for ${topic}, and not for anything else.
---

# ${topic.charAt(0).toUpperCase()}${topic.slice(1)}

1. Read what the person gave you, and ask for what is missing.
2. Do the work step by step, and check each step before the next.
3. Say what was done, and what was left out.
`
}

/**
 * Writes a new skill into a folder of skills and returns its path. Nothing that
 * exists is touched.
 *
 * @throws SkillsError `name-invalid`, `already-there`, `state-unusable` when the disk
 * refuses it
 */
export async function newSkill(folder: string, name: string): Promise<string> {
  if (!isSkillName(name)) {
    const [fault] = checkSkillName(name)
    throw new SkillsError(
      'name-invalid',
      fault?.message ?? `${JSON.stringify(name)} is no name of a skill`,
      {
        hints: ['use a-z, 0-9 and single dashes, 1 to 64 of them, e.g. pdf-processing'],
      },
    )
  }
  return write(folder, name).catch((error: unknown) => {
    throw asSkillsError(error, `${name} could not be written`)
  })
}

async function write(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  const there = await findTwin(folder, name)
  if (there === name) throw taken(path)
  if (there !== null) throw new SkillsError('already-there', describeTwin(there, name))
  await mkdir(path, { mode: 0o755 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? taken(path) : error
  })
  try {
    await writeFile(join(path, 'SKILL.md'), newSkillText(name), { flag: 'wx', mode: 0o644 })
  } catch (error) {
    await rm(path, { recursive: true, force: true })
    throw error
  }
  return path
}

function taken(path: string): SkillsError {
  return new SkillsError('already-there', `something stands at ${path} already`)
}
