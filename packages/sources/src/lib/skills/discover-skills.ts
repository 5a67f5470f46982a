import { join } from 'node:path'
import type { Diagnostic } from '@onesoul/core'
import { readEach } from '@onesoul/disk'
import type { HomePlace } from '../home/home.ts'
import { gateSession } from './gate-session.ts'
import { judgeSkills, type PlacedSkill } from './judge-skills.ts'
import { keepBack } from './keep-back.ts'
import { readRawSkill } from './raw-skill.ts'
import { findSkillRoots, type SkillRoot } from './skill-roots.ts'
import type { SkillCatalogue, SkillsRequest } from './skills-request.ts'
import { walkRoot } from './walk-root.ts'

/**
 * Finds every skill that may count for a session, and says of each whether it may
 * be used and why not. Gates are judged anew each time, files are read when they changed.
 */
export async function discoverSkills(
  home: HomePlace,
  request: SkillsRequest,
): Promise<SkillCatalogue> {
  const { roots, worktree, diagnostics } = await findSkillRoots(home, request)
  const read = await readEach(roots, (root) => readRoot(root))
  const all = read.flatMap(({ skills }, strength) =>
    skills.map((skill): PlacedSkill => ({ ...skill, strength })),
  )
  const placed = withoutTwins(all)
  const skills = judgeSkills(placed, {
    disabled: home.config.settings.skills.disabled,
    session: gateSession(home, request.session),
    keptBack: await keepBack(home, placed, { worktree, request }),
  })
  const unseen = read.flatMap((one) => one.diagnostics)
  return { skills, diagnostics: [...diagnostics, ...unseen, ...placed.flatMap(ruleDiagnostics)] }
}

interface ReadRoot {
  readonly skills: readonly (Omit<PlacedSkill, 'strength'> & { readonly target: string | null })[]
  readonly diagnostics: readonly Diagnostic[]
}

async function readRoot(root: SkillRoot): Promise<ReadRoot> {
  const { found, unseen } = await walkRoot(root.real)
  const skills = await readEach(found, async (one) => ({
    raw: await readRawSkill(root.real, one),
    root,
    folder: join(root.folder, one.path),
    shown: [root.shown, one.path, one.file].filter(Boolean).join('/'),
    target: one.target,
  }))
  return {
    skills,
    diagnostics: unseen.map(({ path, reason }) => notSeen(`${root.shown}/${path}`, reason)),
  }
}

function notSeen(path: string, reason: string): Diagnostic {
  return {
    code: 'skills.unseen',
    severity: 'warning',
    message: `what stands here was not looked at: ${reason}`,
    source: { root: 'skills', path },
  }
}

/** A skill that is reached twice, by a link or by a root inside of another, counts where it is strongest. */
function withoutTwins(
  all: readonly (PlacedSkill & { readonly target?: string | null })[],
): readonly PlacedSkill[] {
  const seen = new Set<string>()
  const real = new Set(all.flatMap((one) => (one.target ? [] : [realFolder(one)])))
  return all.filter((one) => {
    if (one.target) return !real.has(one.target)
    const folder = realFolder(one)
    if (seen.has(folder)) return false
    seen.add(folder)
    return true
  })
}

function realFolder({ root, folder }: PlacedSkill): string {
  return root.real + folder.slice(root.folder.length)
}

function ruleDiagnostics({ raw, shown }: PlacedSkill): readonly Diagnostic[] {
  return raw.diagnostics.map((one) => ({
    ...one,
    source: { ...(one.source ?? { root: 'skills' }), path: shown },
  }))
}
