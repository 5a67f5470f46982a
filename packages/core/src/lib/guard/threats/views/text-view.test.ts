import { describe, expect, it } from 'vitest'
import { originalSpan, type TextView, ViewBuilder } from './text-view.ts'

const raw = (text: string): TextView => ({ name: 'raw', text, offsets: undefined, depth: 0 })
const built = (source: TextView, encoding?: string) => {
  const builder = new ViewBuilder(source)
  builder.addAligned('bcd', 1)
  builder.add('xy', 5)
  builder.addUnit(0x7a, 7)
  return builder.finish(encoding)
}

describe('ViewBuilder', () => {
  it('knows where each unit comes from', () => {
    const view = built(raw('abcdefgh'), 'test')
    expect(view).toMatchObject({ name: 'decoded:test', text: 'bcdxyz', depth: 1 })
    expect([...(view?.offsets ?? [])].slice(0, 6)).toEqual([1, 2, 3, 5, 5, 7])
  })

  it('leads a view of a view back to the text itself', () => {
    const first = built(raw('abcdefgh'))
    const builder = new ViewBuilder(first ?? raw(''))
    builder.addAligned('Xyz', 2)
    builder.add('!', 1)
    builder.addUnit(0x3f, 5)
    const view = builder.finish('again')
    expect(view).toMatchObject({ name: 'decoded:again', text: 'Xyz!?', depth: 2 })
    expect([...(view?.offsets ?? [])].slice(0, 5)).toEqual([3, 5, 5, 2, 7])
  })

  it('names what is done, outermost first, and what is only folded by what it is folded from', () => {
    expect(built(raw(''))?.name).toBe('folded')
    expect(built({ ...raw(''), name: 'folded' })?.name).toBe('folded')
    expect(built({ ...raw(''), name: 'decoded:a' })?.name).toBe('decoded:a')
    expect(built({ ...raw(''), name: 'decoded:a' }, 'b')?.name).toBe('decoded:a+b')
  })

  it('has no view without text', () => {
    const builder = new ViewBuilder(raw('abc'))
    builder.add('', 0)
    expect(builder.length).toBe(0)
    expect(builder.finish('test')).toBeUndefined()
  })

  it('grows with its text', () => {
    const text = Array.from({ length: 9000 }, (_, at) =>
      String.fromCharCode(0x61 + (at % 26)),
    ).join('')
    const [aligned, added, units] = [1, 2, 3].map(() => new ViewBuilder(raw(text)))
    aligned?.addAligned(text, 0)
    for (let at = 0; at < text.length; at++) {
      added?.add(text.charAt(at), at)
      units?.addUnit(text.charCodeAt(at), at)
    }
    for (const builder of [aligned, added, units]) {
      expect(builder?.length).toBe(text.length)
      const view = builder?.finish()
      expect(view?.text).toBe(text)
      expect(originalSpan(view ?? raw(''), 8990, 9000)).toEqual({ start: 8990, end: 9000 })
    }
  })
})

describe('originalSpan', () => {
  it('is the span itself in a text as it was given', () => {
    expect(originalSpan(raw('abc'), 1, 2)).toEqual({ start: 1, end: 2 })
  })

  it('reaches from the first to the last place, whichever way the view runs', () => {
    const view = { ...raw('cba'), offsets: Int32Array.from([7, 5, 2]) }
    expect(originalSpan(view, 0, 3)).toEqual({ start: 2, end: 8 })
    expect(originalSpan(view, 1, 2)).toEqual({ start: 5, end: 6 })
    expect(originalSpan(view, 1, 1)).toEqual({ start: 5, end: 6 })
  })
})
