import {
  type Agent,
  assignFiles,
  type FoundAgent,
  findShifts,
  type InstructionFile,
} from '@onesoul/agents'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ExportedAgent, listExported, pickExported } from './exported-agents.ts'
import { createAgents } from './registry.ts'

let known: readonly ExportedAgent[] = []
beforeAll(async () => {
  known = await listExported()
})
const pick = (...names: string[]): readonly ExportedAgent[] => pickExported(names, known)

/** The files of one text that an agent certainly reads. */
const readBy = ({ reading }: ExportedAgent, written: readonly string[]): readonly string[] =>
  reading.groups.flatMap((group) => group.find((path) => written.includes(path)) ?? [])

describe('pickExported', () => {
  it('takes ids and aliases, each once', () => {
    expect(pick('Claude', 'codex', 'claude-code').map(({ id }) => id)).toEqual([
      'claude-code',
      'codex',
    ])
  })

  it('names what a mistyped one was meant for', () => {
    expect(() => pick('cursr')).toThrow('no agent "cursr"')
  })
})

describe('the reading of an agent', () => {
  it('is known of every agent that reads files', async () => {
    const reading = (await createAgents()).filter(({ traits }) => traits.reading)
    const driven = (await createAgents()).filter(
      ({ traits }) => !traits.simulated && !traits.ownLoop,
    )
    expect(reading.map(({ id }) => id)).toEqual(driven.map(({ id }) => id))
    expect(known.map(({ id }) => id)).toEqual(expect.arrayContaining(driven.map(({ id }) => id)))
  })

  it('is what its adapter takes for read, file by file', async () => {
    const names = ['AGENTS.override.md', 'AGENTS.md', 'CLAUDE.md', 'GEMINI.md', 'CONTEXT.md']
    for (const agent of (await createAgents()).filter(({ traits }) => traits.reading)) {
      for (const there of subsetsOf(names)) {
        const verdicts = agent.ownership({
          ...PLACE,
          detection: found(agent),
          files: there.map(fileAt),
        })
        const native = verdicts.filter(
          ({ delivery, reason }) =>
            delivery === 'native' && !reason.includes('stands in its place'),
        )
        const expected = readBy(pick(agent.id)[0] as ExportedAgent, there)
        expect([agent.id, there, native.map(({ path }) => path)]).toEqual([
          agent.id,
          there,
          expected,
        ])
      }
    }
  })
})

const PLACE = { env: {}, cwd: '', hasGitRoot: true, trusted: true }

const fileAt = (path: string): InstructionFile => {
  return { path, name: path, directory: '', text: 'x', sizeBytes: 1 }
}

function found({ id, traits }: Agent): FoundAgent {
  const version = traits.provenVersions.at(-1) ?? ''
  const path = `/bin/${id}`
  const behaviours = { readsAgentsMd: true, hedgesInstructions: false }
  return { found: true, id, path, realPath: path, version, proven: true, behaviours }
}

function subsetsOf(names: readonly string[]): readonly (readonly string[])[] {
  let sets: readonly (readonly string[])[] = [[]]
  for (const name of names) sets = sets.concat(sets.map((set) => [...set, name]))
  return sets
}

describe('assignFiles', () => {
  it('gives every agent the text, once, or says that one gets it twice', () => {
    fc.assert(
      fc.property(fc.subarray([...known]), (agents) => {
        const { files, served, twice } = assignFiles(agents)
        const written = files.map(({ path }) => path)
        expect(new Set(written).size).toBe(written.length)
        for (const agent of agents) {
          const own = files.find(({ agents: ids }) => ids.includes(agent.id))
          const other = served.find((one) => one.agent === agent.id)
          expect([own, other].filter(Boolean)).toHaveLength(1)
          const read = readBy(agent, written)
          expect(read).toContain(own?.path ?? other?.path)
          if (read.length > 1) expect(twice.map((one) => one.agent)).toContain(agent.id)
        }
        expect(twice.filter(({ sometimes }) => !sometimes)).toEqual([])
      }),
    )
  })

  it('has one AGENTS.md for all who read it, and none of its own for who would read two', () => {
    expect(assignFiles(pick('codex', 'opencode', 'cursor', 'copilot'))).toMatchObject({
      files: [{ path: 'AGENTS.md', agents: ['codex', 'opencode'] }],
      served: [
        { agent: 'cursor', path: 'AGENTS.md' },
        { agent: 'copilot', path: 'AGENTS.md' },
      ],
      twice: [],
    })
    expect(assignFiles(pick('claude', 'cursor'))).toMatchObject({
      files: [{ path: 'CLAUDE.md' }, { path: '.cursor/rules/onesoul.mdc' }],
      twice: [{ agent: 'cursor', sometimes: true }],
    })
  })
})

describe('findShifts', () => {
  it.each([
    [['claude'], ['CLAUDE.md'], ['AGENTS.md'], 'CLAUDE.md over AGENTS.md'],
    [['claude'], ['CLAUDE.md'], ['AGENTS.md', 'CLAUDE.md'], ''],
    [['opencode'], ['AGENTS.md'], ['CLAUDE.md'], 'AGENTS.md over CLAUDE.md'],
    [['codex'], ['AGENTS.md'], ['AGENTS.override.md'], 'AGENTS.override.md over AGENTS.md'],
    [['claude', 'codex'], ['CLAUDE.md', 'AGENTS.md'], [], ''],
    [['gemini'], ['GEMINI.md'], ['AGENTS.md'], ''],
  ])('for %j that write %j beside text in %j: %s', (names, written, foreign, expected) => {
    const shifts = findShifts(pick(...names), { written, foreign })
    expect(shifts.map(({ reads, ignores }) => `${reads} over ${ignores}`).join()).toBe(expected)
  })
})
