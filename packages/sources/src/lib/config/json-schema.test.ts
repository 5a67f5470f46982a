import { toJsonSchema } from '@valibot/to-json-schema'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { createConfigJsonSchema } from './json-schema.ts'
import { DEFAULT_CONFIG } from './settings.ts'

const file = new URL('../../../schema/config.schema.json', import.meta.url)

describe('createConfigJsonSchema', () => {
  it('is what the package publishes', async () => {
    const schema = createConfigJsonSchema(toJsonSchema)
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(file.pathname)
  })

  it('accepts every default and refuses an unknown key', () => {
    const schema = createConfigJsonSchema(toJsonSchema)
    const validate = new Ajv({ strict: false }).compile(schema)
    const { budget, guard, ...rest } = DEFAULT_CONFIG
    const { tokens: _tokens, ...limits } = budget
    expect(validate({ ...rest, budget: limits, guard: { policy: guard.policy } })).toBe(true)
    expect(validate({ languge: 'en' })).toBe(false)
  })

  it('marks the keys that a work tree may set', () => {
    const { properties } = JSON.parse(JSON.stringify(createConfigJsonSchema(toJsonSchema)))
    expect(properties.budget.properties.perFile.project).toBe(true)
    expect(properties.exclude.project).toBe(true)
    expect(properties.project.properties.trust.project).toBe(true)
    expect(properties.language.project).toBeUndefined()
    expect(properties.inject_exclude.deprecated).toBe(true)
  })
})
