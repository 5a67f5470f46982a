import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scanThreats } from '../../packages/core/src/threats.ts'

const root = new URL('../../', import.meta.url).pathname
const pages = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true }).map((name) => join('docs', String(name))),
].filter((name) => name.endsWith('.md'))

describe('the threat scanner', () => {
  it.each(pages)('finds nothing grave in %s', (page) => {
    const { findings, partial } = scanThreats(readFileSync(join(root, page), 'utf8'))
    const told = findings.filter(({ severity }) => ['high', 'critical'].includes(severity))
    expect(told.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([])
    expect(partial).toEqual([])
  })
})
