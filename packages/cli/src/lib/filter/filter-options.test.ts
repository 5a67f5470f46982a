import { describe, expect, it } from 'vitest'
import { readFilterFlags } from './filter-options.ts'

const env = { PW: 'correct-horse', CANARY: 'canary-7f3a', SHORT: 'abc', lower: 'correct-horse' }
const errorOf = (flags: Parameters<typeof readFilterFlags>[0]): unknown => {
  try {
    readFilterFlags(flags, env)
  } catch (error) {
    return error
  }
  return undefined
}

describe('readFilterFlags', () => {
  it('takes values from the environment', () => {
    const options = readFilterFlags(
      {
        secretEnv: ['PW', 'lower'],
        canaryEnv: 'CANARY',
        allowHost: ['*.Example.org'],
        tag: ['user'],
      },
      env,
    )
    expect(options).toMatchObject({
      canary: 'canary-7f3a',
      knownSecrets: ['correct-horse', 'correct-horse'],
      allowHosts: ['*.example.org'],
    })
    expect(options.boundaryNames).toEqual(expect.arrayContaining(['user', 'directives']))
  })

  it('looks for elements of ours that ordinary code does not have', () => {
    const { boundaryNames = [] } = readFilterFlags({}, env)
    expect(boundaryNames).toEqual(
      expect.arrayContaining(['agent-configuration', 'directives', 'project-file', 'onesoul']),
    )
    for (const word of ['user', 'context', 'memory', 'project', 'rules']) {
      expect(boundaryNames).not.toContain(word)
    }
  })

  it.each([
    [{ secretEnv: ['PW', 'NOPE'] }, '--secret-env NOPE: the variable is not set, or empty'],
    [{ canaryEnv: 'SHORT' }, '--canary-env SHORT: its value has fewer than 6 characters'],
    [{ tag: ['<user>'] }, '--tag "<user>" is no name'],
    [{ allowHost: ['https://a.example/'] }, '--allow-host "https://a.example/" is no host'],
  ])('refuses %j', (flags, words) => {
    expect(errorOf(flags)).toMatchObject({ exitCode: 2, message: expect.stringContaining(words) })
  })

  it('does not repeat what was given in place of a name', () => {
    for (const value of ['correct-horse', 'hunter2!']) {
      const error = errorOf({ secretEnv: [value] })
      expect(error).toMatchObject({ exitCode: 2 })
      expect(String(error)).not.toContain(value)
    }
  })
})
