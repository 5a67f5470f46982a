import { relative, sep } from 'node:path'
import { decodeText } from '@onesoul/core'
import type { HomePlace } from '../home/home.ts'
import type { TrustChange } from '../trust/trust-change.ts'
import { readPins } from '../trust/trust-pins.ts'
import { readSkillFiles, type SkillFile } from './skill-files.ts'
import { findSkillRoots } from './skill-roots.ts'
import { compareSkill } from './skill-trust.ts'
import { walkRoot } from './walk-root.ts'

/** A file of a skill in a work tree. */
export interface ProjectSkillFile {
  /** Relative to the root of the work tree. */
  readonly path: string
  readonly sha256: string
  readonly sizeBytes: number
  /** Null: it is no text. */
  readonly text: string | null
}

/** The skills of a work tree with their pins. */
export interface ProjectSkills {
  /** Folders of skills, relative to the root of the work tree, also those that hold none. */
  readonly roots: readonly string[]
  readonly files: readonly ProjectSkillFile[]
  /** Against the pins; a file that is gone takes no trust away. */
  readonly changes: readonly TrustChange[]
  /** What keeps a skill from being trusted, whatever is pinned. */
  readonly unseen: readonly string[]
}

/** Reads the files of all skills of the work tree around a directory, as trust looks at them. */
export async function readProjectSkills(home: HomePlace, cwd: string): Promise<ProjectSkills> {
  const { roots, worktree } = await findSkillRoots(home, { cwd })
  if (worktree === null) return { roots: [], files: [], changes: [], unseen: [] }
  const pins = await readPins(home.dir, worktree.mainRoot)
  const project = roots.filter(({ origin }) => origin === 'project')
  const files: SkillFile[] = []
  const changes: TrustChange[] = []
  const unseen: string[] = []
  for (const root of project) {
    for (const { path, stamp } of (await walkRoot(root.real)).found) {
      if (stamp === null) continue
      const folder = [root.folder, path].filter(Boolean).join(sep)
      const read = await readSkillFiles(folder, worktree.root)
      const shown = relative(worktree.root, folder).split(sep).join('/')
      files.push(...read.files)
      changes.push(...compareSkill(shown, read, pins).changes)
      unseen.push(...read.unseen)
    }
  }
  const shownRoots = project.map(({ shown }) => shown)
  return { roots: shownRoots, files: files.map(toProjectFile), changes, unseen }
}

function toProjectFile({ path, bytes, sha256 }: SkillFile): ProjectSkillFile {
  const { text, issues } = decodeText(bytes)
  const isText = !issues.some(({ kind }) => kind === 'nul')
  return { path, sha256, sizeBytes: bytes.byteLength, text: isText ? text : null }
}
