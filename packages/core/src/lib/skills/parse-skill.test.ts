import { describe, expect, it } from 'vitest'
import { parseSkill } from './parse-skill.ts'
import { SKILL_RULES, type SkillRuleCode } from './skill-rules.ts'

const source = { root: 'skills', path: 'SKILL.md' } as const
const read = (text: string | Uint8Array, folder = 'my-skill') =>
  parseSkill(text, { folder, source })
const skill = (lines: string, body = 'Do it.\n') => `---\n${lines}\n---\n${body}`
const codesOf = (text: string | Uint8Array, folder?: string) =>
  read(text, folder).diagnostics.map(({ code }) => code)

const GOOD = 'name: my-skill\ndescription: Does a thing.'
const named = (name: string) => skill(`name: ${name}\ndescription: d`)

describe('parseSkill', () => {
  it('reads every field, and finds nothing to say of a good skill', () => {
    const given = skill(
      `${GOOD}\nlicense: MIT\ncompatibility: Requires git\nmetadata:\n  author: a\n  version: 1.10\nallowed-tools: Bash(git add:*) Read`,
    )
    const { facts, diagnostics, usable, body, text } = read(given)
    expect(diagnostics).toEqual([])
    expect(usable).toBe(true)
    expect(text.slice(body.start, body.end)).toBe('Do it.\n')
    expect(facts).toMatchObject({
      name: 'my-skill',
      description: 'Does a thing.',
      license: 'MIT',
      compatibility: 'Requires git',
      metadata: { author: 'a', version: '1.10' },
      allowedTools: ['Bash(git add:*)', 'Read'],
      byModel: true,
      byPerson: true,
      lines: { name: 2, description: 3, license: 4, compatibility: 5, metadata: 6 },
    })
  })

  it.each<[string, string, SkillRuleCode[], string?]>([
    ['the shortest name', named('a'), [], 'a'],
    ['a name of 64', named('a'.repeat(64)), [], 'a'.repeat(64)],
    ['digits alone', named('123'), [], '123'],
    ['no name', skill('description: d'), ['skill.name-missing']],
    ['an empty name', skill('name:\ndescription: d'), ['skill.name-missing']],
    ['a blank name', skill('name: "  "\ndescription: d'), ['skill.name-missing']],
    ['a list for a name', skill('name: [a, b]\ndescription: d'), ['skill.name-characters']],
    ['a name of 65', named('a'.repeat(65)), ['skill.name-long'], 'a'.repeat(65)],
    ['a capital letter', named('My-skill'), ['skill.name-characters'], 'My-skill'],
    ['an underscore', named('my_skill'), ['skill.name-characters'], 'my_skill'],
    ['a blank inside', named('my skill'), ['skill.name-characters'], 'my skill'],
    ['a path', named('../x'), ['skill.name-characters', 'skill.name-folder']],
    ['a first dash', named('-x'), ['skill.name-dash'], '-x'],
    ['a last dash', named('x-'), ['skill.name-dash'], 'x-'],
    ['two dashes', named('a--b'), ['skill.name-dash'], 'a--b'],
    ['another folder', named('other'), ['skill.name-folder']],
    ['letters of other scripts', named('技能'), ['skill.name-letters'], '技能'],
    ['capitals of other scripts', named('НАВЫК'), ['skill.name-characters'], 'НАВЫК'],
    ['composed and decomposed letters', named('cafe\u0301'), ['skill.name-letters'], 'caf\u00e9'],
    ['no description', skill('name: my-skill'), ['skill.description-missing']],
    [
      'an empty description',
      skill('name: my-skill\ndescription: ""'),
      ['skill.description-missing'],
    ],
    ['a list for it', skill('name: my-skill\ndescription: [a]'), ['skill.description-missing']],
    ['1,024 characters', skill(`name: my-skill\ndescription: ${'x'.repeat(1024)}`), []],
    ['1,024 emoji', skill(`name: my-skill\ndescription: ${'🙂'.repeat(1024)}`), []],
    [
      '1,025',
      skill(`name: my-skill\ndescription: ${'x'.repeat(1025)}`),
      ['skill.description-long'],
    ],
    ['compatibility of 500', skill(`${GOOD}\ncompatibility: ${'x'.repeat(500)}`), []],
    ['of 501', skill(`${GOOD}\ncompatibility: ${'x'.repeat(501)}`), ['skill.compatibility-long']],
    ['a list', skill(`${GOOD}\ncompatibility: [a]`), ['skill.compatibility-form']],
    ['metadata as text', skill(`${GOOD}\nmetadata: x`), ['skill.metadata-form']],
    [
      'metadata that is deeper',
      skill(`${GOOD}\nmetadata:\n  a: { b: c }`),
      ['skill.metadata-form'],
    ],
    ['tools as a list', skill(`${GOOD}\nallowed-tools: [Read]`), ['skill.allowed-tools-form']],
    [
      'tools with commas',
      skill(`${GOOD}\nallowed-tools: Read, Grep`),
      ['skill.allowed-tools-form'],
    ],
    ['commas in parentheses', skill(`${GOOD}\nallowed-tools: Bash(a,b)`), []],
    ['a key of one agent', skill(`${GOOD}\nuser-invocable: false`), ['skill.foreign-key']],
    ['a key of nobody', skill(`${GOOD}\ncolour: red`), ['skill.unknown-key']],
    ['a key that reaches the prototype', skill(`${GOOD}\n__proto__: x`), ['skill.refused-key']],
    ['no body', skill(GOOD, ''), ['skill.body-empty']],
    ['500 lines', skill(GOOD, 'x\n'.repeat(500)), []],
    ['501 lines', skill(GOOD, 'x\n'.repeat(501)), ['skill.body-long']],
    ['more than 5,000 tokens', skill(GOOD, '字'.repeat(4000)), ['skill.body-long']],
    ['a byte order mark', `\ufeff${skill(GOOD)}`, []],
    ['CRLF', skill(GOOD).replaceAll('\n', '\r\n'), []],
    ['no frontmatter', '# Skill\n', NOTHING('skill.no-frontmatter')],
    ['an open block', '---\nname: my-skill\n', NOTHING('skill.no-frontmatter')],
    ['a list as a block', '---\n- a\n---\nB', NOTHING('skill.no-frontmatter')],
    ['a language', '---js\nprocess.exit(1)\n---\nB', NOTHING('skill.language-tag')],
  ])('%s', (_, text, codes, folder) => {
    expect(codesOf(text, folder)).toEqual(codes)
  })

  it.each<[string, string, string]>([
    [
      'an unquoted colon',
      'name: my-skill\ndescription: Use when: (1) a file',
      'Use when: (1) a file',
    ],
    ['an alias bomb', `${GOOD}\na: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]`, 'Does a thing.'],
    ['a tag', `${GOOD}\na: !!js/function "x"`, 'Does a thing.'],
    ['a doubled key', `${GOOD}\ndescription: Second.`, 'Does a thing.'],
    ['a list that never ends', `${GOOD}\ntags: [a`, 'Does a thing.'],
    ['a value in quotes', 'name: "my-skill"\ndescription: "A: b"\nx: a: b', 'A: b'],
    [
      'a value of several lines',
      'name: my-skill\ndescription: a: b\n  and c\nx: a: b',
      'a: b and c',
    ],
    ['a folded value', 'name: my-skill\ndescription: >-\n  a b\n  c\nx: a: b', 'a b c'],
  ])('%s: read line by line, said with its line, usable', (_, block, description) => {
    const { facts, usable, diagnostics } = read(skill(block))
    expect(facts).toMatchObject({ name: 'my-skill', description })
    expect(usable).toBe(true)
    expect(diagnostics.find(({ code }) => code === 'skill.invalid-yaml')).toMatchObject({
      severity: 'error',
      source: { root: 'skills', path: 'SKILL.md', line: expect.any(Number) },
    })
  })

  it.each([
    ['name: my-skill\ndescription: *x', '*x', 'an alias is not followed'],
    [`${GOOD}\na: !!js/function "x"`, 'js/function', 'remove the tag'],
    [`${GOOD}\ndescription: Second.`, 'unique', 'keep one'],
    ['name: my-skill\ndescription: Use it: now', 'Nested mappings', 'in quotes: `description'],
  ])('says of %j what it is, and what to do', (block, message, fix) => {
    const { diagnostics } = read(skill(block))
    expect(diagnostics.find(({ code }) => code === 'skill.invalid-yaml')).toMatchObject({
      message: expect.stringContaining(message),
      fix: expect.stringContaining(fix),
    })
  })

  it('reads no file above 256 KB, and shortens what is listed of a long description', () => {
    const long = `name: my-skill\ndescription: ${'x'.repeat(2_000_000)}`
    expect(read(skill(long))).toMatchObject({ usable: false, text: '' })
    expect(codesOf(skill(long))).toEqual(['skill.file-large'])
    const fitting = read(skill(`name: my-skill\ndescription: ${'🙂'.repeat(20_000)}`))
    expect(fitting).toMatchObject({ usable: true })
    expect([...fitting.facts.description]).toHaveLength(1024)
  })

  it('says what of the bytes is no text', () => {
    const bytes = Buffer.concat([Buffer.from(skill(GOOD)), Buffer.from([0xff, 0x00])])
    expect(codesOf(bytes)).toEqual(['skill.encoding', 'skill.encoding'])
  })

  it('calls a skill without a name by its folder, if that is one', () => {
    expect(read(skill('description: d'), 'fine')).toMatchObject({
      usable: true,
      facts: { name: 'fine' },
    })
    expect(read(skill('description: d'), 'No Name').usable).toBe(false)
  })

  it('names a key that was meant', () => {
    expect(read(skill(`${GOOD}\nlicence: MIT`)).diagnostics).toMatchObject([
      { message: expect.stringContaining('did you mean license?'), source: { line: 4 } },
    ])
  })

  it('takes who may call it from the keys of Claude Code', () => {
    const { facts } = read(skill(`${GOOD}\ndisable-model-invocation: true\nuser-invocable: false`))
    expect(facts).toMatchObject({ byModel: false, byPerson: false })
  })

  it('has a fix for every rule', () => {
    for (const { fix } of Object.values(SKILL_RULES)) expect(fix).toMatch(/\S/)
  })
})

function NOTHING(code: SkillRuleCode): SkillRuleCode[] {
  const empty: readonly string[] = ['skill.language-tag', 'skill.no-frontmatter']
  expect(empty).toContain(code)
  return [code, 'skill.name-missing', 'skill.description-missing']
}
