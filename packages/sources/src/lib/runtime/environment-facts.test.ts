import { describe, expect, it } from 'vitest'
import { nameSystem, readEnvironmentFacts } from './environment-facts.ts'

describe('nameSystem', () => {
  it.each([
    ['linux', '6.1.0', 'x64', 'Linux 6.1.0 (x64)'],
    ['darwin', '24.1.0', 'arm64', 'macOS (Darwin 24.1.0, arm64)'],
    ['win32', '10.0.22000', 'x64', 'Windows 11 (build 22000, x64)'],
    ['win32', '10.0.19045', 'x64', 'Windows 10 (build 19045, x64)'],
    [
      'linux',
      '5.15.90.1-microsoft-standard-WSL2',
      'x64',
      'Linux 5.15.90.1-microsoft-standard-WSL2 (x64) in WSL; the drives of Windows are under /mnt',
    ],
    ['freebsd', '14.1', 'x64', 'freebsd 14.1 (x64)'],
  ])('names %s %s', (platform, release, arch, name) => {
    expect(nameSystem({ platform, release, arch })).toBe(name)
  })
})

describe('readEnvironmentFacts', () => {
  const worktree = { root: '/srv/harbour', cwd: 'app', hasGitRoot: true }

  it('reads what stays as it is while a session lives', () => {
    const facts = readEnvironmentFacts({ env: { SHELL: '/bin/zsh' }, worktree })
    expect(facts).toMatchObject({
      shell: '/bin/zsh',
      workingDirectory: '/srv/harbour/app',
      gitRoot: '/srv/harbour',
    })
    expect(facts.timeZone).toMatch(/^[A-Z]/)
    expect(JSON.stringify(facts)).not.toMatch(/\d\d:\d\d/)
  })

  it('says that there is no repository, and nothing of a shell that is not named', () => {
    const facts = readEnvironmentFacts({ env: {}, worktree: { ...worktree, hasGitRoot: false } })
    expect(facts.gitRoot).toBeNull()
    expect(facts).not.toHaveProperty('shell')
  })
})
