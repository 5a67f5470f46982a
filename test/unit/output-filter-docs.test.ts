import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createOutputFilter } from '../../packages/core/src/output-filter.ts'

const page = readFileSync(new URL('../../docs/output-filter.md', import.meta.url), 'utf8')

describe('docs/output-filter.md', () => {
  it('has an example that does what it says', () => {
    const [, code = ''] = /```ts\nimport .*\n([\s\S]*?)```/.exec(page) ?? []
    const claims = [...code.matchAll(/^\/\/ (.*) → (.*)$/gm)]
    const expressions = claims.map(([, expression]) => `String(${expression})`)
    const run = new Function('createOutputFilter', `${code}\nreturn [${expressions.join(', ')}]`)
    expect(claims).toHaveLength(3)
    expect(run(createOutputFilter)).toEqual(claims.map(([, , value]) => value))
  })
})
