import { describe, expect, it } from 'vitest'
import { sortFlags } from './flags.ts'

describe('sortFlags', () => {
  it.each([
    ['-c a=1', '-c a=1'],
    ['--config a=1', '--config a=1'],
    ['--config=a=1', '--config=a=1'],
    ['-ca=1', '-ca=1'],
    ['-c=a=1', '-c=a=1'],
    ['--enable goals', '--enable goals'],
    ['--disable=goals', '--disable=goals'],
    ['--strict-config', '--strict-config'],
  ])('gives %s to the server, at a terminal also to the client', (given, words) => {
    const exec = sortFlags(given.split(' '), 'exec')
    expect(exec).toMatchObject({ server: words.split(' '), client: [], refused: [] })
    const terminal = sortFlags(given.split(' '), 'terminal')
    expect(terminal).toMatchObject({ server: words.split(' '), client: words.split(' ') })
  })

  it.each([
    '--json',
    '-o out.txt',
    '--output-last-message=o',
    '--color never',
    '--skip-git-repo-check',
  ])('leaves %s to codex exec', (given) => {
    const flags = sortFlags(given.split(' '), 'exec')
    expect(flags).toMatchObject({ client: given.split(' '), server: [], thread: {}, refused: [] })
  })

  it.each([
    ['-m m1', { model: 'm1' }],
    ['--model=m1', { model: 'm1' }],
    ['-s read-only', { sandbox: 'read-only' }],
    ['--sandbox workspace-write', { sandbox: 'workspace-write' }],
    ['--yolo', { sandbox: 'danger-full-access' }],
    ['--dangerously-bypass-approvals-and-sandbox', { sandbox: 'danger-full-access' }],
    ['--ephemeral', { ephemeral: true }],
    ['-a never', {}],
  ])('carries %s of a prompt run in the parameters of its thread', (given, thread) => {
    const flags = sortFlags(given.split(' '), 'exec')
    expect(flags).toMatchObject({ client: [], server: [], thread, refused: [] })
  })

  it.each([
    '-m m1',
    '-s read-only',
    '-a never',
    '--search',
    '--some-new-flag',
    'resume',
    '-i a.png',
  ])('leaves %s to codex at a terminal', (given) => {
    const flags = sortFlags(given.split(' '), 'terminal')
    expect(flags).toMatchObject({ client: given.split(' '), server: [], thread: {}, refused: [] })
  })

  it.each(['--oss', '-i a.png', '--output-schema s.json', '--add-dir /x', '--worktree', '--trust'])(
    'refuses %s for a prompt run by name',
    (given) => {
      const flags = sortFlags(given.split(' '), 'exec')
      const [name = ''] = given.split(' ')
      expect(flags.refused).toEqual([expect.stringContaining(name)])
      expect(flags.client).toEqual([])
    },
  )

  it.each(['--add-dir /x', '--worktree', '-C /x', '--remote ws://x'])(
    'refuses %s at a terminal',
    (given) => {
      expect(sortFlags(given.split(' '), 'terminal').refused).toHaveLength(1)
    },
  )

  it('refuses a second prompt', () => {
    expect(sortFlags(['hello'], 'exec').refused).toEqual([
      expect.stringContaining('hello is no flag'),
    ])
  })

  it('drops --no-daemon, which a run against a server implies', () => {
    expect(sortFlags(['--no-daemon'], 'terminal')).toMatchObject({ client: [], refused: [] })
  })

  it('names the last profile and every flag by its long name', () => {
    const flags = sortFlags(['-p', 'a', '--profile=b', '-s', 'read-only', '--new'], 'terminal')
    expect(flags.profile).toBe('b')
    expect([...flags.seen]).toEqual(['--profile', '--sandbox', '--new'])
  })

  it('takes a value even when it looks like a flag, and survives a missing one', () => {
    expect(sortFlags(['-c', '--json'], 'exec')).toMatchObject({ server: ['-c', '--json'] })
    expect(sortFlags(['-c'], 'exec')).toMatchObject({ server: ['-c'] })
  })
})
