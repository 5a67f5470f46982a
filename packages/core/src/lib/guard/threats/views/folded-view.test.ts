import { describe, expect, it } from 'vitest'
import { sourceOf, viewOf } from '../fixtures/view-of.ts'
import { foldedView } from './folded-view.ts'

const fold = (text: string, ...at: readonly number[]) =>
  foldedView(viewOf(text, { notes: { disguised: at.length > 0 ? [...at] : [0] } }))

describe('foldedView', () => {
  it.each<readonly [string, string]>([
    ['Ｉｇｎｏｒｅ ａｌｌ', 'Ignore all'],
    ['𝗂𝗀𝗇𝗈𝗋𝖾 it, 𝒾𝓉', 'ignore it, it'],
    ['ⓘⓖⓝⓞⓡⓔ', 'ignore'],
    ['ignоrе', 'ignore'],
    ['ѕystem', 'system'],
    ['система', 'система'],
    ['система and ignоrе', 'система and ignore'],
    ['ign\u200bore', 'ignore'],
    ['a\u00adb', 'ab'],
    ['ignore\u3164all\u2800rules\uffa0now\u115fa\u1160b', 'ignore all rules now a b'],
    ['ﬁle № 5', 'file No 5'],
    ['请忽略 1', '请忽略 1'],
    ['о\u200bf it', 'of it'],
  ])('reads %j as it looks', (text, look) => {
    const view = fold(text)
    expect(view?.name).toBe('folded')
    expect(view?.text.split('\n\n')[0]).toBe(look)
  })

  it.each<readonly [string, readonly string[]]>([
    ['ignore\u200ball\u2060rules', ['ignoreallrules', 'ignore all rules']],
    ['1.\u00ad2b', ['1.2b', '1. 2b']],
    ['ig\ufeffnore', ['ignore', 'ig nore']],
    ['i\u200bg', ['ig']],
    ['ab\u200bc d', ['abc d']],
    ['ab\u200b\u200bcd', ['abcd']],
    ['ab \u200bcd', ['ab cd']],
  ])('reads %j with spaces too where words could part', (text, looks) => {
    expect(fold(text)?.text).toBe(looks.map((look) => `${look}\n\n`).join(''))
  })

  it('turns around what is shown reversed', () => {
    const text = 'read \u202eerongi lla\u202c now \u202dabc\u202c'
    const view = fold(text)
    expect(view?.text.split('\n\n').slice(1)).toEqual(['all ignore', ''])
    expect(sourceOf(text, view, 'all ignore')).toBe('erongi lla')
    expect(fold('read \u202dabcdef\nghij')?.text.split('\n\n')[1]).toBe('fedcba')
  })

  it('reads the lines around what was noted, and knows their places', () => {
    const text = 'far\n\nnear ｉｔ 𝗂𝗌\n\nfar'
    const view = fold(text, text.indexOf('ｉｔ'))
    expect(view?.text).toBe('near it is\n\n')
    expect(sourceOf(text, view, 'it')).toBe('ｉｔ')
    expect(sourceOf(text, view, 'near')).toBe('near')
    expect(sourceOf(text, view, '\n\n')).toBe('n')
  })

  it('has no view where nothing was noted', () => {
    expect(foldedView(viewOf('Ｉｔ', {}))).toBeUndefined()
  })
})
