import { describe, expect, it } from 'vitest'
import { isUnder, segmentsBelow } from './is-under.ts'

describe('isUnder', () => {
  it('compares whole names, so that a folder with a longer name is not inside', () => {
    expect(isUnder('/home/me/x', '/home/me')).toBe(true)
    expect(isUnder('/home/me-evil/x', '/home/me')).toBe(false)
    expect(isUnder('/home', '/home/me')).toBe(false)
  })

  it('takes a name that merely starts with two dots for a name', () => {
    expect(isUnder('/home/me/..x', '/home/me')).toBe(true)
    expect(isUnder('/home/me/../you', '/home/me')).toBe(false)
  })
})

describe('segmentsBelow', () => {
  it('gives the names on the way, none for the folder itself', () => {
    expect(segmentsBelow('/a/b/c', '/a')).toEqual(['b', 'c'])
    expect(segmentsBelow('/a', '/a')).toEqual([])
    expect(segmentsBelow('/b', '/a')).toBeNull()
  })
})
