import { assignFiles } from '@onesoul/agents'
import type { ExportPlan, PlannedFile, ProjectPlace } from '@onesoul/sources'
import { describe, expect, it } from 'vitest'
import { listExported, pickExported } from '../agents/exported-agents.ts'
import { findConcerns } from './find-concerns.ts'

const NOWHERE = '/nowhere/at/all'

function planned(path: string, body: string): PlannedFile {
  return {
    paths: [path],
    agents: [],
    status: 'no-file',
    found: null,
    block: null,
    after: new TextEncoder().encode(body),
    foreign: false,
    forced: false,
    preamble: '',
  }
}

async function concernsOf(names: readonly string[], body: string): Promise<readonly string[]> {
  const agents = pickExported(names, await listExported())
  const assigned = assignFiles(agents)
  const files = assigned.files.map(({ path }) => planned(path, body))
  const plan: ExportPlan = { body, sha256: '', files, left: [], diagnostics: [] }
  const place = { root: NOWHERE } as ProjectPlace
  const found = await findConcerns({ place, agents, assigned, plan, userHome: NOWHERE, env: {} })
  return found.map(({ severity, code, source }) => `${severity} ${code} ${source?.path}`)
}

describe('findConcerns', () => {
  it.each([
    [['claude', 'codex'], 'Use pnpm.\n', []],
    [['claude', 'codex'], 'See @docs/style.md for it.\n', ['warning export.import CLAUDE.md']],
    [['codex'], 'See @docs/style.md for it.\n', []],
    [['claude'], 'See `@docs/style.md`, ask a@b.example.\n', []],
    [
      ['claude', 'gemini'],
      'Use <!-- not --> pnpm.\n',
      ['info export.twice GEMINI.md', 'info export.comment CLAUDE.md'],
    ],
    [['cursor', 'claude'], 'x\n', ['info export.twice .cursor/rules/onesoul.mdc']],
  ])('for %j and %j: %j', async (names, body, expected) => {
    expect(await concernsOf(names, body)).toEqual(expected)
  })

  it('counts what an agent cuts off of the file as it would be, to the byte', async () => {
    const fits = `${'x'.repeat(32_767)}\n`
    expect(await concernsOf(['codex'], fits)).toEqual([])
    expect(await concernsOf(['codex'], `x${fits}`)).toEqual(['error export.cut AGENTS.md'])
    expect(await concernsOf(['claude', 'opencode'], `x${fits}`)).toEqual([])
  })
})
