import type { Diagnostic } from '@onesoul/core'
import { isUnder, readEach } from '@onesoul/disk'
import type { HomePlace } from '../home/home.ts'
import { gateSession } from './gate-session.ts'
import { judgeAgain } from './judge-again.ts'
import type { PlacedSkill } from './judge-skills.ts'
import { keepBack } from './keep-back.ts'
import { readRoot, type UnseenFolder } from './read-root.ts'
import { openSkillCache } from './skill-cache.ts'
import { findSkillRoots, type SkillRoot } from './skill-roots.ts'
import type { SkillCatalogue, SkillsRequest } from './skills-request.ts'

/**
 * Finds every skill that may count for a session, and says of each whether it may
 * be used and why not. Gates are judged anew each time, files are read when they changed.
 */
export async function discoverSkills(
  home: HomePlace,
  request: SkillsRequest,
): Promise<SkillCatalogue> {
  const { roots, worktree, diagnostics } = await findSkillRoots(home, request)
  const cache = openSkillCache(home.dir)
  const read = await readEach([...roots.entries()], ([strength, root]) =>
    readRoot({ root, strength }, { cache, now: request.now ?? Date.now() }),
  )
  if (request.keep !== false) await cache.keep()
  const lists = read.map((one) => one.skills).filter((list) => list.length > 0)
  const placed = withoutTwins(lists, roots)
  const skills = judgeAgain(lists, placed, {
    disabled: home.config.settings.skills.disabled,
    session: gateSession(home, request.session),
    keptBack: await keepBack(home, placed, { worktree, request }),
  })
  const unseen = read.flatMap((one) => one.unseen.map(notSeen))
  return { skills, diagnostics: [...diagnostics, ...unseen, ...placed.flatMap(ruleDiagnostics)] }
}

function notSeen({ path, reason }: UnseenFolder): Diagnostic {
  return {
    code: 'skills.unseen',
    severity: 'warning',
    message: `what stands here was not looked at: ${reason}`,
    source: { root: 'skills', path },
  }
}

/** A skill that is reached twice, by a link or by a root inside of another, counts where it is strongest. */
function withoutTwins(
  lists: readonly (readonly PlacedSkill[])[],
  roots: readonly SkillRoot[],
): readonly PlacedSkill[] {
  const [only] = lists
  const all = only && lists.length === 1 ? only : lists.flat()
  if (!hasNested(roots) && all.every(({ target }) => target === null)) return all
  const real = new Set(all.flatMap((one) => (one.target === null ? [realFolder(one)] : [])))
  const seen = new Set<string>()
  return all.filter((one) => {
    if (one.target !== null) return !real.has(one.target)
    const folder = realFolder(one)
    if (seen.has(folder)) return false
    seen.add(folder)
    return true
  })
}

function hasNested(roots: readonly SkillRoot[]): boolean {
  return roots.some((one) => roots.some((other) => other !== one && isUnder(one.real, other.real)))
}

function realFolder({ root, folder }: PlacedSkill): string {
  return root.real + folder.slice(root.folder.length)
}

function ruleDiagnostics({ raw, shown }: PlacedSkill): readonly Diagnostic[] {
  if (!raw.isFaulty) return []
  return raw.diagnostics.map((one) => ({
    ...one,
    source: { ...(one.source ?? { root: 'skills' }), path: shown },
  }))
}
