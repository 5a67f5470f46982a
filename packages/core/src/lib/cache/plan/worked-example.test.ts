import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describePlan } from '../fixtures/describe-plan.ts'
import { workedExample } from '../fixtures/worked-example.ts'

const page = readFileSync(new URL('../../../../../../docs/caching.md', import.meta.url), 'utf8')

describe('planCache, the example of docs/caching.md', () => {
  it('is as the page shows it', () => {
    expect(page).toContain(describePlan(workedExample()))
  })
})
