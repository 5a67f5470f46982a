import type { SkillPackageFile } from './skill-package.ts'

/**
 * The files of a skill as they are copied: a `skill.md` in another spelling is
 * called `SKILL.md`, since not every agent takes another.
 */
export function spellMain(files: readonly SkillPackageFile[]): readonly SkillPackageFile[] {
  const spelt = files.filter(({ path }) => /^skill\.md$/i.test(path))
  if (spelt.length !== 1) return files
  return files.map((file) => (file === spelt[0] ? { ...file, path: 'SKILL.md' } : file))
}
