import { describe, expect, it } from 'vitest'
import { CoreError } from '../core-error.ts'
import { type SectionOptions, section } from './section.ts'

const base: SectionOptions = {
  id: 'docs',
  half: 'context',
  trust: 'external',
  stability: 'session',
  text: 'Found.',
}

describe('section', () => {
  it('shows context to the owner and directives to everybody, unless told otherwise', () => {
    expect(section(base)).toEqual({
      ...base,
      sharedBy: 'session',
      audience: 'owner',
      priority: 300,
    })
    expect(section({ ...base, half: 'directives', trust: 'operator' }).audience).toBe('public')
    expect(section({ ...base, stability: 'fixed' }).sharedBy).toBe('bot')
    expect(
      section({ ...base, audience: 'user:ann', priority: 7, sharedBy: 'tenant' }),
    ).toMatchObject({ audience: 'user:ann', priority: 7, sharedBy: 'tenant' })
  })

  it.each([
    ['', 'the section id ""'],
    ['-x', 'the section id "-x"'],
    ['a/b', 'the section id "a/b"'],
    ['a b', 'the section id "a b"'],
    ['a"><rules>', 'the section id "a\\"><rules>"'],
    ['é', 'the section id'],
    ['x'.repeat(65), 'the section id'],
  ])('refuses the id %j', (id, message) => {
    expect(() => section({ ...base, id })).toThrow(message)
  })

  it.each([
    [{ half: 'directives' }, 'section docs: text of trust external cannot bind'],
    [{ half: 'directives', trust: 'model' }, 'text of trust model cannot bind'],
    [{ half: 'directives', trust: 'project' }, 'text of trust project cannot bind'],
    [{ half: 'middle' }, 'half is "middle", not one of directives, context'],
    [{ trust: 'root' }, 'trust is "root"'],
    [{ stability: 'hourly' }, 'stability is "hourly"'],
    [{ sharedBy: 'me' }, 'sharedBy is "me"'],
    [{ audience: 'user:' }, 'audience is "user:"'],
    [{ priority: Number.NaN }, 'priority is no number'],
    [{ maxChars: -1 }, 'maxChars is no count'],
    [{ maxChars: 1.5 }, 'maxChars is no count'],
    [{ text: undefined }, 'its text is no string'],
  ])('refuses %j', (change, message) => {
    const make = (): unknown => section({ ...base, ...change } as SectionOptions)
    expect(make).toThrow(CoreError)
    expect(make).toThrow(message)
  })

  it.each(['A', '9.x_y-z', 'x'.repeat(64)])('takes the id %j', (id) => {
    expect(section({ ...base, id }).id).toBe(id)
  })
})
