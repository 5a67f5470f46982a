import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastOption, parseClaudeArguments, printArguments } from './arguments.ts'

const APPEND = '--append-system-prompt'

describe('parseClaudeArguments', () => {
  it.each([
    [[APPEND, 'text'], 'text'],
    [[`${APPEND}=text`], 'text'],
    [[`${APPEND}=a=b`], 'a=b'],
    [[`${APPEND}=`], ''],
    [[APPEND, '--text'], '--text'],
    [[APPEND, 'first', APPEND, 'last'], 'last'],
    [[APPEND], null],
    [['--model', APPEND, 'text'], undefined],
    [['--resume', APPEND, 'text'], 'text'],
    [['--allowedTools', 'Bash', 'Edit', APPEND, 'text'], 'text'],
    [['--', APPEND, 'text'], undefined],
    [['--append-sys', 'text'], undefined],
  ])('reads %j as %j', (args, value) => {
    expect(lastOption(parseClaudeArguments(args), APPEND)).toBe(value)
  })

  it('gives every spelling of an option one name', () => {
    const parsed = parseClaudeArguments(['-cp', '-rabc', '--allowed-tools', 'Bash', '--bg'])
    expect(parsed.items.map((item) => [item.name, item.value])).toEqual([
      ['--continue', null],
      ['--print', null],
      ['--resume', 'abc'],
      ['--allowed-tools', 'Bash'],
      ['--background', null],
    ])
  })

  it('leaves the prompt to an option that takes several values, as the agent does', () => {
    const parsed = parseClaudeArguments(['--allowedTools', 'Bash', 'the prompt'])
    expect(parsed.items.filter((item) => item.name === null)).toEqual([])
  })

  it('keeps a lone dash and text without dashes as positionals', () => {
    const parsed = parseClaudeArguments(['-', 'text'])
    expect(parsed.items.map((item) => [item.name, item.value])).toEqual([
      [null, '-'],
      [null, 'text'],
    ])
  })
})

describe('printArguments', () => {
  const token = fc.oneof(
    fc.constantFrom('--', '-p', '--resume', '--model', '--tools', APPEND, `${APPEND}=x`, '--new'),
    fc.string({ maxLength: 5 }).filter((text) => !/^-[^-]./.test(text)),
  )

  it('gives back the command line that was read', () => {
    fc.assert(
      fc.property(fc.array(token), (args) => {
        expect(printArguments(parseClaudeArguments(args))).toEqual(args)
      }),
    )
  })

  it('drops an option with its value and nothing else', () => {
    const parsed = parseClaudeArguments(['-p', APPEND, 'text', '--verbose', '--', APPEND])
    expect(printArguments(parsed, (item) => item.name === APPEND)).toEqual([
      '-p',
      '--verbose',
      '--',
      APPEND,
    ])
  })
})
