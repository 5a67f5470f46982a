import type { Skill, SkillFacts, SkillStatus } from '@onesoul/core'
import { checkGates, type GateSession } from '@onesoul/core'
import type { RawSkill } from './raw-skill.ts'
import type { SkillRoot } from './skill-roots.ts'

/** A skill where it stands, before anything is decided. */
export interface PlacedSkill {
  readonly raw: RawSkill
  readonly root: SkillRoot
  /** Rank of its root; 0 is the strongest. */
  readonly strength: number
  /** Absolute. */
  readonly folder: string
  /** Its SKILL.md as people write it. */
  readonly shown: string
  /** Real path that its link leads to, out of the root; null for one that stands in it. */
  readonly target: string | null
}

/** Why a skill is kept back by trust or by the guard; null: it is not. */
export type KeptBack = {
  readonly status: Extract<SkillStatus, 'untrusted' | 'quarantined'>
  readonly reason: string
}

export interface JudgeOptions {
  readonly disabled: readonly string[]
  readonly session: GateSession
  readonly keptBack: ReadonlyMap<PlacedSkill, KeptBack>
}

type Verdict = Pick<Skill, 'status' | 'reason'>

const READY: Verdict = { status: 'ready', reason: '' }

/**
 * Says of every skill whether it may be used. Only one that could be used itself
 * hides another of its name: nothing broken, untrusted or not meant for this
 * session takes the place of what works.
 */
export function judgeSkills(
  placed: readonly PlacedSkill[],
  options: JudgeOptions,
): readonly Skill[] {
  const disabled = new Set(options.disabled)
  const byName = new Map<string, PlacedSkill[]>()
  for (const skill of placed) {
    const { name } = skill.raw
    const list = byName.get(name)
    if (list) list.push(skill)
    else byName.set(name, [skill])
  }
  const names = [...byName.keys()].sort()
  return names.flatMap((name) => {
    const list = byName.get(name) ?? []
    const [only] = list
    if (only && list.length === 1) {
      return new JudgedSkill(only, judgeAlone(only, disabled.has(name), options))
    }
    const judged = list.map((skill) => ({
      skill,
      verdict: judgeAlone(skill, disabled.has(name), options),
    }))
    return settle(judged.sort((a, b) => byStrength(a.skill, b.skill)))
  })
}

function byStrength(a: PlacedSkill, b: PlacedSkill): number {
  return a.strength - b.strength || (a.shown < b.shown ? -1 : 1)
}

function judgeAlone(skill: PlacedSkill, disabled: boolean, options: JudgeOptions): Verdict {
  const { raw, root } = skill
  if (root.quarantine) return { status: 'quarantined', reason: 'it was put into quarantine' }
  if (!raw.usable) return { status: 'invalid', reason: faultOf(raw) }
  if (disabled) return { status: 'disabled', reason: 'skills.disabled names it' }
  const kept = options.keptBack.get(skill)
  if (kept) return kept
  if (!raw.isGated) return READY
  const failed = checkGates(raw.facts.gates, options.session).filter(({ pass }) => !pass)
  if (failed.length === 0) return READY
  return { status: 'gated', reason: failed.map(({ reason }) => reason).join('; ') }
}

function faultOf({ diagnostics }: RawSkill): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  return errors.map(({ message }) => message).join('; ')
}

interface Judged {
  readonly skill: PlacedSkill
  readonly verdict: Verdict
}

/** Of those of one name, strongest first: the strongest that is ready wins; two that are equally strong bar each other. */
function settle(judged: readonly Judged[]): readonly Skill[] {
  const ready = judged.filter(({ verdict }) => verdict === READY)
  const [best] = ready
  if (best === undefined || ready.length === 1) return judged.map((one) => toSkill(one, []))
  const equals = ready.filter(({ skill }) => skill.strength === best.skill.strength)
  const paths = equals.map(({ skill }) => skill.shown)
  const hidden = ready.filter((one) => !equals.includes(one)).map(({ skill }) => skill.shown)
  return judged.map((one) => {
    if (one.verdict !== READY) return toSkill(one, [])
    if (!equals.includes(one)) {
      return toSkill({ ...one, verdict: shadowed(paths) }, [])
    }
    if (equals.length === 1) return toSkill(one, hidden)
    const others = paths.filter((path) => path !== one.skill.shown)
    const reason = `${others.join(', ')} has the same name and is as strong`
    return toSkill({ ...one, verdict: { status: 'ambiguous', reason } }, [])
  })
}

function shadowed(paths: readonly string[]): Verdict {
  return { status: 'shadowed', reason: `${paths.join(' and ')} comes first` }
}

function toSkill({ skill, verdict }: Judged, shadows: readonly string[]): Skill {
  return new JudgedSkill(skill, verdict, shadows)
}

/** Most facts are never looked at: they are read when somebody asks, which a copy by `{ ...skill }` does not. */
class JudgedSkill implements Skill {
  readonly name: string
  readonly origin: Skill['origin']
  readonly source: Skill['source']
  readonly builtin: boolean
  readonly folder: string
  readonly path: string
  readonly sha256: string
  readonly status: Skill['status']
  readonly reason: string
  readonly shadows: readonly string[]
  readonly #raw: RawSkill

  constructor(
    { raw, root, folder, shown }: PlacedSkill,
    { status, reason }: Verdict,
    shadows: readonly string[] = NONE,
  ) {
    this.name = raw.name
    this.origin = root.origin
    this.source = root.origin === 'project' ? 'project' : 'global'
    this.builtin = root.origin === 'builtin'
    this.folder = folder
    this.path = shown
    this.sha256 = raw.sha256
    this.status = status
    this.reason = reason
    this.shadows = shadows
    this.#raw = raw
  }

  get facts(): SkillFacts {
    return this.#raw.facts
  }

  toJSON(): Skill {
    return { ...this, facts: this.facts }
  }
}

const NONE: readonly string[] = []
