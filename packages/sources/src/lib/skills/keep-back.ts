import { join, relative, sep } from 'node:path'
import type { Trust } from '@onesoul/core'
import { readEach, readFileSafely } from '@onesoul/disk'
import type { HomePlace } from '../home/home.ts'
import { todayUtc } from '../inputs/foreign-text.ts'
import type { WorktreeRoot } from '../project/find-root.ts'
import { readPins, type TrustPins } from '../trust/trust-pins.ts'
import { type AddedNames, readAddedNames } from './added-names.ts'
import type { KeptBack, PlacedSkill } from './judge-skills.ts'
import { readSkillFiles, type SkillFile } from './skill-files.ts'
import { createSkillGuard, type SkillGuard } from './skill-guard.ts'
import { compareSkill, isPinned, NEVER_PINNED } from './skill-trust.ts'
import { skillTrustLevel } from './skill-trust-level.ts'
import type { SkillsRequest } from './skills-request.ts'

interface KeepBackOptions {
  readonly worktree: WorktreeRoot | null
  readonly request: SkillsRequest
}

interface Place {
  readonly home: HomePlace
  readonly worktree: WorktreeRoot | null
  readonly pins: TrustPins | null
  readonly guard: SkillGuard
  /** Names of skills of the home that were added from elsewhere. */
  readonly added: AddedNames
}

/**
 * Says which skills trust or the guard keeps back. A skill of a work tree counts
 * when all its files are those that were pinned, and each is looked at; of others
 * the SKILL.md is, where the policy could block anything at all.
 */
export async function keepBack(
  home: HomePlace,
  placed: readonly PlacedSkill[],
  { worktree, request }: KeepBackOptions,
): Promise<ReadonlyMap<PlacedSkill, KeptBack>> {
  const { today = todayUtc(), scan } = request
  const guard = createSkillGuard(home, {
    worktree: worktree?.root ?? null,
    today,
    ...(scan && { scan }),
  })
  const hasProject = worktree !== null && placed.some(({ root }) => root.origin === 'project')
  const place: Place = {
    home,
    worktree,
    guard,
    pins: hasProject ? await readPins(home.dir, worktree.mainRoot) : null,
    added: await readAddedNames(home.dir),
  }
  const kept = new Map<PlacedSkill, KeptBack>()
  const asked = placed.filter((skill) => isAsked(skill, place))
  await readEach(asked, async (skill) => {
    const why = await judge(skill, place)
    if (why !== null) kept.set(skill, why)
  })
  if (request.keep !== false) await guard.keep()
  return kept
}

function trustOf({ root, folder }: PlacedSkill, { added }: Place): Trust {
  return skillTrustLevel({ origin: root.origin, folder }, added)
}

/** Most skills are the person's own, in which nothing is blocked: they cost nothing here. */
function isAsked(skill: PlacedSkill, place: Place): boolean {
  const { raw, root } = skill
  if (!raw.usable || root.quarantine) return false
  return root.origin === 'project' || place.guard.canBlock(trustOf(skill, place))
}

async function judge(skill: PlacedSkill, place: Place): Promise<KeptBack | null> {
  if (skill.root.origin === 'project') return judgeProject(skill, place)
  const trust = trustOf(skill, place)
  const { folder, shown, raw } = skill
  const path = join(folder, shown.slice(shown.lastIndexOf('/') + 1))
  const found = await readFileSafely(path, { roots: [folder, skill.root.folder] })
  if (found.outcome !== 'content') return { status: 'quarantined', reason: 'it cannot be read' }
  const text = { path: shown, bytes: found.bytes, sha256: raw.sha256, trust }
  const reason = await place.guard.judge(text)
  return reason === '' ? null : { status: 'quarantined', reason }
}

async function judgeProject(skill: PlacedSkill, place: Place): Promise<KeptBack | null> {
  const { home, worktree, pins, guard } = place
  const { trust } = home.config.settings.project
  if (worktree === null || trust === 'never') {
    return { status: 'untrusted', reason: 'project.trust is never' }
  }
  const folder = relative(worktree.root, skill.folder).split(sep).join('/')
  if (trust !== 'always' && !isPinned(folder, pins)) {
    return { status: 'untrusted', reason: NEVER_PINNED }
  }
  const read = await readSkillFiles(skill.folder, worktree.root)
  if (trust !== 'always') {
    const compared = compareSkill(folder, read, pins)
    if (!compared.trusted) return { status: 'untrusted', reason: compared.reason }
  }
  if (!guard.canBlock('project')) return null
  for (const file of read.files) {
    const reason = await judgeFile(file, guard)
    if (reason !== '') return { status: 'quarantined', reason }
  }
  return null
}

/** What is no text carries no words for a model; it is hashed all the same. */
async function judgeFile({ path, bytes, sha256 }: SkillFile, guard: SkillGuard): Promise<string> {
  return isText(bytes) ? guard.judge({ path, bytes, sha256, trust: 'project' }) : ''
}

function isText(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 8192).includes(0)
}
