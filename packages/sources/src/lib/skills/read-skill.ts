import { realpath } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { decodeText, MAX_SKILL_BYTES, parseSkill, type Skill } from '@onesoul/core'
import { isUnder, readFileSafely } from '@onesoul/disk'
import type { HomePlace } from '../home/home.ts'
import { todayUtc } from '../inputs/foreign-text.ts'
import { findRoot, type WorktreeRoot } from '../project/find-root.ts'
import type { ScanText } from '../scan/scan-report.ts'
import { readPins } from '../trust/trust-pins.ts'
import { readAddedNames } from './added-names.ts'
import { findSkill } from './find-skill.ts'
import { createSkillGuard } from './skill-guard.ts'
import { skillTrustLevel } from './skill-trust-level.ts'
import type { SkillCatalogue } from './skills-request.ts'

export interface ReadSkillRequest {
  readonly catalogue: Pick<SkillCatalogue, 'skills'>
  /** `NAME` or `NAME@PATH`. */
  readonly name: string
  /** A file of the skill, relative to its folder. Default: the body of its SKILL.md. */
  readonly file?: string
  /** Who asks. Default: the model. */
  readonly by?: 'model' | 'person'
  /** Until which day accepted findings count, `YYYY-MM-DD`. Default: today, in UTC. */
  readonly today?: string
  /** What looks for threats. Default: the scanner of core. */
  readonly scan?: ScanText
}

export type ReadSkill =
  | { readonly outcome: 'text'; readonly skill: Skill; readonly text: string }
  | {
      readonly outcome: 'refused'
      /** One sentence. */
      readonly reason: string
      readonly hints: readonly string[]
    }

/** Largest file of a skill that is handed to a model, in bytes. */
export const MAX_SKILL_TEXT: number = MAX_SKILL_BYTES

/**
 * The text of a skill for whoever uses it: what stands below its frontmatter, or
 * one of its files. Refuses what is not ready, what lies outside of the skill's
 * folder, what is no text or too large, what changed since it was listed or
 * trusted, and what the guard blocks. Never throws for what stands on the disk.
 */
export async function readSkill(home: HomePlace, request: ReadSkillRequest): Promise<ReadSkill> {
  const found = findSkill(request.catalogue, request.name)
  if (found.outcome !== 'found') return refused(found.message, found.hints)
  const { skill } = found
  if (skill.status !== 'ready') return refused(`${skill.name} is ${skill.status}: ${skill.reason}`)
  if ((request.by ?? 'model') === 'model' && !skill.facts.byModel) {
    return refused(`${skill.name} may be used by a person alone`)
  }
  const { file = basename(skill.path) } = request
  if (!isPlain(file))
    return refused(`${JSON.stringify(file)} is no file of the skill ${skill.name}`)
  const read = await readInside(skill, file)
  if (typeof read === 'string') return refused(read)
  const fault = await faultOf(home, { skill, file, read, request })
  if (fault !== '') return refused(fault)
  const isBody = request.file === undefined
  const text = isBody ? bodyOf(read.text, skill) : read.text
  return { outcome: 'text', skill, text }
}

function refused(reason: string, hints: readonly string[] = []): ReadSkill {
  return { outcome: 'refused', reason, hints }
}

function isPlain(file: string): boolean {
  const names = file.split('/')
  return (
    !file.includes('\\') && !file.includes('\0') && !names.some((name) => /^\.{0,2}$/.test(name))
  )
}

interface ReadFile {
  readonly bytes: Uint8Array
  readonly sha256: string
  readonly text: string
}

/** The file, or why it is not read. A link may not leave the skill's own folder. */
async function readInside({ name, folder, path }: Skill, file: string): Promise<ReadFile | string> {
  const absolute = join(folder, ...file.split('/'))
  const isOwn = file === basename(path)
  const found = await readFileSafely(absolute, { roots: [folder], maxBytes: MAX_SKILL_TEXT })
  if (found.outcome === 'missing') return `the skill ${name} has no file ${file}`
  if (found.outcome === 'failed') return `${file} of the skill ${name} is not read (${found.code})`
  const inside = await realpath(folder).catch(() => folder)
  if (!isOwn && !isUnder(found.realPath, inside)) return `${file} leads out of the skill ${name}`
  const { text, issues } = decodeText(found.bytes)
  if (issues.some(({ kind }) => kind === 'nul')) return `${file} of the skill ${name} is no text`
  return { bytes: found.bytes, sha256: found.sha256, text }
}

interface Asked {
  readonly skill: Skill
  readonly file: string
  readonly read: ReadFile
  readonly request: ReadSkillRequest
}

/** Why a file that was read is not handed on; `''` when it is. */
async function faultOf(home: HomePlace, { skill, file, read, request }: Asked): Promise<string> {
  const { name, folder, path, sha256, origin } = skill
  if (file === basename(path) && read.sha256 !== sha256) {
    return `${file} of the skill ${name} changed since it was listed`
  }
  const project = origin === 'project'
  const userHome = await realpath(home.userHome).catch(() => home.userHome)
  const worktree = project ? await findRoot(folder, userHome) : null
  if (worktree && !(await isAsPinned(home, { worktree, folder, file, read }))) {
    return `${file} of the skill ${name} is not the one that was trusted`
  }
  const trust = skillTrustLevel(skill, await readAddedNames(home.dir))
  const { today = todayUtc(), scan } = request
  const where = { worktree: worktree?.root ?? null, today, ...(scan && { scan }) }
  const guard = createSkillGuard(home, where)
  if (!guard.canBlock(trust)) return ''
  const shown = `${path.slice(0, path.lastIndexOf('/'))}/${file}`
  const { bytes, sha256: hash } = read
  return guard.judge({ path: shown, bytes, sha256: hash, trust })
}

interface PinnedFile {
  readonly worktree: WorktreeRoot
  readonly folder: string
  readonly file: string
  readonly read: ReadFile
}

async function isAsPinned(
  { dir, config }: HomePlace,
  { worktree, folder, file, read }: PinnedFile,
): Promise<boolean> {
  if (config.settings.project.trust === 'always') return true
  const pins = await readPins(dir, worktree.mainRoot)
  const path = relative(worktree.root, join(folder, file)).split(sep).join('/')
  return pins?.files[path] === read.sha256
}

function bodyOf(text: string, { folder, path }: Skill): string {
  const source = { root: 'skills', path } as const
  const { body } = parseSkill(text, { folder: basename(folder), source })
  return text.slice(body.start, body.end)
}
