import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSkillMentions } from './skill-mentions.ts'

const REVIEW = '~/.codex/skills/review/SKILL.md'
const DEPLOY = '~/.agents/skills/deploy/SKILL.md'

const all = (_: string): boolean => true

/** What stays of a text without its mentions, and the skills of each. */
const without = (text: string) => {
  let left = ''
  let at = 0
  for (const { start, end } of findSkillMentions(text, all)) {
    left += text.slice(at, start)
    at = end
  }
  return left + text.slice(at)
}

const skills = (text: string, givesWay = all) =>
  findSkillMentions(text, givesWay).map((mention) => mention.skills)

describe('findSkillMentions', () => {
  it.each([
    ['a paragraph', `One.\n\nSee ${REVIEW}\nbefore a commit.\n\nTwo.\n`, 'One.\n\n\nTwo.\n'],
    ['an item', `- a\n- see ${REVIEW}\n- c\n`, '- a\n- c\n'],
    ['an item with what belongs to it', `- a\n- b ${REVIEW}\n  more\n\n  - c\n- d\n`, '- a\n- d\n'],
    ['an item by its second paragraph', `- a\n- b\n\n  see ${REVIEW}\n- d\n`, '- a\n- d\n'],
    ['an item by a line that goes on lazily', `- a\n- b\nsee ${REVIEW}\n- d\n`, '- a\n- d\n'],
    ['an item that goes on lazily', `- a ${REVIEW}\ngoes on\n- d\n`, '- d\n'],
    ['a nested item alone', `- a\n  - b ${REVIEW}\n    more\n  - c\n- d\n`, '- a\n  - c\n- d\n'],
    ['the outer item with its nested ones', `- a ${REVIEW}\n  - b\n- d\n`, '- d\n'],
    ['a numbered item', `1. a\n2. b ${REVIEW}\n3. c\n`, '1. a\n3. c\n'],
    [
      'a whole row of a table',
      `| when | skill |\n| --- | --- |\n| always | ${REVIEW} |\n| never | none |\n`,
      '| when | skill |\n| --- | --- |\n| never | none |\n',
    ],
    ['CRLF', `- a\r\n- b ${REVIEW}\r\n- c\r\n`, '- a\r\n- c\r\n'],
    ['the end of a text without a line end', `- a\n- b ${REVIEW}`, '- a\n'],
    ['back slashes', '- C:\\skills\\review\\SKILL.md\n- b\n', '- b\n'],
  ])('takes %s', (_, text, left) => {
    expect(without(text)).toBe(left)
  })

  it.each([
    ['a name without a path', '- $review before a commit\n'],
    ['another file of a skill', '- ~/.codex/skills/review/notes.md\n'],
    ['another folder', '- ~/my-skills/review/SKILL.md\n'],
    ['a heading', `## ${REVIEW}\n\ntext\n`],
    ['a fence', `\`\`\`\n- ${REVIEW}\n\`\`\`\n`],
    ['a fence in an item', `- a\n\n  \`\`\`\n  - ${REVIEW}\n  \`\`\`\n- b\n`],
    ['code', `text\n\n    ${REVIEW}\n`],
    ['a quote', `> ${REVIEW}\n`],
    ['a comment', `<!-- ${REVIEW} -->\n`],
    ['the head of a table', `| ${REVIEW} | b |\n| --- | --- |\n| c | d |\n`],
  ])('leaves %s alone', (_, text) => {
    expect(findSkillMentions(text, all)).toEqual([])
  })

  it('names every skill of a piece once', () => {
    expect(skills(`- ${REVIEW}, then ${DEPLOY}, then ${REVIEW}\n`)).toEqual([['review', 'deploy']])
    expect(skills(`- ${REVIEW}\n- ${DEPLOY}\n`)).toEqual([['review'], ['deploy']])
  })

  it('leaves a piece that also points at a skill which does not give way', () => {
    const review = (name: string): boolean => name === 'review'
    expect(skills(`- ${REVIEW} or ${DEPLOY}\n- ${REVIEW}\n`, review)).toEqual([['review']])
    expect(skills(`- ${REVIEW}\n  - ${DEPLOY}\n`, review)).toEqual([])
    expect(skills(`- ${DEPLOY}\n  - ${REVIEW}\n  - x\n`, review)).toEqual([['review']])
  })

  it('takes whole lines that do not overlap', () => {
    const line = fc.constantFrom(
      `- ${REVIEW}`,
      `  - ${DEPLOY}`,
      `    see ${REVIEW}`,
      `| a | ${DEPLOY} |`,
      '| --- | --- |',
      '- plain',
      '  - nested',
      '```',
      '',
      'text',
      '# head',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const text = lines.join('\n')
        let last = 0
        for (const { start, end } of findSkillMentions(text, all)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          expect(start === 0 || text[start - 1] === '\n').toBe(true)
          expect(end === text.length || text[end - 1] === '\n').toBe(true)
          last = end
        }
      }),
    )
  })
})
