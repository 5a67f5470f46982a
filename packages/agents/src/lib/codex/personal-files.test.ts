import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCodexAgent } from './agent.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'onesoul-personal-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const read = async (files: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text)
  const found = await createCodexAgent().personalFiles?.({ env: { CODEX_HOME: dir } })
  return (found ?? []).map((file) => [file.path.slice(dir.length + 1), file.body])
}

describe('personalFiles of Codex', () => {
  it('reads the override, else AGENTS.md: the first that is not empty', async () => {
    expect(await read({})).toEqual([])
    expect(await read({ 'AGENTS.md': 'Rules.\n' })).toEqual([['AGENTS.md', 'Rules.']])
    expect(await read({ 'AGENTS.override.md': ' \n' })).toEqual([['AGENTS.md', 'Rules.']])
    expect(await read({ 'AGENTS.override.md': 'Other.\n' })).toEqual([
      ['AGENTS.override.md', 'Other.'],
    ])
  })
})
