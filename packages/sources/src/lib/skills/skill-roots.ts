import { realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Diagnostic, SkillOrigin } from '@onesoul/core'
import { isUnder, stateLayout } from '@onesoul/disk'
import { expandPath, tildePath } from '../home/expand-path.ts'
import type { HomePlace } from '../home/home.ts'
import { findRoot, type WorktreeRoot, whyNoProject } from '../project/find-root.ts'
import type { SkillsRequest } from './skills-request.ts'

/** A folder of skills that counts. */
export interface SkillRoot {
  /** Absolute, as it is reached. */
  readonly folder: string
  /** The same with all links followed. */
  readonly real: string
  readonly origin: SkillOrigin
  /** As people write it: `.claude/skills`, `~/.agents/skills`. */
  readonly shown: string
  /** What stands in it is kept back. */
  readonly quarantine: boolean
}

export interface FoundRoots {
  /** Strongest first; each physical folder once. */
  readonly roots: readonly SkillRoot[]
  /** The work tree around the working directory; null when there is none. */
  readonly worktree: WorktreeRoot | null
  readonly diagnostics: readonly Diagnostic[]
}

/** Folders of skills in a directory, strongest first. */
const FOLDERS = ['.onesoul/skills', '.agents/skills', '.claude/skills'] as const

/**
 * Finds the folders of skills: of the work tree from the working directory up to
 * its root, of the home, of the person, those of the configuration, ours. The
 * directory that this process was started in is none of them by itself.
 */
export async function findSkillRoots(home: HomePlace, request: SkillsRequest): Promise<FoundRoots> {
  const worktree = await worktreeOf(home, request.cwd)
  const wanted = [
    ...(worktree === null ? [] : projectRoots(worktree)),
    ...ownRoots(home),
    ...(request.builtin === undefined
      ? []
      : [{ ...place(home, request.builtin, 'builtin'), shown: 'builtin' }]),
  ]
  const diagnostics: Diagnostic[] = []
  const roots: SkillRoot[] = []
  const seen = new Set<string>()
  for (const root of wanted) {
    const real = await realpath(root.folder).catch(() => null)
    if (real === null) {
      if (root.origin === 'configured') diagnostics.push(missing(root))
    } else if (worktree && root.origin === 'project' && !isUnder(real, worktree.root)) {
      diagnostics.push(outside(root))
    } else if (!seen.has(real)) {
      seen.add(real)
      roots.push({ ...root, real })
    }
  }
  return { roots, worktree, diagnostics }
}

type WantedRoot = Omit<SkillRoot, 'real'>

interface PlacedWorktree extends WorktreeRoot {
  /** Real. */
  readonly cwd: string
}

async function worktreeOf(
  home: HomePlace,
  cwd: string | undefined,
): Promise<PlacedWorktree | null> {
  if (cwd === undefined) return null
  const real = await realpath(cwd).catch(() => null)
  if (real === null) return null
  const userHome = await realpath(home.userHome).catch(() => home.userHome)
  const found = await findRoot(real, userHome)
  return whyNoProject(found, userHome) === null ? { ...found, cwd: real } : null
}

/** The nearest directory is the strongest; in each the order of `FOLDERS`. */
function projectRoots({ root, cwd }: PlacedWorktree): readonly WantedRoot[] {
  const names = relative(root, cwd).split(sep).filter(Boolean)
  const directories = names.map((_, index) => names.slice(0, names.length - index).join('/'))
  return [...directories, ''].flatMap((directory) =>
    FOLDERS.map((folder) => {
      const shown = directory === '' ? folder : `${directory}/${folder}`
      return { folder: join(root, shown), origin: 'project', shown, quarantine: false } as const
    }),
  )
}

function ownRoots(home: HomePlace): readonly WantedRoot[] {
  const { userHome, dir, config } = home
  const { skills, stateSkills } = stateLayout(dir)
  const configured = config.settings.skills.roots.map((path) =>
    expandPath(path, { base: dir, userHome }),
  )
  return [
    place(home, skills, 'home'),
    { ...place(home, join(stateSkills, 'quarantine'), 'home'), quarantine: true },
    place(home, join(userHome, '.agents/skills'), 'user'),
    place(home, join(userHome, '.claude/skills'), 'user'),
    ...configured.map((folder) => place(home, folder, 'configured')),
  ]
}

function place({ userHome }: HomePlace, folder: string, origin: SkillOrigin): WantedRoot {
  return { folder, origin, shown: tildePath(folder, userHome), quarantine: false }
}

function missing({ shown }: WantedRoot): Diagnostic {
  return {
    code: 'skills.root-missing',
    severity: 'warning',
    message: `there is no folder ${shown}, which skills.roots names`,
    source: { root: 'home', path: 'config.yaml' },
    fix: 'make it, or take it out of skills.roots',
  }
}

function outside({ shown }: WantedRoot): Diagnostic {
  return {
    code: 'skills.root-outside',
    severity: 'warning',
    message: `${shown} leads out of the work tree by a link; its skills do not count`,
    source: { root: 'worktree', path: shown },
    fix: 'put the skills into the work tree, or link them in your own folders',
  }
}
