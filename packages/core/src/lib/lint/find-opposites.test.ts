import { describe, expect, it } from 'vitest'
import { findDuplicates } from './find-duplicates.ts'
import { findOpposites } from './find-opposites.ts'
import { lintDocument, PUMPS } from './fixtures/lint-document.ts'
import { readStatements } from './read-statements.ts'

const statementsOf = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).flatMap(([path, text]) => readStatements(lintDocument(text, path)))
const opposites = (a: string, b: string) =>
  findOpposites(statementsOf({ 'AGENTS.md': `- ${a}\n`, 'slack/TOOLS.md': `- ${b}\n` }))
const duplicates = (files: Readonly<Record<string, string>>) => findDuplicates(statementsOf(files))

describe('findOpposites', () => {
  it.each([
    ['Always use pnpm.', 'Never use pnpm.'],
    ['Use tabs.', 'Do not use tabs.'],
    ['Package manager: always use pnpm, never npm or yarn.', 'Use yarn.'],
    ['**Always** commit the lock file.', "Don't commit the lock file."],
    ['Avoid default exports.', 'Use default exports.'],
    ['The subject must end with a full stop.', 'The subject must not end with a full stop.'],
    ['Please push to main.', 'Never push to main.'],
    ['使用制表符。', '不要使用制表符。'],
    ['必须提交锁文件。', '禁止提交锁文件。'],
    ['包管理器：一律使用 pnpm。', '切勿使用 pnpm。'],
    ['避免使用默认导出。', '请使用默认导出。'],
  ])('warns when one file asks for what another forbids: %s / %s', (a, b) => {
    expect(opposites(a, b).map((one) => one.severity)).toEqual(['warning'])
    expect(opposites(b, a).map((one) => one.severity)).toEqual(['warning'])
  })

  it.each([
    ['Use tabs in Makefiles.', 'Do not use tabs in YAML.'],
    ['When the build is red, use pnpm.', 'If a lock file is missing, never use pnpm.'],
    ['Use pnpm.', 'Never use npm.'],
    ['Always use it.', 'Never use it.'],
    ['Never push to main.', 'Push to a branch of your own.'],
    ['Somebody said "never use pnpm".', 'Use pnpm.'],
    ['Do not explain the basics.', 'Explain the reasons.'],
    ['必须使用 pnpm。', '禁止使用 npm。'],
  ])('says nothing when the two are about different things or cases: %s / %s', (a, b) => {
    expect(opposites(a, b)).toEqual([])
  })

  it('mentions a rule and its exception', () => {
    const found = opposites('Always use pnpm.', 'Never use pnpm in the legacy folder.')
    expect(found.map((one) => one.severity)).toEqual(['info'])
  })

  it('knows that sentences below a heading of prohibitions mean the opposite', () => {
    const rules = "## Don't\n\n- Use tabs\n\n## Style\n\n- Never use tabs.\n"
    expect(findOpposites(statementsOf({ 'AGENTS.md': rules }))).toEqual([])
  })

  it('names both places and both sentences', () => {
    expect(opposites('Always use pnpm.', 'Never use pnpm.')).toEqual([
      {
        code: 'rule.opposite',
        severity: 'warning',
        message: '"Never use pnpm." forbids what AGENTS.md:1 asks for: "Always use pnpm."',
        source: { root: 'configs', path: 'slack/TOOLS.md', line: 1, column: 3 },
        fix: 'keep one of the two, or say when each of them holds',
      },
    ])
  })

  it('takes no more than linear time', () => {
    for (const pump of PUMPS) {
      const text = `use ${pump.repeat(Math.ceil(100_000 / pump.length))}`
      const statements = readStatements(lintDocument(text))
      const started = performance.now()
      findOpposites(statements)
      findDuplicates(statements)
      expect(performance.now() - started, JSON.stringify(pump)).toBeLessThan(5000)
    }
  })
})

describe('findDuplicates', () => {
  it('warns of a rule that stands in two files, whatever its marks', () => {
    const found = duplicates({
      'AGENTS.md': '# A\n\n- Run the checks before you report.\n',
      'slack/TOOLS.md': 'Please **run the checks** before you\nreport!\n',
    })
    expect(found).toMatchObject([
      {
        code: 'rule.duplicate',
        severity: 'warning',
        message: 'says the same as AGENTS.md:3: "Please **run the checks** before you report!"',
        source: { path: 'slack/TOOLS.md', line: 1 },
      },
    ])
  })

  it('knows Chinese sentences and mentions a repetition inside one file', () => {
    const text =
      '- 每一步之后运行项目自己的检查。\n\n## 再说一次\n\n每一步之后运行项目自己的检查。\n'
    expect(duplicates({ 'AGENTS.md': text })).toMatchObject([
      { severity: 'info', source: { line: 5 } },
    ])
  })

  it('leaves short phrases, introductions, quotes, headings and code alone', () => {
    const same =
      '# The very same heading in both\n\nDo the following things in order:\n\n- Be kind.\n\n> What a reader said to us.\n\n```\nnpm run the same command twice\n```\n'
    expect(duplicates({ 'AGENTS.md': same, 'TOOLS.md': same })).toEqual([])
  })
})
