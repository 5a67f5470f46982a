import { describe, expect, it } from 'vitest'
import { EXIT } from './exit-code.ts'
import { exitOfSkills } from './exit-of-skills.ts'

describe('exitOfSkills', () => {
  it.each([
    ['name-invalid', EXIT.usage],
    ['not-there', EXIT.usage],
    ['source-unreachable', EXIT.failed],
    ['format-invalid', EXIT.findings],
    ['already-there', EXIT.refused],
  ] as const)('ends %s with %i', (code, exit) => {
    expect(exitOfSkills(code)).toBe(exit)
  })
})
