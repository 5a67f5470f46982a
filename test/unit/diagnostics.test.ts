import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Codes that the sources give to diagnostics and warnings, by how they are written there. */
const WRITTEN = /(?:code: |report\(\s*|note\(\s*|warning\(\s*)'([a-z]+\.[a-z0-9-]+)'/g

/** Codes of refusals as adapters write them. */
const REFUSED = /(?:code: |refuseIf\(\s*)'([a-z]+(?:-[a-z]+)+)'/g

describe('docs/diagnostics.md', () => {
  it('lists every code that the sources use', async () => {
    const page = await readFile(join(root, 'docs/diagnostics.md'), 'utf8')
    const codes = new Set<string>()
    for (const name of ['core', 'sources', 'agents', 'cli']) {
      const folder = join(root, 'packages', name, 'src')
      for (const path of await readdir(folder, { recursive: true })) {
        if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue
        const text = await readFile(join(folder, path), 'utf8')
        for (const [, code] of text.matchAll(WRITTEN)) codes.add(code ?? '')
      }
    }
    expect(codes.size).toBeGreaterThan(30)
    expect([...codes].filter((code) => !page.includes(`\`${code}\``))).toEqual([])
  })

  it('lists every refusal of an adapter', async () => {
    const page = await readFile(join(root, 'docs/diagnostics.md'), 'utf8')
    const folder = join(root, 'packages/agents/src/lib')
    const codes = new Set<string>()
    for (const path of await readdir(folder, { recursive: true })) {
      if (!/(?:^|\/)(?:refusal|plan)\.ts$/.test(path)) continue
      const text = await readFile(join(folder, path), 'utf8')
      for (const [, code] of text.matchAll(REFUSED)) codes.add(code ?? '')
    }
    expect(codes.size).toBeGreaterThan(7)
    expect([...codes].filter((code) => !page.includes(`| \`${code}\``))).toEqual([])
  })
})
