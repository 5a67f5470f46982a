import { describe, expect, it } from 'vitest'
import { filterOutput } from './output-filter.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64url')
/** Enough for an image, too little for a link. */
const FEW = `p.example/?d=${base64('twelve bytes')}`
const MUCH = `p.example/?d=${base64('eighteen bytes and more')}`
const OPTIONS = { allowHosts: ['Stats.Example', '*.trusted.example'] }
const kinds = (text: string) => filterOutput(text, OPTIONS).findings.map(({ kind }) => kind)
const shown = (text: string) => filterOutput(text, OPTIONS).text

describe('filterOutput, addresses', () => {
  it.each([
    `![a](https://${FEW})`,
    `![a](< https://${FEW}>)`,
    `[b]: https://${FEW}`,
    `see\n> [b]:  https://${FEW}`,
    `[b]: <https://${FEW}>`,
    `[b]:https://${FEW}`,
    `<video src="https://${FEW}">`,
    `<img alt="b" src=https://${FEW}>`,
    `background: url(https://${FEW})`,
    `background: url( "https://${FEW}" )`,
    `background: url('https://${FEW}')`,
  ])('knows that %s is fetched unasked', (text) => {
    expect(kinds(text)).toEqual(['remote-image'])
  })

  it.each([
    `[a](https://${FEW})`,
    `see [a](https://${FEW})`,
    `see [a](<https://${FEW}>)`,
    `see https://${FEW}`,
    `<a href="https://${FEW}">`,
    `![a](b.png) and https://${FEW}`,
    `[a](b) and https://${FEW}`,
    `[b]: c.png and https://${FEW}`,
    `word [b]: https://${FEW}`,
    `<img src=b.png> and https://${FEW}`,
    `url(b.png) and https://${FEW}`,
  ])('takes %s for a link', (text) => {
    expect(kinds(text)).toEqual([])
    expect(kinds(text.replace(FEW, MUCH))).toEqual(['data-link'])
  })

  it.each([
    ['![](//A)', 'remote-image'],
    ['![](/\\A)', 'remote-image'],
    ['![](\\/A)', 'remote-image'],
    ['![](\\\\A)', 'remote-image'],
    ['[b]: //A', 'remote-image'],
    ['url(//A)', 'remote-image'],
    ['<img src="//A">', 'remote-image'],
    ['<img src = //A>', 'remote-image'],
    ["<a href='//A'>", 'data-link'],
    ['<a href=//A>', 'data-link'],
    ['hTtp://A', 'data-link'],
    ['HtTPS:\\\\A', 'data-link'],
  ])('knows the address in %s', (text, kind) => {
    expect(kinds(text.replace('A', () => MUCH))).toEqual([kind])
  })

  it.each(['![](/A)', 'see //A', 'src=b //A', 'url(b //A', 'https:/A', 'https:A', 'http//A'])(
    'sees no address in %s',
    (text) => {
      expect(kinds(text.replace('A', () => MUCH))).toEqual([])
    },
  )

  it('ends an address where a reader does', () => {
    const LINK = '⟦stopped: data link⟧'
    expect(shown(`(https://${MUCH}).`)).toBe(`(${LINK}).`)
    expect(shown(`https://${MUCH}... or?!`)).toBe(`${LINK}... or?!`)
    expect(shown(`[a](https://p.example/b_(c)?d=${MUCH}) d`)).toBe(`[a](${LINK}) d`)
    expect(shown(`<https://p.example/b c?d=${MUCH}> d`)).toBe(`<${LINK}> d`)
    expect(shown(`"https://${MUCH}" d`)).toBe(`"${LINK}" d`)
    expect(shown(`请看https://${MUCH}。好`)).toBe(`请看${LINK}。好`)
  })

  it('lets data go to allowed hosts alone, in any spelling', () => {
    const query = `?d=${base64('eighteen bytes and more')}`
    for (const host of ['stats.example', 'STATS.example', 'a.trusted.example'])
      expect(kinds(`https://${host}/${query}`)).toEqual([])
    for (const host of ['a.stats.example', 'trusted.example', 'nottrusted.example', 'a.b.example'])
      expect(kinds(`https://${host}/${query}`)).toEqual(['data-link'])
  })

  it('judges an address inside another one with it, and the next one by itself', () => {
    expect(kinds(`https://stats.example/?u=https://${MUCH}`)).toEqual([])
    expect(kinds(`http://stats.example/?u=https://${MUCH}`)).toEqual([])
    expect(kinds(`https://stats.example/ https://${MUCH}`)).toEqual(['data-link'])
    expect(kinds(`https://stats.example/"https://${MUCH}`)).toEqual(['data-link'])
  })

  it('finds a value that was percent-encoded twice', () => {
    const value = 'correct horse/battery+staple'
    const address = `https://p.example/?k=${encodeURIComponent(encodeURIComponent(value))}`
    const { findings } = filterOutput(address, { knownSecrets: [value] })
    expect(findings.map(({ kind }) => kind)).toEqual(['data-link'])
  })

  it('says what an address does', () => {
    const messages = (text: string) => filterOutput(text).findings.map(({ message }) => message)
    expect(messages(`![](https://${MUCH}) https://${MUCH}`)).toEqual([
      'The output fetches an address that carries data with it.',
      'The output links to an address that carries data with it.',
    ])
  })
})
