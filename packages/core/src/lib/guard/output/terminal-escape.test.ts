import { describe, expect, it } from 'vitest'
import { detectTerminalEscape } from './terminal-escape.ts'
import { createReader } from './text-reader.ts'

const found = (text: string) => detectTerminalEscape(createReader(text, true), 0)
const link = (address: string, shown: string) =>
  `\u001b]8;id=1;${address}\u001b\\${shown}\u001b]8;;\u001b\\`

describe('detectTerminalEscape', () => {
  it.each([
    ['\u001b[1;31mred', 7],
    ['\u001b[?25hx', 6],
    ['\u001b[ qx', 4],
    ['\u001b[\nx', 2],
    ['\u009b2Jx', 3],
    ['\u001b]0;title\u0007', 1],
    ['\u001bcx', 1],
    ['\u001b', 1],
    ['\u0000x', 1],
    ['\u0008x', 1],
    ['\u000bx', 1],
    ['\u000cx', 1],
    ['\u001fx', 1],
    ['\u007fx', 1],
    ['\u0085x', 1],
    ['\u009fx', 1],
    ['\rx', 1],
    ['\r\rx', 1],
    ['\r', 1],
  ])('takes %j up to %i', (text, end) => {
    expect(found(text)).toMatchObject({ kind: 'terminal-escape', end })
  })

  it.each(['\tx', '\nx', '\r\nx', '\r\r\nx', ' x', '~', '\u00a0', 'x\u001b'])(
    'lets %j pass',
    (text) => {
      expect(found(text)).toBeUndefined()
    },
  )

  it.each([
    ['https://evil.example/a', 'https://bank.example/a'],
    ['https://evil.example', 'Log in at bank.example now'],
    ['https://bank.example.evil.example', 'bank.example'],
    ['https://evil.example', 'пример.рф'],
    ['https://a.example;b', 'bank.example'],
  ])('names a link to %s that shows %s', (address, shown) => {
    const text = link(address, shown)
    expect(found(text)).toMatchObject({
      kind: 'terminal-link',
      end: text.lastIndexOf(shown),
    })
  })

  it.each([
    ['https://docs.example/a', 'docs.example'],
    ['https://docs.bank.example/a', 'see bank.example'],
    ['https://www.pages.bank.example/a', 'www.pages.bank.example'],
    ['https://docs.example/a', 'the manual, v1.2 of 3.4'],
  ])('takes a link to %j that shows %s as an escape like any other', (address, shown) => {
    const text = link(address, shown)
    expect(found(text)).toMatchObject({ kind: 'terminal-escape', end: text.lastIndexOf(shown) })
  })

  it('says what a terminal would do', () => {
    expect(found('\u001b[0m')?.message).toBe(
      'The output holds a control character that a terminal would obey.',
    )
    expect(found(link('https://evil.example', 'bank.example'))?.message).toBe(
      'The output holds a terminal link whose text shows another address than its own.',
    )
  })

  it('takes a closing link for itself', () => {
    expect(found('\u001b]8;;\u0007bank.example')).toMatchObject({ kind: 'terminal-escape', end: 6 })
  })

  it('takes the first character alone of a link that nothing closes', () => {
    expect(found('\u001b]8;;https://a.example\nbank.example')?.end).toBe(1)
    expect(found(`\u001b]8;;https://a.example/${'a'.repeat(5000)}\u0007`)?.end).toBe(1)
    expect(found('\u001b]8;;https://a.example\u009cx')?.end).toBe(23)
  })
})
