import { describe, expect, it } from 'vitest'
import { FOREIGN, INVISIBLE, LETTER, SYMBOL } from './character-kinds.ts'
import { beginsEscape, endsSentence, isLetter, isMail, isOtherAlphabet } from './sign-checks.ts'

describe('isMail', () => {
  it.each<readonly [string, boolean]>([
    ['me@example.com', true],
    ['mé@ex-ample.org', true],
    ['1@a.b', true],
    ['git@example.com', false],
    ['legit@example.com', false],
    ['gitlab@example.com', true],
    [' @example.com', false],
    ['@example.com', false],
    ['me@', false],
    ['me@example', false],
    ['me@.com', false],
    ['me@example.1', false],
    ['me@ example.com', false],
    ['me@"example.com', false],
  ])('of %j is %s', (text, expected) => {
    expect(isMail(text, text.indexOf('@'))).toBe(expected)
  })
})

describe('isOtherAlphabet', () => {
  it.each<readonly [string, boolean]>([
    ['é', false],
    ['ſ', false],
    ['\u036f', false],
    ['\u0370', true],
    ['α', true],
    ['ж', true],
    ['\u1dff', true],
    ['ḁ', false],
    ['\u1fff', false],
    ['\u2000', true],
    ['Ⰰ', true],
  ])('of %s is %s', (letter, expected) => {
    expect(isOtherAlphabet(letter.charCodeAt(0))).toBe(expected)
  })
})

describe('isLetter', () => {
  it('is one of any alphabet', () => {
    expect([LETTER, FOREIGN, SYMBOL, INVISIBLE].map(isLetter)).toEqual([true, true, false, false])
  })
})

describe('beginsEscape', () => {
  it.each<readonly [string, boolean]>([
    ['&#1', true],
    ['&lt', true],
    ['&AZ', true],
    ['&az', true],
    ['&l;', false],
    ['&1t', false],
    ['& l', false],
    ['&@b', false],
    ['&{b', false],
    ['%20', true],
    ['%aF', true],
    ['%09', true],
    ['%2g', false],
    ['%g2', false],
    ['%2:', false],
    ['%/2', false],
    ['%`a', false],
    ['\\x4', true],
    ['\\u0', true],
    ['\\\\x', true],
    ['\\n1', false],
  ])('in %j is %s', (text, expected) => {
    const [code, next, third] = Array.from(text, (sign) => sign.charCodeAt(0))
    expect(beginsEscape(code ?? 0, next ?? 0, third ?? 0)).toBe(expected)
  })
})

describe('endsSentence', () => {
  it.each<readonly [string, boolean]>([
    ['.', true],
    ['. A', true],
    ['.\n', true],
    ['.a', false],
    ['.)', true],
    ['.** A', true],
    ['.")]*', true],
    ['.")]*_ A', false],
    ['.)a', false],
    ['.” A', true],
    ['.» A', true],
    ['.`', true],
    [".'", true],
    ['.~~ A', true],
    ['.- A', false],
  ])('of %j is %s', (text, expected) => {
    expect(endsSentence(text, 1)).toBe(expected)
  })
})
