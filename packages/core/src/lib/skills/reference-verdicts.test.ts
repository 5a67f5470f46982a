import { describe, expect, it } from 'vitest'
import { parseSkill } from './parse-skill.ts'

const refuses = (text: string, folder: string) =>
  parseSkill(text, { folder, source: { root: 'skills', path: 'SKILL.md' } }).diagnostics.some(
    ({ severity }) => severity === 'error',
  )
const skill = (lines: string) => `---\n${lines}\n---\nBody\n`
const named = (name: string) => skill(`name: ${name}\ndescription: A test skill`)
const GOOD = 'name: my-skill\ndescription: A test skill'

/** The cases of the validator's own tests (agentskills/agentskills at 69ef37e, skills-ref), and its verdicts. */
describe('the verdicts of the format’s own validator', () => {
  it.each<[string, string, string]>([
    ['the smallest skill', skill(GOOD), 'my-skill'],
    ['license and metadata', skill(`${GOOD}\nlicense: MIT\nmetadata:\n  author: Test`), 'my-skill'],
    ['a version that looks like a number', skill(`${GOOD}\nmetadata:\n  version: 1.0`), 'my-skill'],
    ['tools', skill(`${GOOD}\nallowed-tools: Bash(jq:*) Bash(git:*)`), 'my-skill'],
    ['compatibility', skill(`${GOOD}\ncompatibility: Requires Python 3.11+`), 'my-skill'],
    ['Chinese letters', named('技能'), '技能'],
    ['Russian letters', named('мой-навык'), 'мой-навык'],
    ['one word of them', named('навык'), 'навык'],
    ['decomposed letters', named('cafe\u0301'), 'caf\u00e9'],
  ])('passes %s', (_, text, folder) => {
    expect(refuses(text, folder)).toBe(false)
  })

  it.each<[string, string, string]>([
    ['capital letters', named('MySkill'), 'MySkill'],
    ['a name of 70', named('a'.repeat(70)), 'a'.repeat(70)],
    ['a first dash', named('-my-skill'), '-my-skill'],
    ['two dashes', named('my--skill'), 'my--skill'],
    ['an underscore', named('my_skill'), 'my_skill'],
    ['another folder', named('correct-name'), 'wrong-name'],
    ['Russian capitals', named('НАВЫК'), 'НАВЫК'],
    [
      'a description of 1,100',
      skill(`name: my-skill\ndescription: ${'x'.repeat(1100)}`),
      'my-skill',
    ],
    ['compatibility of 550', skill(`${GOOD}\ncompatibility: ${'x'.repeat(550)}`), 'my-skill'],
    ['no name', skill('description: A test skill'), 'my-skill'],
    ['no description', skill('name: my-skill'), 'my-skill'],
    ['no frontmatter', '# No frontmatter here\n', 'my-skill'],
    ['an open block', '---\nname: my-skill\ndescription: A test skill\n', 'my-skill'],
    ['broken YAML', skill('name: [invalid\ndescription: broken'), 'my-skill'],
    ['a list', skill('- just\n- a\n- list'), 'my-skill'],
  ])('refuses %s', (_, text, folder) => {
    expect(refuses(text, folder)).toBe(true)
  })

  it.each<[string, string]>([
    ['a key that is not the format’s', skill(`${GOOD}\nunknown_field: x`)],
    ['a byte order mark', `\ufeff${skill(GOOD)}`],
    ['three dashes inside of a value', skill('name: my-skill\ndescription: a --- b')],
    ['YAML beyond StrictYAML', skill(`${GOOD}\nmetadata: { author: Test }`)],
  ])('differs on purpose: passes %s, which it refuses', (_, text) => {
    expect(refuses(text, 'my-skill')).toBe(false)
  })
})
