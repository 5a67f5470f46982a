import { describe, expect, it } from 'vitest'
import { hiddenRegions, isHidden, styledAway } from './hidden-regions.ts'
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
    '<P STYLE="DISPLAY : NONE">ORDER</P>',
    '<i style="visibility : hidden">ORDER</i>',
    '<i style="opacity : 0">ORDER</i>',
    '<i style="font-size : 0">ORDER</i>',
    '<i style="color : white">ORDER</i>',
    '<i style="height : 0">ORDER</i>',
    '<i style="left : -9999px">ORDER</i>',
    '<font size = 0>ORDER</font>',
    '[x]:y "ORDER"',
    '[x]: y  "ORDER"',
    '[a](b   "a title with an ORDER in it")',
    '<i style="visibility:hidden">ORDER</i>',
    '<i style="opacity: 0">ORDER</i>',
    '<i style="font-size:1px">ORDER</i>',
    '<i style="color:white">ORDER</i>',
    '<font color="white">ORDER</font>',
    '<font color=#ffffff>ORDER</font>',
    '<i style="color: transparent">ORDER</i>',
    '<div style="height:0">ORDER</div>',
    '<div style="width: 0;overflow:hidden">ORDER</div>',
    '<div style="position:absolute;left:-9999px">ORDER</div>',
    '<div style="text-indent: -9999px">ORDER</div>',
    '<div aria-hidden="true">ORDER</div>',
    '<font size="0">ORDER</font>',
    '<div hidden>ORDER',
    `<div hidden>${'x'.repeat(3_900)}ORDER`,
    '<script>ORDER</script>',
    '<style type="a">ORDER</style>',
    '<noscript>ORDER</noscript>',
    '<title>ORDER</title>',
    'a\n[x]: <> "ORDER"\nb',
    '   [x]: y (ORDER)',
    "[a](b 'a title with an ORDER in it')",
    '<!-- >ORDER',
    `${'a\n'.repeat(3)}${'\n'.repeat(60)}a\nORDER`,
    `${' '.repeat(300)}ORDER`,
    `a${' '.repeat(300)}b\nc${' '.repeat(300)}ORDER`,
    '<!-- a --> <b hidden>x ORDER</b>',
    '<!-- <b hidden>x</b> ORDER -->',
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
    '<!-->ORDER',
    '<!-- a -->ORDER<!-- b -->',
    '<div hidden>a</div>ORDER<div hidden>b</div>',
    '<div style="height:0.5">ORDER</div>',
    '<div style="left:-99px">ORDER</div>',
    '<b style="font-size: 12px">ORDER</b>',
    '<div class="unhidden">ORDER</div>',
    '<b size="10">ORDER</b>',
    `<div hidden>${'x'.repeat(4_000)}ORDER`,
    '<template>a</template>ORDER',
    '[x]: https://example.com "a"\nORDER',
    '    [x]: y "ORDER"',
    '[x]: "ORDER"',
    'a [x]: y "ORDER"',
    '[a](b "short") ORDER',
    '![short](x) ORDER',
    `a\n${'\n'.repeat(59)}ORDER`,
    `${'\n'.repeat(70)}${'a\n'.repeat(10)}ORDER`,
    `${'\n'.repeat(40)}a\n${'\n'.repeat(40)}ORDER`,
    `a${' '.repeat(299)}ORDER`,
    `a${' '.repeat(300)}b\nORDER`,
  ])('does not hide in %j', (text) => {
    expect(hides(text)).toBe(false)
  })
})

describe('hiddenRegions', () => {
  it('gives them in order, those that touch as one', () => {
    const text = '<b hidden>x</b> <!-- a --><!-- b --> [x]: y\n<p hidden>z</p>'
    const regions = hiddenRegions(text, readLines(text))
    expect(regions.map(({ start, end }) => text.slice(start, end))).toEqual([
      'x',
      '<!-- a --><!-- b -->',
      'z',
    ])
  })
})

describe('styledAway', () => {
  it('gives what stands in elements that are styled away, and nothing else', () => {
    const text = '<!-- a --> <b hidden>x</b> <script>y</script> <i style="opacity:0">z</i>'
    expect(styledAway(text).map(({ start, end }) => text.slice(start, end))).toEqual(['x', 'z'])
    for (const element of [
      '<FONT SIZE=0>a</FONT>',
      '<font size=0>a</font>',
      '<b hidden>a</b>',
      '<B HIDDEN>a</B>',
      '<b style="opacity:0">a</b>',
      '<B STYLE="OPACITY:0">a</B>',
    ])
      expect(styledAway(element)).toHaveLength(1)
    expect(styledAway('<!-- a -->')).toEqual([])
  })
})
