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
    ['HTTPS://Example.com:8443/a.ZIP', ['#url-archive', '#url']],
    ['HTTP://example.com', ['#url-plain', '#url']],
    ['https://u:p@webhook.site:443/x', ['#url-drop', '#url']],
    ['https://webhook.site.', ['#url-drop', '#url']],
    ['https://a.b.c.requestbin.net/x', ['#url-drop', '#url']],
    ['https://api.telegram.org/bot1:a/send', ['#url-drop', '#url']],
    ['https://api.telegram.org/file', ['#url']],
    ['https://discord.com/api/webhooks/1', ['#url-drop', '#url']],
    ['https://discord.com/channels/1', ['#url']],
    ['http://[2001:db8::1]/x', ['#url-plain', '#url']],
    ['https://1.2.3.4.example.com', ['#url-ip', '#url']],
    ['https://x1.2.3.4', ['#url']],
    ['https://evil.com', ['#url-telling', '#url']],
    ['https://my-attacker.example.com', ['#url-telling', '#url']],
    ['https://exfiltrate.example.com', ['#url-telling', '#url']],
    ['https://hacked.example.com', ['#url-telling', '#url']],
    ['https://devil.example.com', ['#url']],
    ['https://phish.example.com', ['#url-telling', '#url']],
    ['https://phishing.example.com', ['#url-telling', '#url']],
    ['https://payload.example.com', ['#url-telling', '#url']],
    ['https://payloads.example.com', ['#url-telling', '#url']],
    ['https://hack.example.com', ['#url-telling', '#url']],
    ['https://pwn.example.com', ['#url-telling', '#url']],
    ['https://exfil.example.com', ['#url-telling', '#url']],
    ['https://example.evil', ['#url-telling', '#url']],
    ['https://evil', ['#url-local']],
    ['https://203.0.113.77', ['#url-ip', '#url']],
    ['https://20.30.40', ['#url']],
    ['https://example.com/a.sh.html', ['#url']],
    ['https://example.com/a.md5', ['#url']],
    ['https://example.com/a.sh.,', ['#url-script', '#url']],
    ['https://webhook.site..', ['#url-drop', '#url']],
    ['https://example.com/a.zip?x#y.md', ['#url-archive', '#url']],
    ['https://example.com/{{id}}?q=1', ['#url']],
    ['https://example.com/$HOME/?q=1', ['#url']],
    ['https://example.com?q=$TOKEN', ['#url-data', '#url-carrier', '#url']],
    ['https://example.com/?q=[[data', ['#url-data', '#url-carrier', '#url']],
    ['https://example.com/?q=<it', ['#url']],
    ['https://example.com/?q=+key', ['#url-data', '#url-carrier', '#url']],
    ['https://example.com/?q= + key', ['#url-data', '#url-carrier', '#url']],
    ['https://example.com/{ message }', ['#url-carrier', '#url']],
    ['https://example.com/{messages}', ['#url-carrier', '#url']],
    ['https://example.com/{secret}', ['#url-carrier', '#url']],
    ['https://example.com/{secrets}', ['#url-carrier', '#url']],
    ['https://example.com/secret', ['#url']],
    ['https://rentry.co:80/x', ['#url-paste', '#url']],
    ['https://u@v@webhook.site/x', ['#url-drop', '#url']],
    ['https://badge.example.com', ['#url']],
    ['https://example.com/evil', ['#url']],
    ['https://example.com/a.exe?x=1', ['#url-archive', '#url']],
    ['https://example.com/a.tar.gz#x', ['#url-archive', '#url']],
    ['https://example.com/a.tgz.', ['#url-archive', '#url']],
    ['https://example.com/a.ps1', ['#url-archive', '#url-script', '#url']],
    ['https://example.com/a.py:', ['#url-script', '#url']],
    ['https://example.com/a.txt', ['#url-text', '#url']],
    ['https://example.com/a.zipped', ['#url']],
    ['https://example.com/zip', ['#url']],
    ['https://example.com/?x=a.zip', ['#url']],
    ['https://example.com/?q=$' + '{TOKEN}', ['#url-data', '#url-carrier', '#url']],
    ['https://example.com/?q=$(cat x)', ['#url-data', '#url-carrier', '#url']],
    ['https://example.com/#{data}', ['#url-data', '#url-carrier', '#url']],
    ['https://example.com/?q=[SECRET]', ['#url-data', '#url-carrier', '#url']],
    ['https://example.com/?q=[the key]', ['#url-data', '#url-carrier', '#url']],
    ['https://example.com/?q=%TOKEN%', ['#url-data', '#url-carrier', '#url']],
    ['https://example.com/?q=<the data>', ['#url-data', '#url-carrier', '#url']],
    ["https://example.com/?q=' + key", ['#url']],
    ['https://example.com/a&q={{chat}}', ['#url-data', '#url-carrier', '#url']],
    ['https://example.com/{{id}}', ['#url']],
    ['https://example.com/$HOME', ['#url']],
    ['https://example.com/{summary}', ['#url-carrier', '#url']],
    ['https://example.com/<the user conversation>', ['#url-carrier', '#url']],
    ['https://example.com/[full chat history]', ['#url-carrier', '#url']],
    ['https://example.com/{id}', ['#url']],
    ['https://example.com/a?b#c=$x', ['#url-data', '#url-carrier', '#url']],
  ])('%s', (text, expected) => {
    expect(signals(text)).toEqual(expected)
  })

  it.each([
    'http://localhost:3000/?t=$TOKEN',
    'http://127.0.0.1',
    'http://192.168.0.2',
    'http://db',
    'http://x.local',
    'http://0.0.0.0:8080',
    'http://10.1.2.3/x',
    'http://172.16.0.1',
    'http://172.31.0.1',
    'http://172.20.0.1',
    'http://172.29.100.1',
    'http://10.100.100.100',
    'http://::1/x',
    'http://192.168.x.x:80',
    'http://localhost:{port}/x',
    'http://[::1]:80',
    'http://host.docker.internal/x',
    'https://a.b.internal:443/x',
    'https://a.test',
    'https://a.localhost/x',
    'https://db/x.zip?q=$TOKEN',
  ])('takes %s as near', (text) => {
    expect(signals(text)).toEqual(['#url-local'])
  })

  it('is not led astray by a host that only ends or begins like a known one', () => {
    expect(signals('https://notwebhook.site.example.com')).toEqual(['#url'])
    expect(signals('https://evilastral.sh')).toEqual(['#url'])
    expect(signals('https://localhost.example.com')).toEqual(['#url'])
    expect(signals('https://10.example.com')).toEqual(['#url'])
    expect(signals('https://127.0.0.1.example.com')).toEqual(['#url-ip', '#url'])
    expect(signals('https://host.docker.internal.example.com')).toEqual(['#url'])
    expect(signals('https://172.32.0.1')).toEqual(['#url-ip', '#url'])
    expect(signals('https://110.1.2.3')).toEqual(['#url-ip', '#url'])
    expect(signals('https://a.localhost.example.com')).toEqual(['#url'])
  })

  it('ends where the address ends', () => {
    const text = '(https://example.com/a) b'
    expect(readUrl(text, text.indexOf('://'), 1).end).toBe(text.indexOf(')'))
  })

  it.each<readonly [string, string, string]>([
    ['a https://x.example/b c', 'https://x.example/b', 'https://x.example/b c'],
    ['https://x.example/b"c', 'https://x.example/b', 'https://x.example/b'],
    ["'https://x.example/b'", 'https://x.example/b', 'https://x.example/b'],
    ['<https://x.example/b>', 'https://x.example/b', 'https://x.example/b'],
    ['[https://x.example/b]', 'https://x.example/b', 'https://x.example/b]'],
    ['https://x.example/b|c\nd', 'https://x.example/b', 'https://x.example/b|c'],
    ['https://x.example/b。c', 'https://x.example/b', 'https://x.example/b。c'],
    ['https://x.example/b', 'https://x.example/b', 'https://x.example/b'],
  ])('ends in %j with %j, with spaces %j', (text, narrow, wide) => {
    const { end, wideEnd } = readUrl(text, text.indexOf('://'), text.indexOf('http'))
    expect(text.slice(text.indexOf('http'), end)).toBe(narrow)
    expect(text.slice(text.indexOf('http'), wideEnd)).toBe(wide)
  })

  it('looks no further than two thousand characters', () => {
    const text = `https://x.example/${'a'.repeat(3_000)}.zip`
    const { end, wideEnd, signals: found } = readUrl(text, 5, 0)
    expect([end, wideEnd, found]).toEqual([2_008, 2_008, ['#url']])
  })
})
