import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../text/tokens.ts'
import { findPlatformCapabilities, PLATFORM_CAPABILITIES } from './platform-capabilities.ts'
import { platformGuidance } from './platform-guidance.ts'

const SUBSET =
  'Of Markdown, emphasis, code, quotes, lists and links are shown. Do without tables, headings and formulas.'
const SUBSET_ZH = 'Markdown 中只显示强调、代码、引用、列表和链接。不要使用表格、标题、公式。'

/** Platform, then what a model reads in English and in Chinese. */
const TEXTS: readonly (readonly [string, string, string])[] = [
  [
    'slack',
    `Your answers are read in Slack. ${SUBSET} A message holds at most 4,000 characters.`,
    `你的回答在 Slack 中阅读。${SUBSET_ZH}一条消息最多 4,000 个字符。`,
  ],
  [
    'feishu',
    `Your answers are read in Feishu. ${SUBSET} A message holds at most 30,000 bytes.`,
    `你的回答在 Feishu 中阅读。${SUBSET_ZH}一条消息最多 30,000 字节。`,
  ],
  [
    'telegram',
    `Your answers are read in Telegram. ${SUBSET} A message holds at most 4,096 characters.`,
    `你的回答在 Telegram 中阅读。${SUBSET_ZH}一条消息最多 4,096 个字符。`,
  ],
  [
    'discord',
    'Your answers are read in Discord. Markdown is shown. Do without tables and formulas. A message holds at most 2,000 characters.',
    '你的回答在 Discord 中阅读。可以显示 Markdown。不要使用表格、公式。一条消息最多 2,000 个字符。',
  ],
  [
    'whatsapp',
    `Your answers are read in WhatsApp. ${SUBSET} A message holds at most 4,096 characters.`,
    `你的回答在 WhatsApp 中阅读。${SUBSET_ZH}一条消息最多 4,096 个字符。`,
  ],
  [
    'email',
    'Your answers are sent as e-mail; keep the subject, and leave greeting phrases out. Write plain text: Markdown is not shown. Do without tables. Number the choices that you offer.',
    '你的回答作为电子邮件发出；保留主题，不写客套话。请写纯文本：不显示 Markdown。不要使用表格。给出选项时请编号。',
  ],
  [
    'sms',
    'Your answers are read in SMS. Write plain text: Markdown is not shown. Do without tables. A message holds at most 1,600 characters. No file can be attached. Number the choices that you offer.',
    '你的回答在 SMS 中阅读。请写纯文本：不显示 Markdown。不要使用表格。一条消息最多 1,600 个字符。不能附加文件。给出选项时请编号。',
  ],
  [
    'matrix',
    'Your answers are read in Matrix. Markdown is shown. Do without tables and formulas. A message holds at most 65,536 bytes. Number the choices that you offer.',
    '你的回答在 Matrix 中阅读。可以显示 Markdown。不要使用表格、公式。一条消息最多 65,536 字节。给出选项时请编号。',
  ],
  [
    'mattermost',
    'Your answers are read in Mattermost. Markdown is shown. Do without formulas. A message holds at most 16,383 characters.',
    '你的回答在 Mattermost 中阅读。可以显示 Markdown。不要使用公式。一条消息最多 16,383 个字符。',
  ],
  [
    'teams',
    `Your answers are read in Microsoft Teams. ${SUBSET} A message holds at most 40,000 bytes.`,
    `你的回答在 Microsoft Teams 中阅读。${SUBSET_ZH}一条消息最多 40,000 字节。`,
  ],
  [
    'web',
    'Your answers are read on a web page. Markdown is shown. Do without formulas.',
    '你的回答在网页上阅读。可以显示 Markdown。不要使用公式。',
  ],
  [
    'cli',
    'Your answers are read in a terminal. Write plain text: Markdown is not shown. Do without tables. No file can be attached: name its absolute path. Number the choices that you offer.',
    '你的回答在终端里阅读。请写纯文本：不显示 Markdown。不要使用表格。不能附加文件：请写出绝对路径。给出选项时请编号。',
  ],
  [
    'cron',
    'A schedule started you: nobody reads along or can answer a question. Your last message is delivered as it is; make it the whole result.',
    '你由定时任务启动：没有人在旁阅读，也没有人能回答问题。最后一条消息会原样送达；请让它包含全部结果。',
  ],
]

describe('platformGuidance', () => {
  it.each(TEXTS)('says of %s what it shows, in both languages', (platform, en, zh) => {
    const row = findPlatformCapabilities(platform) ?? expect.fail('no row')
    expect(platformGuidance(row, 'en')).toBe(`${en}\n`)
    expect(platformGuidance(row, 'zh')).toBe(`${zh}\n`)
  })

  it('has a text for every row, each within 60 estimated tokens, 90 in Chinese', () => {
    expect(TEXTS.map(([platform]) => platform)).toEqual(
      PLATFORM_CAPABILITIES.map(({ platform }) => platform),
    )
    for (const row of PLATFORM_CAPABILITIES) {
      expect(estimateTokens(platformGuidance(row, 'en'))).toBeLessThanOrEqual(60)
      expect(estimateTokens(platformGuidance(row, 'zh'))).toBeLessThanOrEqual(90)
    }
  })

  it('reads every sentence off the row: what a platform can do is not forbidden', () => {
    const base = findPlatformCapabilities('slack') ?? expect.fail('no row')
    const can = { ...base, markdown: 'full', tables: true, math: true, message: null } as const
    expect(platformGuidance(can, 'en')).toBe('Your answers are read in Slack. Markdown is shown.\n')
    expect(platformGuidance({ ...can, attachments: false, buttons: false }, 'en')).toBe(
      'Your answers are read in Slack. Markdown is shown. No file can be attached. Number the choices that you offer.\n',
    )
  })
})

describe('findPlatformCapabilities', () => {
  it('ignores case and knows no other names', () => {
    expect(findPlatformCapabilities('SLACK')?.platform).toBe('slack')
    for (const name of ['zulip', '', 'slack ', 'constructor']) {
      expect(findPlatformCapabilities(name)).toBeUndefined()
    }
  })
})
