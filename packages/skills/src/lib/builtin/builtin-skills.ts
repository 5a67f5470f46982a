import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readFileSafely } from '@onesoul/disk'
import * as v from 'valibot'
import { manifestHashOf } from '../sync/package-tree.ts'
import type { BrokenPackage, SkillPackage, SkillPackageFile } from '../sync/skill-package.ts'

/** What our own skills are offered as: `runtime` the first of them, `operator` both. */
export type BuiltinProfile = 'runtime' | 'operator'

const FOLDER = fileURLToPath(new URL('../../../builtin', import.meta.url).href)

/** The folder that holds the skills of a profile, at any depth: a root that skills are found in. */
export function builtinFolder(profile: BuiltinProfile): string {
  return profile === 'operator' ? FOLDER : join(FOLDER, profile)
}

const MANIFEST = v.strictObject({
  schemaVersion: v.literal(1),
  packageVersion: v.string(),
  skills: v.array(
    v.strictObject({
      name: v.string(),
      profile: v.picklist(['runtime', 'operator']),
      files: v.array(v.strictObject({ path: v.string(), size: v.number(), sha256: v.string() })),
      hash: v.string(),
    }),
  ),
})

/** Those skills as packages, verified against their manifest; one that is not what it says is broken. */
export async function readBuiltins(
  profile: BuiltinProfile,
): Promise<readonly (SkillPackage | BrokenPackage)[]> {
  const { packageVersion, skills } = await readManifest()
  const offered = skills.filter((skill) => profile === 'operator' || skill.profile === 'runtime')
  return Promise.all(offered.map((skill) => readBuiltin(skill, packageVersion)))
}

/** The version of the package that our own skills came with. */
export async function builtinPackageVersion(): Promise<string> {
  return (await readManifest()).packageVersion
}

async function readManifest(): Promise<v.InferOutput<typeof MANIFEST>> {
  const text = new TextDecoder().decode(await bytesOf('manifest.json'))
  return v.parse(MANIFEST, JSON.parse(text))
}

type Listed = v.InferOutput<typeof MANIFEST>['skills'][number]

async function readBuiltin(
  { name, profile, files, hash }: Listed,
  packageVersion: string,
): Promise<SkillPackage | BrokenPackage> {
  const read = await Promise.all(
    files.map(async ({ path }): Promise<SkillPackageFile> => {
      return { path, bytes: await bytesOf(join(profile, name, path)), mode: 0o644 }
    }),
  )
  if (manifestHashOf(read) !== hash) {
    return { name, profile, fault: 'its files are not those of its manifest; install OneSoul anew' }
  }
  return { name, profile, version: `${packageVersion}-${hash.slice(0, 12)}`, files: read }
}

/** Empty for a file that is not there: it is not what the manifest says then. */
async function bytesOf(path: string): Promise<Uint8Array> {
  const found = await readFileSafely(join(FOLDER, path), { links: 'anywhere' })
  return found.outcome === 'content' ? found.bytes : new Uint8Array()
}
