import { describe, expect, it } from 'vitest'
import {
  decideAction,
  type GuardPolicyConfig,
  POLICY_PRESETS,
  resolvePolicy,
  THREAT_ACTIONS,
  THREAT_SEVERITIES,
} from './guard-policy.ts'

const TRUSTS = ['operator', 'user', 'project', 'model', 'external'] as const
const FORMS = ['plain', 'quoted', 'fenced', 'negated', 'conditional'] as const
const weight = (action: (typeof THREAT_ACTIONS)[number]) => THREAT_ACTIONS.indexOf(action)

describe('decideAction', () => {
  const policy = resolvePolicy()

  it.each(['operator', 'user'] as const)('lets text of %s load with a warning', (trust) => {
    const actions = THREAT_SEVERITIES.map((severity) =>
      decideAction(policy, { severity, trust, form: 'plain' }),
    )
    expect(actions).toEqual(['pass', 'pass', 'warn', 'warn', 'warn'])
  })

  it.each(['project', 'model', 'external'] as const)(
    'quotes text of %s and replaces what is critical',
    (trust) => {
      const actions = THREAT_SEVERITIES.map((severity) =>
        decideAction(policy, { severity, trust, form: 'plain' }),
      )
      expect(actions).toEqual(['pass', 'pass', 'quote', 'quote', 'stub'])
    },
  )

  it('takes nothing out that is only spoken about', () => {
    const critical = { severity: 'critical', trust: 'external' } as const
    for (const form of FORMS) {
      const expected = form === 'plain' ? 'stub' : 'quote'
      expect(decideAction(policy, { ...critical, form })).toBe(expected)
    }
  })

  it.each(POLICY_PRESETS)('never does less about more in %s', (preset) => {
    const table = resolvePolicy({ preset })
    for (const trust of TRUSTS) {
      for (const form of FORMS) {
        const weights = THREAT_SEVERITIES.map((severity) =>
          weight(decideAction(table, { severity, trust, form })),
        )
        expect(weights).toEqual([...weights].sort((a, b) => a - b))
        expect(weights).not.toContain(-1)
        for (const severity of THREAT_SEVERITIES) {
          const of = (name: (typeof POLICY_PRESETS)[number]) =>
            weight(decideAction(resolvePolicy({ preset: name }), { severity, trust, form }))
          expect(of('strict')).toBeGreaterThanOrEqual(of('default'))
          expect(of('default')).toBeGreaterThanOrEqual(of('permissive'))
        }
      }
    }
  })
})

describe('resolvePolicy', () => {
  it('names a preset, and calls what differs from one custom', () => {
    expect(resolvePolicy().name).toBe('default')
    expect(resolvePolicy({ preset: 'strict' }).name).toBe('strict')
    const own: GuardPolicyConfig = { preset: 'permissive', project: { high: 'refuse' } }
    expect(resolvePolicy(own)).toMatchObject({
      name: 'custom',
      actions: { project: { high: 'refuse', critical: 'quote' }, user: { high: 'warn' } },
    })
    const forms: GuardPolicyConfig = { forms: { fenced: 'warn' } }
    expect(resolvePolicy(forms).name).toBe('custom')
    const fenced = { severity: 'critical', trust: 'model', form: 'fenced' } as const
    expect(decideAction(resolvePolicy(forms), fenced)).toBe('warn')
  })
})
