import { isAbsolute } from 'node:path'
import { expect, it } from 'vitest'
import { deliveryPath } from '../launch/content-address.ts'
import { agentEnvironment } from '../launch/environment.ts'
import { type AgentContractOptions, type Checked, TIERS, variations } from './checked-agent.ts'
import { CONTRACT_DIRECTIVES, CONTRACT_TEXT, MEMORY_WORDS, USER_WORDS } from './contract-texts.ts'

/** `plan` is pure, keeps private text out of sight and loses nothing of the person's. */
export function describePlan(get: () => Checked, options: AgentContractOptions): void {
  it('plans the same from the same, and changes nothing that it is given', () => {
    const { agent, plan } = get()
    for (const change of variations(agent)) expect(plan(change)).toEqual(plan(change))
  })

  it('gives a plan that is plain data', () => {
    const { detection: _, ...rest } = get().plan()
    expect(JSON.parse(JSON.stringify(rest))).toEqual(rest)
    expect(isAbsolute(rest.command)).toBe(true)
  })

  it('keeps USER and MEMORY out of every argument and variable', () => {
    const { agent, plan } = get()
    for (const change of variations(agent)) {
      const { args, env } = plan(change)
      for (const value of [...args, ...Object.values(env)]) {
        expect(value).not.toContain(USER_WORDS)
        expect(value).not.toContain(MEMORY_WORDS)
      }
    }
  })

  it('delivers the directives, and USER and MEMORY where it can', () => {
    const { delivered, refusal } = get().plan()
    expect(refusal).toBeNull()
    expect([CONTRACT_TEXT, CONTRACT_DIRECTIVES].some((text) => delivered.includes(text))).toBe(true)
  })

  it('names its files by their content, in the folder for deliveries', () => {
    const { agent, plan, setting } = get()
    for (const { path, content } of variations(agent).flatMap((change) => plan(change).files)) {
      expect(path).toBe(deliveryPath(setting.deliverDir, content))
    }
  })

  it('lists the variables that it changes', () => {
    const { plan, setting } = get()
    const { env, envChanges } = plan({ recorderUrl: 'http://127.0.0.1:9/token' })
    const names = [...new Set([...Object.keys(env), ...Object.keys(setting.env)])]
    const changed = names.filter((name) => env[name] !== setting.env[name])
    expect([...envChanges]).toEqual(expect.arrayContaining(changed))
  })

  it('sets no marker of a nested run', () => {
    const { agent, plan } = get()
    const { env } = plan()
    expect(agentEnvironment(env, agent.traits.nestedMarkers)).toEqual(env)
  })

  it('refuses a permission tier that it cannot enforce', () => {
    const { agent, plan } = get()
    for (const permission of TIERS.filter((tier) => !agent.traits.permissionFlags[tier])) {
      expect(plan({ permission }).refusal?.code).toBe('tier-not-enforceable')
    }
  })

  it.runIf(options.userText !== undefined)(
    'puts the person’s own text first, ours after, once',
    () => {
      const { inspection, plan } = get()
      const own = options.userText ?? ''
      expect(inspection.userSources.map(({ text }) => text.trim())).toContain(own.trim())
      const made = plan()
      expect(made.userSources).toEqual(inspection.userSources)
      const merged = textsOf([made.files, made.args, made.env, made.details]).filter(
        (text) => text.includes(own.trim()) && text.includes(made.delivered),
      )
      expect(merged.length).toBeGreaterThan(0)
      for (const text of merged) {
        expect(text.indexOf(own.trim())).toBeLessThan(text.indexOf(made.delivered))
        expect(text.split(made.delivered)).toHaveLength(2)
      }
    },
  )
}

/** Every text in a value, however deep. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}
