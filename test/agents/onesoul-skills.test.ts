import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type OneSoulStage, setOneSoulStage, type Traced } from './harness/onesoul.ts'
import { ONESOUL_PROGRAMS, type OneSoulProgram, PATIENT } from './harness/onesoul-programs.ts'
import { countIn } from './harness/raw-body.ts'

const ANSWER = 'The sails are mended.'
const BODY = 'Splice the halyard with a marlinspike 用穿索针接绳'
const QUIET = 'Only a person asks for this one'
const MANY = 300
const NAMES = Array.from({ length: MANY }, (_, index) => `buoy-${String(index).padStart(3, '0')}`)

const skill = (name: string, description: string, more = ''): string =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n${name === 'splice' ? `${BODY}: $ARGUMENTS` : `Body of ${name}.`}\n`

/** 1,000 characters, no two alike. */
const long = (name: string): string =>
  `${name} ${'is marked on the chart and '.repeat(40)}`.slice(0, 1000)

const SKILLS: Readonly<Record<string, string>> = {
  'soul/skills/splice/SKILL.md': skill('splice', 'Mends a rope.'),
  'soul/skills/quiet/SKILL.md': skill('quiet', QUIET, 'disable-model-invocation: true\n'),
  'soul/skills/gated/SKILL.md': skill(
    'gated',
    'Never shown.',
    'metadata: {"openclaw":{"requires":{"bins":["no-such-windlass"]}}}\n',
  ),
  'home/.agents/skills/anchor/SKILL.md': skill('anchor', 'Moors 抛锚.'),
  'home/.claude/skills/beacon/SKILL.md': skill('beacon', 'Lights 点灯.'),
  ...Object.fromEntries(
    NAMES.map((name) => [`soul/skills/${name}/SKILL.md`, skill(name, long(name))]),
  ),
}

/** What each program calls the skill, the most that its list of 300 may take, and whether it names all of them. */
const ROWS: Readonly<Record<OneSoulProgram['name'], readonly [string, number, boolean]>> = {
  'claude-197': ['onesoul:splice', 40_000, true],
  'claude-332': ['onesoul:splice', 40_000, true],
  codex: ['onesoul:splice', 25_000, true],
  opencode: ['splice', 45_000, false],
}

describe.each(ONESOUL_PROGRAMS)('onesoul trace $typed ($version) with skills', (program) => {
  let stage: OneSoulStage
  afterEach(() => stage.close())
  const [calledAs, most, namesAll] = ROWS[program.name]

  it(
    'lists each skill once, floods nobody, and brings the one that is called',
    PATIENT,
    async () => {
      stage = await setOneSoulStage(program, { script: [{ text: ANSWER }], files: () => SKILLS })

      const refused = await stage.onesoul('run', program.typed, '/gated now')
      expect(refused.code).toBe(4)
      expect(refused.stderr).toContain('is gated: the program no-such-windlass is not in PATH')
      expect(stage.model.requests()).toEqual([])

      const traced = await stage.trace('a torn sheet', '--skill', 'splice')
      expect(traced.code, traced.stderr).toBe(0)
      expect(traced.receipt.verdict).toBe('proven')
      expect(traced.receipt.skills?.called).toEqual({ name: calledAs, verdict: 'delivered' })
      const turn = turnOf(traced)
      expect(countIn(turn, BODY)).toBe(1)
      expect(countIn(turn, 'a torn sheet')).toBeGreaterThan(0)
      expect(countIn(turn, QUIET)).toBe(0)
      for (const words of ['Moors 抛锚', 'Lights 点灯']) {
        expect([words, countIn(turn, words)]).toEqual([words, 1])
      }

      const list = listOf(turn)
      expect(list.length).toBeLessThan(most)
      const named = NAMES.filter((name) => entriesOf(list, name) > 0)
      for (const name of named) expect([name, entriesOf(list, name)]).toEqual([name, 1])
      const lost = Number(/(\d+) left out[,;]/.exec(traced.stderr)?.[1] ?? 0)
      expect(namesAll ? [named.length, lost] : named.length + lost).toEqual(
        namesAll ? [MANY, 0] : MANY,
      )
      expect(traced.receipt.skills?.listed.filter(({ verdict }) => verdict === 'missing')).toEqual(
        [],
      )
      expect(await readdir(join(stage.home, 'state/skills/bundles'))).toEqual([])
    },
  )
})

function turnOf({ receipt, requests }: Traced): unknown {
  const [index = 0] = receipt.turns.map(({ request }) => request.index)
  return requests[index - 1]?.body
}

/** The text that names the first buoys. */
function listOf(turn: unknown): string {
  const texts: string[] = []
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk)
  }
  walk(turn)
  const text = texts.find((one) => one.includes('buoy-000')) ?? ''
  const from = text.search(/<available_skills>|<skills_instructions>|skills are available/)
  return text.slice(Math.max(from, 0))
}

function entriesOf(list: string, name: string): number {
  return (
    list.split(new RegExp(`^- (?:onesoul:)?${name}(?=:|$)|<name>${name}</name>`, 'mu')).length - 1
  )
}
