import { describe, expect, it } from 'vitest'
import { findNameSlip, NAME_SLIP } from './find-name-slips.ts'

function slips(name: string): boolean {
  return findNameSlip(`---\nname: ${name}\ndescription: x\n---\n`) !== undefined
}

describe('findNameSlip', () => {
  it.each([
    'yaml-validater',
    'log-anlayzer',
    'csv-convertr',
    'json-formater',
    'git-mnaager',
    'Lodahs',
    'a_scnaner',
  ])('sees that %s imitates a word', (name) => {
    expect(slips(name)).toBe(true)
  })

  it.each([
    'yaml-validator',
    'code-reviewer',
    'test-runner',
    'readers',
    'docker',
    'x',
    'database-helper',
    'loaders',
    'lodash',
    'reedar',
    'scbnner-x-yz',
    'validato',
    'xvalidator',
    'validaterr',
    'anlayzre',
    'chema',
  ])('leaves %s alone', (name) => {
    expect(slips(name)).toBe(false)
  })

  it('looks at the name in the frontmatter alone', () => {
    expect(findNameSlip('name: yaml-validater')).toBeUndefined()
    expect(findNameSlip('x\n---\nname: yaml-validater\n---\n')).toBeUndefined()
    expect(findNameSlip('---\na: b\n---\nname: yaml-validater\n')).toBeUndefined()
    expect(findNameSlip('---\na: b\n---\n')).toBeUndefined()
    expect(findNameSlip('---\r\nname:yaml-validater\r\n---\r\n')).toBeDefined()
    expect(NAME_SLIP).toMatchObject({
      id: 'supply-chain.name-slip',
      family: 'supply-chain',
      severity: 'high',
      title: expect.stringMatching(/^[A-Z].*\.$/),
      patterns: [],
    })
    const text = '---\na: b\nname: "yaml-validater"\n---\n'
    const found = findNameSlip(text)
    expect(text.slice(found?.start, found?.end)).toBe('yaml-validater')
  })
})
