import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isReachable, type WantedLease } from '@onesoul/disk'
import { AgentError } from '../port/agent-error.ts'
import type { BundleFile, SkillBundle } from '../port/skills.ts'

/** A share in a bundle: it is written with the first one. */
export function bundleLease(bundle: SkillBundle): WantedLease {
  return { key: `bundle-${basename(bundle.path)}`, prepare: () => writeBundle(bundle) }
}

/** Removes a bundle that nobody has a share in. */
export function removeBundle({ path }: SkillBundle): Promise<void> {
  return rm(path, { recursive: true, force: true })
}

/**
 * Writes a bundle in one step, unless it is there. Throws `AgentError`
 * `start-failed` when a file of a skill is no longer what it was when the run was planned.
 */
async function writeBundle(bundle: SkillBundle): Promise<void> {
  if (await isReachable(bundle.path)) return
  await mkdir(dirname(bundle.path), { recursive: true, mode: 0o700 })
  const draft = `${bundle.path}.draft`
  await rm(draft, { recursive: true, force: true })
  try {
    await mkdir(draft, { mode: 0o700 })
    for (const folder of new Set(bundle.files.map(({ path }) => dirname(path)))) {
      await mkdir(join(draft, folder), { recursive: true, mode: 0o700 })
    }
    for (const file of bundle.files) await writeBundleFile(draft, file)
    await rename(draft, bundle.path)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

async function writeBundleFile(draft: string, file: BundleFile): Promise<void> {
  const bytes = file.copyOf === null ? Buffer.from(file.text ?? '') : await readFile(file.copyOf)
  if (createHash('sha256').update(bytes).digest('hex') !== file.sha256) {
    throw new AgentError(
      'start-failed',
      `${file.copyOf} changed while the run was prepared; start it again`,
    )
  }
  const path = join(draft, file.path)
  await writeFile(path, bytes, { mode: 0o600, flag: 'wx' })
  if (file.executable) await chmod(path, 0o700)
}
