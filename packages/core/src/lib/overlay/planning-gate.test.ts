import { describe, expect, it } from 'vitest'
import { judgePlans } from '../../index.ts'

describe('judgePlans', () => {
  const file = (name: string, mtimeMs = 1, isEmpty = false) => ({ name, mtimeMs, isEmpty })
  it.each([
    ['no plan', [], false, null],
    ['a test specification alone', [file('test-spec-a.md')], false, null],
    ['only empty requirements', [file('prd-a.md', 1, true), file('test-spec-a.md')], false, null],
    ['requirements without a test specification', [file('prd-a.md')], false, 'test-spec-a.md'],
    [
      'an empty test specification',
      [file('prd-a.md'), file('test-spec-a.md', 1, true)],
      false,
      'test-spec-a.md',
    ],
    ['another name', [file('prd-a.md'), file('test-spec-b.md')], false, 'test-spec-a.md'],
    ['a pair', [file('prd-a.md'), file('test-spec-a.md')], true, 'test-spec-a.md'],
    [
      'newer requirements beside a pair',
      [file('prd-a.md'), file('test-spec-a.md'), file('prd-b.md', 2)],
      false,
      'test-spec-b.md',
    ],
    [
      'an older one beside a pair',
      [file('prd-b.md', 2), file('test-spec-b.md', 2), file('prd-a.md')],
      true,
      'test-spec-b.md',
    ],
    [
      'equal times',
      [file('prd-b.md'), file('prd-a.md'), file('test-spec-a.md')],
      true,
      'test-spec-a.md',
    ],
  ])('%s', (_, files, open, testSpec) => {
    expect(judgePlans(files)).toMatchObject({ open, testSpec })
    expect(judgePlans([...files].reverse())).toEqual(judgePlans(files))
  })
})
