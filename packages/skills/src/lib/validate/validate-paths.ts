import { stat } from 'node:fs/promises'
import { basename, dirname, relative, resolve } from 'node:path'
import type { Diagnostic } from '@onesoul/core'
import type { ScanRules } from '@onesoul/sources'
import { SkillsError } from '../skills-error.ts'
import { fetchFolder } from '../source/fetch-folder.ts'
import { findSkills, type SourceSkill } from '../source/find-skills.ts'
import type { SourceTree } from '../source/source-tree.ts'
import { errorText } from '../sync/error-text.ts'
import { judgeSkill, type SkillFolder } from './judge-skill.ts'

export interface ValidatedSkill {
  /** As it was named, or found below what was named. */
  readonly path: string
  readonly name: string
  readonly diagnostics: readonly Diagnostic[]
}

export interface ValidateOptions {
  /** What relative paths are relative to, absolute. */
  readonly cwd: string
  readonly rules: ScanRules
}

/**
 * Validates the skills at paths: a folder with a SKILL.md, the SKILL.md itself, or a
 * folder of such folders. Sources of diagnostics are relative to the skill's folder.
 *
 * @throws SkillsError `not-there` when a path is none, `format-invalid` when it holds no skill
 */
export async function validatePaths(
  paths: readonly string[],
  { cwd, rules }: ValidateOptions,
): Promise<readonly ValidatedSkill[]> {
  const validated: ValidatedSkill[] = []
  for (const path of paths) {
    const absolute = await folderOf(resolve(cwd, path), path)
    const tree = await fetchFolder(absolute)
    const skills = findSkills(tree, '')
    if (skills.length === 0) {
      throw new SkillsError('format-invalid', `there is no SKILL.md in ${path}`, {
        hints: ['`onesoul skills new NAME` writes one'],
      })
    }
    for (const skill of skills) {
      const folder = resolve(absolute, skill.path)
      const shown = relative(cwd, folder)
      const place = shown === '' ? '.' : shown.startsWith('..') ? folder : shown
      validated.push({ path: place, ...(await validateOne(tree, skill, { folder, rules })) })
    }
  }
  return validated
}

async function folderOf(absolute: string, path: string): Promise<string> {
  const stats = await stat(absolute).catch(() => null)
  if (stats === null) throw new SkillsError('not-there', `nothing stands at ${path}`)
  if (stats.isDirectory()) return absolute
  if (/^skill\.md$/i.test(basename(absolute))) return dirname(absolute)
  throw new SkillsError('not-there', `${path} is neither a folder nor a SKILL.md`)
}

async function validateOne(
  tree: SourceTree,
  skill: SourceSkill,
  { folder, rules }: { readonly folder: string; readonly rules: ScanRules },
): Promise<Omit<ValidatedSkill, 'path'>> {
  const name = basename(folder)
  try {
    const { facts, diagnostics } = judgeSkill(
      { ...(await loadSkill(tree, skill)), folder: name },
      rules,
    )
    return { name: facts.name, diagnostics }
  } catch (error) {
    const message = errorText(error)
    const source = { root: 'skills', path: 'SKILL.md' } as const
    return { name, diagnostics: [{ code: 'skill.unreadable', severity: 'error', message, source }] }
  }
}

/** The files of a skill of a source, with paths relative to its folder. */
export async function loadSkill(tree: SourceTree, skill: SourceSkill): Promise<SkillFolder> {
  const cut = skill.path === '' ? 0 : skill.path.length + 1
  const wanted = skill.entries.filter(({ kind }) => kind === 'file').map(({ path }) => path)
  const files = await tree.read(wanted)
  return {
    folder: skill.path === '' ? null : basename(skill.path),
    files: files.map((one) => ({ ...one, path: one.path.slice(cut) })),
    links: skill.entries.filter(({ kind }) => kind !== 'file').map(({ path }) => path.slice(cut)),
  }
}
