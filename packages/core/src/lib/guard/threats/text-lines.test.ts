import { describe, expect, it } from 'vitest'
import {
  BLANK,
  FENCE,
  FENCED,
  FRONTMATTER,
  HEADING,
  ITEM,
  lineAt,
  QUOTED,
  readLines,
  TABLE,
  TEXT_FENCE,
  WARNED,
} from './text-lines.ts'

const NAMES = {
  FENCED,
  HEADING,
  QUOTED,
  TABLE,
  ITEM,
  BLANK,
  FRONTMATTER,
  WARNED,
  FENCE,
  TEXT_FENCE,
}

function namesOf(text: string): readonly string[] {
  return readLines(text).flags.map((flags) =>
    Object.entries(NAMES)
      .filter(([, flag]) => (flags & flag) !== 0)
      .map(([name]) => name)
      .join(' '),
  )
}

describe('readLines', () => {
  it('tells headings, items, quotes, tables and blank lines', () => {
    expect(namesOf('# A\n\n- b\n> c\n| d |\ne')).toEqual([
      'HEADING',
      'BLANK',
      'ITEM',
      'QUOTED',
      'TABLE',
      '',
    ])
  })

  it('keeps a fence open until a mark of its kind that is as long', () => {
    expect(namesOf('````\n```\na\n````\nb')).toEqual([
      'FENCED FENCE TEXT_FENCE',
      'FENCED TEXT_FENCE',
      'FENCED TEXT_FENCE',
      'FENCED FENCE',
      '',
    ])
    expect(namesOf('~~~\n```')).toEqual(['FENCED FENCE TEXT_FENCE', 'FENCED TEXT_FENCE'])
    expect(namesOf('```sh\n``` x\n\n``````\nb')).toEqual([
      'FENCED FENCE',
      'FENCED',
      'FENCED BLANK',
      'FENCED FENCE',
      '',
    ])
  })

  it.each([
    ['```', 'FENCED FENCE TEXT_FENCE'],
    ['```text', 'FENCED FENCE TEXT_FENCE'],
    ['```txt', 'FENCED FENCE TEXT_FENCE'],
    ['```plain', 'FENCED FENCE TEXT_FENCE'],
    ['``` Markdown', 'FENCED FENCE TEXT_FENCE'],
    ['```textile', 'FENCED FENCE TEXT_FENCE'],
    ['```sh', 'FENCED FENCE'],
    ['```plainer', 'FENCED FENCE'],
    ['```context', 'FENCED FENCE'],
    ['```yara', 'FENCED WARNED FENCE'],
    ['```yar', 'FENCED WARNED FENCE'],
    ['```sigma', 'FENCED WARNED FENCE'],
    ['```regex', 'FENCED WARNED FENCE'],
    ['```kqlx', 'FENCED FENCE'],
    ['```xsigma', 'FENCED FENCE'],
    ['- ```sh', 'FENCED FENCE'],
    ['> > ```sh', 'FENCED FENCE'],
    ['    ~~~sh', 'FENCED FENCE'],
    ['a ```sh', ''],
    ['``sh', ''],
  ])('tells what %j opens: %s', (line, names) => {
    expect(namesOf(line)).toEqual([names])
    expect(namesOf(`${line}\n\nx`)[1]).toBe(
      names
        .replace(/ FENCE\b|^$/, '')
        .replace(/(?: ?WARNED| ?TEXT_FENCE|)$/, (end) => ` BLANK${end}`)
        .trim(),
    )
  })

  it.each([
    ['*  a', 'ITEM'],
    ['12) a', 'ITEM'],
    ['  + a', 'ITEM'],
    ['• a', 'ITEM'],
    ['1234. a', ''],
    ['-a', ''],
    ['1.a', ''],
    ['a - b', ''],
    [`${' '.repeat(45)}- a`, ''],
    ['#a', ''],
    ['####### a', ''],
    ['   ## a', 'HEADING'],
    ['    ## a', ''],
    ['**A title**', 'HEADING'],
    ['__A title__:', 'HEADING'],
    ['**A title** and more', ''],
    ['**a**', ''],
    ['* a **b**', 'ITEM'],
    ['>', 'QUOTED BLANK'],
    ['> >', 'QUOTED BLANK'],
    ['> # a', 'HEADING QUOTED'],
    ['> - a', 'QUOTED ITEM'],
    ['> > | a', 'QUOTED TABLE'],
    ['> ```sh', 'FENCED FENCE'],
    [' \t', 'BLANK'],
    [' | a |', 'TABLE'],
    ['a | b', ''],
    ['x > y', ''],
    ['x ~~~sh', ''],
    ['-    ```sh', 'FENCED FENCE'],
    ['>```sh', 'FENCED FENCE'],
    ['>> a', 'QUOTED'],
    ['  >  > # a', 'HEADING QUOTED'],
    ['##  a', 'HEADING'],
    ['a # b', ''],
    ['__A title__x', ''],
    ['x **A title**', ''],
    ['**A title** \t', 'HEADING'],
    ['{**A title**', ''],
    ['[# a', ''],
    ['{- a', ''],
  ])('tells what %j is: %s', (line, names) => {
    expect(namesOf(line)).toEqual([names])
  })

  it('takes frontmatter at the start alone', () => {
    expect(namesOf('---\na: b\n---\nc')).toEqual(['FRONTMATTER', 'FRONTMATTER', 'FRONTMATTER', ''])
    expect(namesOf('c\n---\na: b\n---')).not.toContain('FRONTMATTER')
    expect(namesOf('---\na: b')).not.toContain('FRONTMATTER')
    expect(namesOf('\ufeff--- yaml \na\n...\nc')).toEqual([
      'FRONTMATTER',
      'FRONTMATTER',
      'FRONTMATTER',
      '',
    ])
    expect(namesOf('---\r\na\r\n--- \r\nc')).toEqual([
      'FRONTMATTER',
      'FRONTMATTER',
      'FRONTMATTER',
      '',
    ])
    expect(namesOf('---\na\n---x\n---')[2]).toBe('FRONTMATTER')
    expect(namesOf('---\na\nx...\n... x\n---- \n---\nb')).toEqual([
      ...Array(6).fill('FRONTMATTER'),
      '',
    ])
    expect(namesOf('---\na\n... \nb\n---')[3]).toBe('')
    expect(namesOf('x---\na\n---')).not.toContain('FRONTMATTER')
    expect(namesOf('--- a b\na\n---')).not.toContain('FRONTMATTER')
    expect(namesOf('a\n---\na\n---')).not.toContain('FRONTMATTER')
    expect(namesOf('---\na\n---\n# b\n---\nc\n---')).not.toContain('HEADING FRONTMATTER')
    expect(namesOf(`---\n${'a: b\n'.repeat(20_000)}---\n`)).not.toContain('FRONTMATTER')
  })

  it('warns under a heading about attacks until one of its level', () => {
    const names = namesOf('# Notes\n## Red flags\na\n### More\nb\n## Usage\nc')
    expect(names).toEqual([
      'HEADING',
      'HEADING WARNED',
      'WARNED',
      'HEADING WARNED',
      'WARNED',
      'HEADING',
      '',
    ])
  })

  it.each(
    [
      'attack|attacks|attacker|attackers|adversary|adversarial|threat|threats|injection',
      'injections|injected|exploit|exploits|malicious|malware|vulnerable|vulnerability',
      'red flag|red flags|anti-pattern|anti-patterns|antipatterns|never|avoid|unsafe',
      'dangerous|insecure|jailbreak|jailbreaking|detect|detection|indicator|indicators',
      'suspicious|payload|payloads|abuse|exfiltrate|exfiltration|phishing|poison',
      'poisoning|hijack|hijacking|warning sign|warning signs|rationalization',
      'rationalisations|bad example|bad examples|wrong|false positive|false positives',
      "false negative|false negatives|must not|do not|don't|don'ts|donts|forbidden",
      'prohibited|bypass|bypasses|evasion|evasions|obfuscate|obfuscation|persistence',
      'reverse shell|reverse shells|red team|red teaming|pentest|pentesting|penetration',
      'sandbox escape|sandbox escapes|smuggling|spoofing|hunting|forensic|forensics',
      'yara|sigma|incident|防攻击|防注入|恶意的|危险的|禁止的|漏洞的',
    ].flatMap((row) => row.split('|')),
  )('warns under %j', (title) => {
    expect(namesOf(`## Of ${title}.\na`)[1]).toBe('WARNED')
    expect(namesOf(`**${title}**\na`)[1]).toBe('WARNED')
    expect(namesOf(`> ## ${title}\n\na`)[2]).toBe('WARNED')
  })

  it.each(['Attackable', 'Usage', 'Delivery', 'Incidental', 'Nevermore', 'Doing', 'A wronged one'])(
    'does not warn under %j',
    (title) => {
      expect(namesOf(`## ${title}\na`)[1]).toBe('')
    },
  )

  it('warns of what stands under a warning, whatever it is, until a heading as high', () => {
    const body = '\n```sh\n\n> x\n```\n>\n| a\n'
    expect(
      namesOf(`# Attacks${body}`).every(
        (names) => names.includes('WARNED') || names === 'HEADING WARNED',
      ),
    ).toBe(true)
    expect(namesOf('# Attacks\n## Usage\na\n**B c**\nd\n# Usage\ne')).toEqual([
      'HEADING WARNED',
      'HEADING WARNED',
      'WARNED',
      'HEADING WARNED',
      'WARNED',
      'HEADING',
      '',
    ])
    expect(namesOf('**Attacks**\na\n**Usage**\nb')).toEqual([
      'HEADING WARNED',
      'WARNED',
      'HEADING',
      '',
    ])
    expect(namesOf('# Usage\n## Attacks\na\n## Usage\nb')[4]).toBe('')
    expect(namesOf('# Attacks\n# Usage\nb')[2]).toBe('')
    expect(namesOf('## 攻击\na')[1]).toBe('')
    expect(namesOf('## 攻击者\na')[1]).toBe('WARNED')
  })

  it('leaves out the line break, also that of Windows', () => {
    const { starts, ends } = readLines('a\r\nbc\n')
    expect(starts).toEqual([0, 3, 6])
    expect(ends).toEqual([1, 5, 6])
    expect(readLines('\r\n\ra\r')).toMatchObject({ starts: [0, 2], ends: [0, 4] })
    expect(readLines('').flags).toEqual([BLANK])
  })
})

describe('lineAt', () => {
  it('finds the line of each offset', () => {
    const lines = readLines('a\nbc\n\nd')
    expect([0, 1, 2, 4, 5, 6].map((offset) => lineAt(lines, offset))).toEqual([0, 0, 1, 1, 2, 3])
  })
})
