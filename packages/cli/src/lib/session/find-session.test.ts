import { describe, expect, it } from 'vitest'
import { findSession } from './find-session.ts'
import { storedSession } from './fixtures/stored-session.ts'

const records = [
  storedSession('20261101-aa11bb22', { name: 'voyage' }).record,
  storedSession('20261101-cc33dd44').record,
  storedSession('20261102-ee55ff66', { name: '20261101' }).record,
]

describe('findSession', () => {
  it.each([
    ['20261101-aa11bb22', '20261101-aa11bb22'],
    ['20261101-a', '20261101-aa11bb22'],
    ['20261102', '20261102-ee55ff66'],
    ['voyage', '20261101-aa11bb22'],
  ])('finds %s', (wanted, id) => {
    expect(findSession(records, wanted).id).toBe(id)
  })

  it('takes a name before the beginning of an id', () => {
    expect(findSession(records, '20261101').id).toBe('20261102-ee55ff66')
  })

  it.each([
    ['20261101-', 'more than one session begins with "20261101-"', /^20261101-aa11bb22 {2}voyage/],
    ['voyge', 'there is no session "voyge"', /^did you mean voyage\?$/],
    ['nothing like it', 'there is no session "nothing like it"', /^20261101-aa11bb22/],
    ['', 'there is no session ""', /./],
  ])('says of %j what there is', (wanted, message, hint) => {
    expect(() => findSession(records, wanted)).toThrow(
      expect.objectContaining({
        exitCode: 2,
        message,
        hints: expect.arrayContaining([expect.stringMatching(hint)]),
      }),
    )
  })

  it('says that there are none yet', () => {
    expect(() => findSession([], 'voyage')).toThrow(
      expect.objectContaining({ hints: ['there are no sessions in this home yet'] }),
    )
  })
})
