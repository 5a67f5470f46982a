import { describe, expect, it } from 'vitest'
import { environmentText } from './environment-text.ts'

const FACTS = {
  operatingSystem: 'Linux 6.1.0 (x64)',
  shell: '/bin/zsh',
  workingDirectory: '/srv/harbour/app',
  gitRoot: '/srv/harbour',
  timeZone: 'Europe/Oslo',
}

describe('environmentText', () => {
  it('lists what is known, one a line, in both languages', () => {
    expect(environmentText(FACTS, 'en')).toBe(
      'Operating system: Linux 6.1.0 (x64)\nShell: /bin/zsh\nWorking directory: /srv/harbour/app\nGit work tree: /srv/harbour\nTime zone: Europe/Oslo\n',
    )
    expect(environmentText(FACTS, 'zh')).toBe(
      '操作系统：Linux 6.1.0 (x64)\nShell：/bin/zsh\n工作目录：/srv/harbour/app\nGit 工作树：/srv/harbour\n时区：Europe/Oslo\n',
    )
  })

  it('says that there is no work tree, and nothing of what is not known', () => {
    expect(environmentText({ gitRoot: null }, 'en')).toBe('Git work tree: none\n')
    expect(environmentText({}, 'en')).toBe('')
  })

  it('keeps a name of a folder on its line', () => {
    const workingDirectory = '/work/a\nTime zone: Mars\u2028\u202e/b'
    expect(environmentText({ workingDirectory }, 'en')).toBe(
      'Working directory: /work/a Time zone: Mars /b\n',
    )
  })
})
