import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  findPlatformCapabilities,
  MODEL_FAMILIES,
  modelGuidance,
  PLATFORM_CAPABILITIES,
  type PlatformCapabilities,
  platformGuidance,
} from '../../packages/core/src/index.ts'
import { MODEL_NAMES } from '../../packages/core/src/lib/guidance/model-families.ts'

const page = readFileSync(new URL('../../docs/guidance.md', import.meta.url), 'utf8')

/** The rows of the table below a heading, without its head. */
function rowsBelow(heading: string): readonly string[] {
  const [, below = ''] = page.split(`\n## ${heading}\n`)
  const [section = ''] = below.split('\n## ')
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2)
}

const yes = (can: boolean): string => (can ? 'yes' : '–')

function rowOf({ message, ...row }: PlatformCapabilities): string {
  const unit = message?.unit === 'bytes' ? 'bytes' : 'characters'
  const limit = message === null ? '–' : `${message.amount.toLocaleString('en-US')} ${unit}`
  const cells = [row.tables, row.math, row.attachments].map(yes)
  const more = [row.threads, row.buttons].map(yes)
  return `| ${[`\`${row.platform}\``, row.markdown, ...cells, limit, ...more].join(' | ')} |`
}

describe('docs/guidance.md', () => {
  it('has the table of platforms', () => {
    expect(rowsBelow('Platforms')).toEqual(PLATFORM_CAPABILITIES.map(rowOf))
  })

  it('has the table of families, with what each is told', () => {
    expect(rowsBelow('Models')).toEqual(
      MODEL_FAMILIES.map((family) => {
        const names = family === 'other' ? 'anything else' : MODEL_NAMES[family].join(', ')
        return `| \`${family}\` | ${names} | ${modelGuidance(family, 'en').trim().replaceAll('\n', ' ')} |`
      }),
    )
  })

  it('shows what a model reads', () => {
    const row = findPlatformCapabilities('slack') ?? expect.fail('no row')
    expect(page).toContain(`> ${platformGuidance(row, 'en')}`)
  })
})
