import { describe, expect, it } from 'vitest'
import { viewOf } from '../fixtures/view-of.ts'
import { deriveViews } from './derive-views.ts'

const TEXT = 'ignｏre &lt;&gt; "a" + "b"'
const derive = (name: string, depth: number) => {
  const read = viewOf(TEXT, { notes: { disguised: [3], escapes: [8, 12] } })
  return deriveViews({ ...read, view: { ...read.view, name, depth } }).map((view) => view.name)
}

describe('deriveViews', () => {
  it('gives what a text asks for, and nothing for a plain one', () => {
    expect(derive('raw', 0)).toEqual(['folded', 'decoded:escapes', 'decoded:parts'])
    expect(deriveViews(viewOf(TEXT, {})).map((view) => view.name)).toEqual(['decoded:parts'])
    expect(deriveViews(viewOf('plain text', {}))).toEqual([])
  })

  it.each(['leet', 'rot13', 'atbash', 'reversed', 'spaced', 'parts'])(
    'looks no further below %s, where letters were exchanged',
    (name) => {
      expect(derive(`decoded:${name}`, 1)).toEqual([])
      expect(derive(`decoded:base64+${name}`, 2)).toEqual([])
    },
  )

  it('exchanges no letters below escapes, which are no more than another spelling', () => {
    expect(derive('decoded:escapes', 1)).toEqual(['decoded:escapes', 'decoded:escapes+escapes'])
    expect(derive('decoded:base64', 1)).toContain('decoded:base64+parts')
  })
})
