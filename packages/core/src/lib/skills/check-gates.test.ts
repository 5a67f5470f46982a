import { describe, expect, it } from 'vitest'
import { checkGates, type GateSession } from './check-gates.ts'
import { parseSkill } from './parse-skill.ts'

const parse = (lines: string) =>
  parseSkill(`---\nname: a\ndescription: d\n${lines}\n---\nB\n`, {
    folder: 'a',
    source: { root: 'skills', path: 'a/SKILL.md' },
  })
const session = (more: Partial<GateSession> & { readonly bins?: readonly string[] } = {}) => ({
  os: 'linux',
  env: {},
  hasBin: (name: string) => (more.bins ?? []).includes(name),
  ...more,
})
const reasons = (lines: string, given: GateSession) =>
  checkGates(parse(lines).facts.gates, given)
    .filter(({ pass }) => !pass)
    .map(({ reason }) => reason)

describe('checkGates', () => {
  it('asks nothing of a skill without gates', () => {
    expect(checkGates(parse('license: MIT').facts.gates, session())).toEqual([])
  })

  it.each<[string, string, GateSession, GateSession, string]>([
    [
      'Hermes’s platforms',
      'platforms: [macos, windows]',
      session({ os: 'darwin' }),
      session(),
      'is for macos, windows; this is linux',
    ],
    ['our os', 'os: linux', session(), session({ os: 'win32' }), 'is for linux; this is windows'],
    [
      'OpenClaw’s os',
      'metadata: {"openclaw":{"os":["darwin"]}}',
      session({ os: 'darwin' }),
      session(),
      'is for macos; this is linux',
    ],
    [
      'OpenClaw’s bins, as a text of JSON',
      `metadata: '{"openclaw":{"requires":{"bins":["git","jq"]}}}'`,
      session({ bins: ['git', 'jq'] }),
      session({ bins: ['git'] }),
      'the program jq is not in PATH',
    ],
    [
      'OpenClaw’s anyBins, as JSON over several lines',
      'metadata:\n  {\n    "openclaw": { "requires": { "anyBins": ["a", "b"] } },\n  }',
      session({ bins: ['b'] }),
      session(),
      'none of the programs a, b is in PATH',
    ],
    [
      'OpenClaw’s env',
      'metadata:\n  openclaw:\n    requires:\n      env: [KEY]',
      session({ env: { KEY: 'x' } }),
      session({ env: { KEY: '' } }),
      'the variable KEY is not set',
    ],
    [
      'our bins',
      'requires-bins: git jq',
      session({ bins: ['git', 'jq'] }),
      session(),
      'the program git is not in PATH, the program jq is not in PATH',
    ],
    [
      'our anyBins',
      'requires-any-bins: a, b',
      session({ bins: ['a'] }),
      session(),
      'none of the programs a, b is in PATH',
    ],
    [
      'our env',
      'requires-env: [KEY]',
      session({ env: { KEY: 'x' } }),
      session(),
      'the variable KEY is not set',
    ],
    [
      'Hermes’s tools',
      'metadata:\n  hermes:\n    requires_tools: [web]',
      session({ tools: ['web'] }),
      session({ tools: [] }),
      'the tool web is not in this session',
    ],
    [
      'our tools',
      'requires-tools: web',
      session({ tools: ['web'] }),
      session({ tools: ['x'] }),
      'the tool web is not in this session',
    ],
    [
      'Hermes’s chat platforms',
      'session_platforms: [Slack, webchat]',
      session({ platform: 'web' }),
      session({ platform: 'discord' }),
      'is for sessions on slack, web; this one is on discord',
    ],
    [
      'our chat platforms',
      'session-platforms: slack',
      session({ platform: 'slack' }),
      session({ platform: 'web' }),
      'is for sessions on slack; this one is on web',
    ],
    [
      'Hermes’s fallback',
      'fallback_for_tools: [browser]',
      session({ tools: ['x'] }),
      session({ tools: ['browser'] }),
      'the session has browser, which it stands in for',
    ],
    [
      'our fallback',
      'fallback-for: browser',
      session({ tools: [] }),
      session({ tools: ['browser'] }),
      'the session has browser, which it stands in for',
    ],
  ])('%s: passes and fails', (_, lines, pass, fail, reason) => {
    expect(reasons(lines, pass)).toEqual([])
    expect(reasons(lines, fail)).toEqual([reason])
  })

  it('lets gates of tools and platforms hold where nothing is known of them', () => {
    const lines = 'requires-tools: web\nfallback-for: browser\nsession-platforms: slack'
    expect(reasons(lines, session())).toEqual([])
  })

  it.each([
    ['os: plan9', 'os: "plan9" is not known'],
    ['session-platforms: pigeon', 'session-platforms: "pigeon" is not known'],
    ['requires-bins: ../evil', 'requires-bins: "../evil" is not known'],
  ])('opens the gate of a word that nobody knows, with a warning: %s', (lines, message) => {
    const { facts, diagnostics } = parse(lines)
    expect(checkGates(facts.gates, session({ os: 'linux', platform: 'slack' }))).toEqual([])
    expect(diagnostics.find(({ code }) => code === 'skill.gate-value')).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining(message),
      source: { line: 4 },
    })
  })

  it('keeps what it knows beside a word that it does not', () => {
    expect(reasons('os: [plan9, macos]', session())).toEqual(['is for macos; this is linux'])
  })

  it.each(['environments: [docker]', 'requires_toolsets: [web]'])(
    'says that %s hides nothing',
    (lines) => {
      const { facts, diagnostics } = parse(lines)
      expect(checkGates(facts.gates, session({ tools: [] }))).toEqual([])
      expect(diagnostics.map(({ code }) => code)).toContain('skill.gate-ignored')
    },
  )

  it('reads gates behind a byte order mark and without readable YAML', () => {
    const text = '\ufeff---\nname: a\ndescription: Use: it\nplatforms: [macos]\n---\nB\n'
    const { facts } = parseSkill(text, { folder: 'a', source: { root: 'skills', path: '' } })
    expect(facts.gates.os).toEqual(['darwin'])
  })
})
