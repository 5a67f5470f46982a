import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setDisabled } from '../../index.ts'
import { editDisabled } from './set-disabled.ts'

describe('editDisabled', () => {
  const head = '# mine\nlanguage: en # here\n\n'
  it.each([
    ['an empty file', '', 'skills:\n  disabled:\n    - x\n'],
    ['no key', head, `${head.trimEnd()}\nskills:\n  disabled:\n    - x\n`],
    ['an empty key', `${head}skills:\n`, `${head}skills:\n  disabled:\n    - x\n`],
    [
      'other keys',
      `${head}skills:\n  # always\n  always: [a]\n`,
      `${head}skills:\n  # always\n  always: [ a ]\n  disabled:\n    - x\n`,
    ],
    [
      'a list',
      `${head}skills:\n  disabled:\n    - a # why\n  profile: runtime\n`,
      `${head}skills:\n  disabled:\n    - a # why\n    - x\n  profile: runtime\n`,
    ],
  ])('adds a name to %s and takes it out again', (_, before, after) => {
    const added = editDisabled(before, ['x'], true)
    expect(added.text).toBe(after)
    expect(editDisabled(added.text, ['x'], true)).toMatchObject({ text: after, changed: [] })
    const taken = editDisabled(added.text, ['x'], false)
    expect(taken.disabled).toEqual(before.includes('a # why') ? ['a'] : [])
    expect(taken.text).not.toContain('- x')
  })

  it.each([
    ['skills: [', 'no readable YAML'],
    ['- a\n', 'no mapping'],
    ['skills: on\n', '`skills` is no mapping'],
    ['skills:\n  disabled: x\n', 'no list'],
  ])('refuses %j', (text, reason) => {
    expect(() => editDisabled(text, ['x'], true)).toThrow(reason)
  })
})

describe('setDisabled', () => {
  it('writes the file only when something changes', async () => {
    const home = await mkdtemp(join(tmpdir(), 'onesoul-disabled-'))
    try {
      const path = join(home, 'config.yaml')
      await writeFile(path, 'skills: { disabled: [a] } # kept as it is\n')
      expect(await setDisabled(home, ['a'], true)).toEqual({ changed: [], disabled: ['a'] })
      expect(await readFile(path, 'utf8')).toBe('skills: { disabled: [a] } # kept as it is\n')
      expect(await setDisabled(home, ['a', 'b'], false)).toEqual({ changed: ['a'], disabled: [] })
      expect(await readFile(path, 'utf8')).toBe('skills: { disabled: [] } # kept as it is\n')
    } finally {
      await rm(home, { recursive: true })
    }
  })
})
