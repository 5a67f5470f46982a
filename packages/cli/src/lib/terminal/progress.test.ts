import { describe, expect, it } from 'vitest'
import { createProgress } from './progress.ts'

describe('createProgress', () => {
  it('shows nothing in the first second, then a line at a time, and leaves nothing', () => {
    let time = 0
    let written = ''
    const write = (text: string): void => {
      written += text
    }
    const progress = createProgress({ write, now: () => time })
    for (time = 0; time < 1000; time += 100) progress.show(`at ${time}`)
    progress.clear()
    expect(written).toBe('')
    for (time = 1000; time <= 1300; time += 100) progress.show(`at ${time}`)
    expect(written).toBe('\r\u001b[Kat 1000\r\u001b[Kat 1200')
    progress.clear()
    progress.clear()
    expect(written.endsWith('at 1200\r\u001b[K')).toBe(true)
  })

  it('writes nothing where there is no terminal', () => {
    let time = 0
    const progress = createProgress({ write: null, now: () => time })
    time = 5000
    expect(() => {
      progress.show('x')
      progress.clear()
    }).not.toThrow()
  })
})
