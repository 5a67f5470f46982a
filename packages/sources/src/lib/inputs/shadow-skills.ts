import { basename, join } from 'node:path'
import type { ComposeInput } from '@onesoul/core'
import type { MergedLayers } from '../config/merge-layers.ts'
import type { HomePlace } from '../home/home.ts'
import type { Worktree } from '../project/worktree.ts'
import { walkRoot } from '../skills/walk-root.ts'
import type { TrustReport } from '../trust/trust-store.ts'

/** Folders of skills in a work tree, and below the person's home directory. */
const SKILL_FOLDERS = ['.agents/skills', '.claude/skills', '.codex/skills', '.opencode/skills']

export interface ShadowSkillsInput {
  readonly config: MergedLayers
  readonly worktree: Pick<Worktree, 'root' | 'cwd'>
  readonly trust: Pick<TrustReport, 'trusted'>
  readonly owned: Pick<ComposeInput, 'slots'>
  readonly project: ComposeInput['project']
}

/**
 * Which skills hide what points at others of the same name, as `skills.shadow`
 * says: by default those of the work tree. Only a trusted one can hide anything,
 * and nothing is looked for unless a text points at the file of a skill.
 */
export async function shadowSkills(
  home: Pick<HomePlace, 'dir' | 'userHome'>,
  { config, worktree, trust, owned, project }: ShadowSkillsInput,
): Promise<Pick<ComposeInput, 'shadowedSkills'>> {
  const { shadow } = config.settings.skills
  if (shadow === 'off' || !trust.trusted) return {}
  if (shadow === 'project') {
    if (!owned.slots.some(pointsAtSkill)) return {}
    const names = await namesIn(foldersOf(worktree))
    return { shadowedSkills: { hide: 'user', names } }
  }
  if (!project.some(({ document }) => document.text.includes('SKILL.md'))) return {}
  const own = SKILL_FOLDERS.map((folder) => join(home.userHome, folder))
  const names = await namesIn([join(home.dir, 'skills'), ...own])
  return { shadowedSkills: { hide: 'project', names } }
}

function pointsAtSkill({ resolution }: ComposeInput['slots'][number]): boolean {
  const documents = resolution.outcome === 'content' ? resolution.documents : []
  return documents.some(({ text }) => text.includes('SKILL.md'))
}

/** Of the root and of every directory on the way to the working directory. */
function foldersOf({ root, cwd }: ShadowSkillsInput['worktree']): readonly string[] {
  const steps = cwd === '' ? [] : cwd.split('/')
  const directories = [root, ...steps.map((_, index) => join(root, ...steps.slice(0, index + 1)))]
  return directories.flatMap((directory) => SKILL_FOLDERS.map((folder) => join(directory, folder)))
}

async function namesIn(folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(folders.map(skillsIn))
  return [...new Set(found.flat())].sort()
}

/** One whose link leads elsewhere is a skill to an agent all the same. */
async function skillsIn(folder: string): Promise<readonly string[]> {
  const { found } = await walkRoot(folder)
  return found
    .filter(({ path, stamp, target }) => path !== '' && (stamp !== null || target !== null))
    .map(({ path }) => basename(path))
}
