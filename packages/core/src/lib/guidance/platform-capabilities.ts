/**
 * What of Markdown a reader of a platform sees. `full`: all that is common.
 * `subset`: emphasis, code, quotes, lists and links, in whatever spelling the
 * platform has for them. `none`: the characters as they were typed.
 */
export type MarkdownDialect = 'full' | 'subset' | 'none'

/** The most that one message may hold. */
export interface MessageLimit {
  readonly amount: number
  readonly unit: 'chars' | 'bytes'
}

/** One row of the capability table: what a platform can show and carry. */
export interface PlatformCapabilities {
  /** Canonical name, lower case. */
  readonly platform: string
  /** For people and models: `Slack`. */
  readonly name: string
  /** `schedule`: nobody reads along, the last message is what is delivered. */
  readonly reader: 'chat' | 'mail' | 'browser' | 'terminal' | 'schedule'
  readonly markdown: MarkdownDialect
  readonly tables: boolean
  readonly math: boolean
  readonly attachments: boolean
  /** `null`: no limit that an answer meets. */
  readonly message: MessageLimit | null
  readonly threads: boolean
  readonly buttons: boolean
}

type Row = readonly [
  platform: string,
  name: string,
  reader: PlatformCapabilities['reader'],
  markdown: MarkdownDialect,
  can: string,
  message: MessageLimit | null,
]

const characters = (amount: number): MessageLimit => ({ amount, unit: 'chars' })
const bytes = (amount: number): MessageLimit => ({ amount, unit: 'bytes' })

/*
 * Limits as the platforms document them (2026-11): Slack asks for at most 4,000
 * characters and cuts at 40,000; Feishu 30 KB a card; the Bot API of Telegram
 * 4,096; Discord 2,000; the Cloud API of WhatsApp 4,096; a joined SMS 1,600; an
 * event of Matrix 65,536 bytes; Mattermost 16,383; Teams 40 KB of UTF-16, the
 * wrapping included. Neither Slack, Teams nor Telegram shows tables in a text.
 */
const ROWS: readonly Row[] = [
  ['slack', 'Slack', 'chat', 'subset', 'attachments threads buttons', characters(4000)],
  ['feishu', 'Feishu', 'chat', 'subset', 'attachments threads buttons', bytes(30_000)],
  ['telegram', 'Telegram', 'chat', 'subset', 'attachments threads buttons', characters(4096)],
  ['discord', 'Discord', 'chat', 'full', 'attachments threads buttons', characters(2000)],
  ['whatsapp', 'WhatsApp', 'chat', 'subset', 'attachments buttons', characters(4096)],
  ['email', 'e-mail', 'mail', 'none', 'attachments threads', null],
  ['sms', 'SMS', 'chat', 'none', '', characters(1600)],
  ['matrix', 'Matrix', 'chat', 'full', 'attachments threads', bytes(65_536)],
  [
    'mattermost',
    'Mattermost',
    'chat',
    'full',
    'tables attachments threads buttons',
    characters(16_383),
  ],
  ['teams', 'Microsoft Teams', 'chat', 'subset', 'attachments threads buttons', bytes(40_000)],
  ['web', 'a web page', 'browser', 'full', 'tables attachments buttons', null],
  ['cli', 'a terminal', 'terminal', 'none', '', null],
  ['cron', 'a schedule', 'schedule', 'none', '', null],
]

/** Every platform that is known, in a fixed order. A new one is one more row. */
export const PLATFORM_CAPABILITIES: readonly PlatformCapabilities[] = ROWS.map(
  ([platform, name, reader, markdown, can, message]) => {
    const has = (what: string): boolean => can.split(' ').includes(what)
    return {
      platform,
      name,
      reader,
      markdown,
      tables: has('tables'),
      math: has('math'),
      attachments: has('attachments'),
      message,
      threads: has('threads'),
      buttons: has('buttons'),
    }
  },
)

/** The row of a canonical platform name, whatever its case; `undefined` for one that is not in the table. */
export function findPlatformCapabilities(platform: string): PlatformCapabilities | undefined {
  const name = platform.toLowerCase()
  return PLATFORM_CAPABILITIES.find((row) => row.platform === name)
}
