import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import type { Home } from './home.ts'
import { inspectHome } from './inspect-home.ts'
import { openHome } from './open-home.ts'

const words = (chars: number): string => 'Keep the deck dry. '.repeat(chars).slice(0, chars)
const rules = (name: string, chars: number): string =>
  `# ${name}\n\n${words(chars / 2)}\n\n## ${name} safety\n\n${words(chars / 2)}\n`

/** A home whose rules on slack are one file, or two that are joined. */
async function homeWith(own: number, base: number): Promise<Home> {
  const inherit = base === 0 ? '' : '---\ninherit: append\n---\n'
  const tree = await createTempTree({
    '.onesoul/config.yaml': 'platforms: { slack: {} }\n',
    '.onesoul/agent-configs/slack/AGENTS.md': `${inherit}${rules('Own', own)}`,
    ...(base > 0 && { '.onesoul/agent-configs/AGENTS.md': rules('Base', base) }),
  })
  return openHome({ env: { HOME: tree.dir }, cwd: tree.dir })
}

describe('what doctor says of a size', () => {
  it.each([
    ['one file under the limit', 7000, 0, []],
    ['one file over it', 9000, 0, ['slack/AGENTS.md']],
    ['two files that fit joined', 3000, 3000, []],
    ['two files that fit alone and not joined', 5000, 5000, ['AGENTS.md + slack/AGENTS.md']],
    ['a file that what it inherits makes too long', 500, 7900, ['AGENTS.md + slack/AGENTS.md']],
  ])('is what becomes of the prompt: %s', async (_, own, base, over) => {
    const home = await homeWith(own, base)
    const told = (await inspectHome(home)).filter((one) => one.code === 'budget.over')
    expect(told.map((one) => one.message.split(' has ')[0])).toEqual(over)

    const { text, manifest, diagnostics } = await home.compose({ agent: 'none', platform: 'slack' })
    const section = manifest.sections.find((one) => one.id === 'rules')
    expect(section?.status).toBe(over.length > 0 ? 'cut' : 'included')
    const cuts = diagnostics.filter((one) => one.code === 'budget.cut')
    const lost = section?.omitted.filter((one) => one.reason === 'budget') ?? []
    expect([cuts.length > 0, lost.length > 0]).toEqual(Array(2).fill(over.length > 0))
    const headings = lost.flatMap((one) => one.headings)
    for (const heading of headings) expect(text).not.toContain(`# ${heading}\n`)
  })
})
