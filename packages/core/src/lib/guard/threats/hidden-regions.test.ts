import { describe, expect, it } from 'vitest'
import { hiddenRegions, isHidden } from './hidden-regions.ts'
import { readLines } from './text-lines.ts'

function hides(text: string): boolean {
  return isHidden(hiddenRegions(text, readLines(text)), text.indexOf('ORDER'))
}

describe('hiddenRegions', () => {
  it.each([
    '<!-- ORDER -->',
    '<!-- a --> b <!-- ORDER',
    '<span style="display:none">ORDER</span>',
    '<p hidden>ORDER</p>',
    '<b style="font-size: 0">ORDER</b>',
    '<i style="color: #fff">ORDER</i>',
    '<template>ORDER</template>',
    '[//]: # (ORDER)',
    '[x]: https://example.com "ORDER"',
    '[a](https://example.com "a title with an ORDER in it")',
    '![a picture with an ORDER in it](https://example.com/x.png)',
    `a\n${'\n'.repeat(70)}ORDER`,
    `a${' '.repeat(400)}ORDER`,
  ])('hides in %j', (text) => {
    expect(hides(text)).toBe(true)
  })

  it.each([
    'ORDER',
    '<!-- a --> ORDER',
    '<span style="color: red">ORDER</span>',
    '<span style="display:none">a</span> ORDER',
    '[a](https://example.com) ORDER',
    '<b style="opacity: 0.5">ORDER</b>',
    'a\n\n\nORDER',
  ])('does not hide in %j', (text) => {
    expect(hides(text)).toBe(false)
  })
})
