import { describe, expect, it } from 'vitest'
import { readUrl } from './url-signals.ts'

function signals(text: string): readonly string[] {
  const colon = text.indexOf('://')
  return readUrl(text, colon, 0).signals
}

describe('readUrl', () => {
  it.each([
    ['https://example.com/a', ['#url']],
    ['http://example.com', ['#url-plain', '#url']],
    ['https://203.0.113.7/x', ['#url-ip', '#url']],
    ['https://webhook.site/abc', ['#url-drop', '#url']],
    ['https://a.ngrok.io', ['#url-drop', '#url']],
    ['https://rentry.co/x', ['#url-paste', '#url']],
    ['https://astral.sh/uv/install.sh', ['#url-known', '#url-script', '#url']],
    [
      'https://raw.githubusercontent.com/nvm-sh/nvm/install.sh',
      ['#url-known', '#url-script', '#url'],
    ],
    ['https://raw.githubusercontent.com/other/x/install.sh', ['#url-script', '#url']],
    ['https://example.com/tool.zip', ['#url-archive', '#url']],
    ['https://example.com/orders.md', ['#url-text', '#url']],
    ['https://c2.example.com', ['#url-telling', '#url']],
    ['https://example.com/?q=$TOKEN', ['#url-data', '#url-carrier', '#url']],
    ['https://example.com/?q={{chat}}', ['#url-data', '#url-carrier', '#url']],
    ['https://example.com/?q=1', ['#url']],
  ])('%s', (text, expected) => {
    expect(signals(text)).toEqual(expected)
  })

  it.each([
    'http://localhost:3000/?t=$TOKEN',
    'http://127.0.0.1',
    'http://192.168.0.2',
    'http://db',
    'http://x.local',
  ])('takes %s as near', (text) => {
    expect(signals(text)).toEqual(['#url-local'])
  })

  it('is not led astray by a host that only ends or begins like a known one', () => {
    expect(signals('https://notwebhook.site.example.com')).toEqual(['#url'])
    expect(signals('https://evilastral.sh')).toEqual(['#url'])
  })

  it('ends where the address ends', () => {
    const text = '(https://example.com/a) b'
    expect(readUrl(text, text.indexOf('://'), 1).end).toBe(text.indexOf(')'))
  })
})
