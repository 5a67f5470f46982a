import type { Trust } from '../../model/section.ts'
import type { ThreatForm, ThreatSeverity } from '../threats/threat-finding.ts'

/**
 * What is done about a finding, mildest first. `pass`: nothing. `warn`: the text
 * loads and a warning is shown. `quote`: the words stay, as quoted data, and are
 * named. `stub`: the smallest block around them gives way to a visible stub.
 * `refuse`: the text is not delivered.
 */
export const THREAT_ACTIONS = ['pass', 'warn', 'quote', 'stub', 'refuse'] as const

export type ThreatAction = (typeof THREAT_ACTIONS)[number]

/** Mildest first. */
export const THREAT_SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const

/** One action per severity. */
export type PolicyRow = Readonly<Record<ThreatSeverity, ThreatAction>>

/** What is done about every finding. */
export interface GuardPolicy {
  /** `strict`, `default` or `permissive`; `custom` when something was set beside it. */
  readonly name: string
  readonly actions: Readonly<Record<Trust, PolicyRow>>
  /** The most that is done about words in this form, whatever their severity. */
  readonly forms: Readonly<Record<ThreatForm, ThreatAction>>
}

/** A policy as a person writes it: a preset, and what differs from it. */
export type GuardPolicyConfig = {
  /** Default: `default`. */
  readonly preset?: PolicyPreset
  readonly forms?: Partial<Readonly<Record<ThreatForm, ThreatAction>>>
} & { readonly [trust in Trust]?: Partial<PolicyRow> }

export const POLICY_PRESETS = ['strict', 'default', 'permissive'] as const

export type PolicyPreset = (typeof POLICY_PRESETS)[number]

const OWN: PolicyRow = { info: 'pass', low: 'pass', medium: 'warn', high: 'warn', critical: 'warn' }
const FOREIGN: PolicyRow = {
  info: 'pass',
  low: 'pass',
  medium: 'quote',
  high: 'quote',
  critical: 'stub',
}

/** What is only spoken about is never taken out of the text. */
const MENTIONED = {
  quoted: 'quote',
  fenced: 'quote',
  negated: 'quote',
  conditional: 'quote',
} as const

const PRESETS: Readonly<Record<PolicyPreset, Omit<GuardPolicy, 'name'>>> = {
  default: {
    actions: { operator: OWN, user: OWN, project: FOREIGN, model: FOREIGN, external: FOREIGN },
    forms: { plain: 'refuse', ...MENTIONED },
  },
  strict: {
    actions: byOrigin(
      { info: 'pass', low: 'warn', medium: 'warn', high: 'warn', critical: 'refuse' },
      { info: 'warn', low: 'quote', medium: 'quote', high: 'stub', critical: 'refuse' },
    ),
    forms: {
      plain: 'refuse',
      quoted: 'stub',
      fenced: 'stub',
      negated: 'stub',
      conditional: 'stub',
    },
  },
  permissive: {
    actions: byOrigin(
      { info: 'pass', low: 'pass', medium: 'pass', high: 'warn', critical: 'warn' },
      { info: 'pass', low: 'pass', medium: 'pass', high: 'warn', critical: 'quote' },
    ),
    forms: { plain: 'refuse', ...MENTIONED },
  },
}

function byOrigin(own: PolicyRow, foreign: PolicyRow): GuardPolicy['actions'] {
  return { operator: own, user: own, project: foreign, model: foreign, external: foreign }
}

/** The policy that a configuration describes; an empty one is the default. */
export function resolvePolicy(config: GuardPolicyConfig = {}): GuardPolicy {
  const { preset = 'default', forms, ...rows } = config
  const base = PRESETS[preset]
  const own: readonly [Trust, PolicyRow][] = (
    ['operator', 'user', 'project', 'model', 'external'] as const
  ).map((trust) => [trust, { ...base.actions[trust], ...rows[trust] }])
  const isPreset = forms === undefined && Object.keys(rows).length === 0
  return {
    name: isPreset ? preset : 'custom',
    actions: Object.fromEntries(own) as Record<Trust, PolicyRow>,
    forms: { ...base.forms, ...forms },
  }
}

/** A finding as far as a policy asks; `severity` is the one that its form already lowered. */
export interface JudgedThreat {
  readonly severity: ThreatSeverity
  readonly form: ThreatForm
  readonly trust: Trust
}

/** What a policy does about a finding: the action of its trust and severity, at most what its form allows. */
export function decideAction(policy: GuardPolicy, threat: JudgedThreat): ThreatAction {
  const wanted = policy.actions[threat.trust][threat.severity]
  const most = policy.forms[threat.form]
  return THREAT_ACTIONS.indexOf(wanted) <= THREAT_ACTIONS.indexOf(most) ? wanted : most
}
