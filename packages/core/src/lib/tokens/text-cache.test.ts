import { describe, expect, it } from 'vitest'
import { createTextCache } from './text-cache.ts'

describe('createTextCache', () => {
  it('keeps what is asked for, and forgets the rest', () => {
    const cache = createTextCache<number>({ maxChars: 200 })
    const learned = (content: string): boolean => {
      let made = false
      cache.of(content, () => {
        made = true
        return 1
      })
      return made
    }
    const always: boolean[] = []
    const once = Array.from({ length: 40 }, (_, at) => {
      always.push(learned('always'))
      return learned(`once ${at} ${'x'.repeat(20)}`)
    })
    expect(always.filter(Boolean)).toHaveLength(1)
    expect(once.every(Boolean)).toBe(true)
    expect(learned(`once 0 ${'x'.repeat(20)}`)).toBe(true)
    expect(learned(`once 39 ${'x'.repeat(20)}`)).toBe(false)
  })

  it('holds no more than it may, whatever comes', () => {
    const cache = createTextCache<number>({ maxEntries: 10 })
    for (let at = 0; at < 100; at++) cache.of(String(at), () => at)
    const kept = Array.from({ length: 100 }, (_, at) => cache.of(String(99 - at), () => -1))
    expect(kept.filter((value) => value >= 0).length).toBeLessThanOrEqual(10)
    expect(kept.slice(0, 5)).toEqual([99, 98, 97, 96, 95])
  })

  it('forgets when it is told to', () => {
    const cache = createTextCache<number>()
    cache.of('a', () => 1)
    cache.forget('a')
    expect(cache.of('a', () => 2)).toBe(2)
  })
})
