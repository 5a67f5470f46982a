import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ScanRules } from '@onesoul/sources'
import type { LockEntry } from '../lock/skills-lock.ts'
import { SkillsError } from '../skills-error.ts'
import type { SourceSkill } from '../source/find-skills.ts'
import { describeSource, type SkillSource } from '../source/skill-source.ts'
import type { SourceTree } from '../source/source-tree.ts'
import { treeHashOf } from '../sync/package-tree.ts'
import type { SkillPackageFile } from '../sync/skill-package.ts'
import { spellMain } from '../sync/spell-main.ts'
import { writeTree } from '../sync/write-tree.ts'
import { judgeSkill } from '../validate/judge-skill.ts'
import { loadSkill } from '../validate/validate-paths.ts'
import { type LifeItem, lifeItem } from './life-item.ts'
import type { LifePlace } from './life-place.ts'

/** A skill of a source, looked at and fit to be put into the home. */
export interface PreparedSkill {
  readonly name: string
  readonly entry: LockEntry
  readonly files: readonly SkillPackageFile[]
  /** Its warnings. */
  readonly item: Pick<LifeItem, 'diagnostics' | 'findings' | 'revision' | 'tree'>
}

export interface PrepareOptions {
  readonly tree: SourceTree
  readonly source: SkillSource
  readonly rules: ScanRules
  /** Nothing is to be written, so that what is blocked is told and not kept. Default: false. */
  readonly dryRun?: boolean
}

/**
 * Reads a skill of a source and holds it against every rule. One that breaks a rule
 * of the format is refused; one that the guard blocks goes into quarantine.
 */
export async function prepareSkill(
  place: LifePlace,
  skill: SourceSkill,
  { tree, source, rules, dryRun = false }: PrepareOptions,
): Promise<PreparedSkill | LifeItem> {
  const loaded = await loadSkill(tree, skill)
  const own = basename(skill.path === '' ? source.location : skill.path)
  // The folder of a repository or an archive has a name that nobody chose for the skill.
  const folder = source.kind === 'folder' ? own : loaded.folder
  const { facts, diagnostics, scan, refusals } = judgeSkill({ ...loaded, folder }, rules)
  const name = facts.name || own
  const files = spellMain(loaded.files)
  const told = { diagnostics, findings: scan.findings, revision: tree.revision }
  const [refusal] = refusals
  if (refusal !== undefined) {
    const code = refusal.code === 'skill.file-type' ? 'type-refused' : 'format-invalid'
    const folder = join(place.skills, name)
    return lifeItem({ name, outcome: 'refused', code, message: refusal.message, folder, ...told })
  }
  const hash = treeHashOf(files)
  if (scan.blocked) {
    const folder = dryRun ? join(place.quarantine, name) : await quarantine(place, name, files)
    const message = `the guard found what its policy blocks; ${dryRun ? 'nothing was kept' : 'it is kept in quarantine'}`
    return lifeItem({ name, outcome: 'refused', code: 'quarantined', message, folder, ...told })
  }
  const entry = { ...source, path: skill.path, revision: tree.revision, tree: hash }
  return { name, entry, files, item: { ...told, tree: hash } }
}

/** Where nobody takes it for a skill, and a person can look at it. */
async function quarantine(
  place: LifePlace,
  name: string,
  files: readonly SkillPackageFile[],
): Promise<string> {
  const folder = join(place.quarantine, name)
  const fresh = join(place.temp, `quarantine-${name}`)
  await rm(fresh, { recursive: true, force: true })
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  await writeTree(fresh, files)
  await rm(folder, { recursive: true, force: true })
  await rename(fresh, folder)
  return folder
}

/** A source with several skills, of which none was chosen, or with none at all. */
export function noChoice(source: SkillSource, names: readonly string[]): SkillsError {
  const shown = describeSource(source)
  if (names.length === 0) {
    return new SkillsError('source-invalid', `there is no SKILL.md in ${shown}`, {
      hints: ['name the folder that skills stand in: REPOSITORY//FOLDER, or a folder further down'],
    })
  }
  return new SkillsError(
    'source-invalid',
    `${shown} holds ${names.length} skills: ${names.join(', ')}`,
    {
      hints: [`choose with --skill ${names[0]}, or take all with --all`],
    },
  )
}
