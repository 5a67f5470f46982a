import { formatAmount, grouped } from '../budget/unit.ts'
import type { Language } from '../model/target.ts'
import type { PlatformCapabilities } from './platform-capabilities.ts'

interface Phrases {
  readonly readers: Readonly<Record<PlatformCapabilities['reader'], (name: string) => string>>
  readonly markdown: Readonly<Record<PlatformCapabilities['markdown'], string>>
  /** `missing` are the words of `things` that do not show. */
  readonly notShown: (missing: readonly string[]) => string
  readonly things: { readonly tables: string; readonly headings: string; readonly math: string }
  readonly limit: (limit: NonNullable<PlatformCapabilities['message']>) => string
  readonly noFiles: string
  /** For a reader who works on the same machine. */
  readonly pathsForFiles: string
  readonly noButtons: string
}

const EN: Phrases = {
  readers: {
    chat: (name) => `Your answers are read in ${name}.`,
    mail: () =>
      'Your answers are sent as e-mail; keep the subject, and leave greeting phrases out.',
    browser: () => 'Your answers are read on a web page.',
    terminal: () => 'Your answers are read in a terminal.',
    schedule: () =>
      'A schedule started you: nobody reads along or can answer a question. Your last message is delivered as it is; make it the whole result.',
  },
  markdown: {
    full: 'Markdown is shown.',
    subset: 'Of Markdown, emphasis, code, quotes, lists and links are shown.',
    none: 'Write plain text: Markdown is not shown.',
  },
  notShown: (missing) => `Do without ${oneOf(missing, 'and')}.`,
  things: { tables: 'tables', headings: 'headings', math: 'formulas' },
  limit: ({ amount, unit }) => `A message holds at most ${formatAmount(amount, unit)}.`,
  noFiles: 'No file can be attached.',
  pathsForFiles: 'No file can be attached: name its absolute path.',
  noButtons: 'Number the choices that you offer.',
}

const ZH: Phrases = {
  readers: {
    chat: (name) => `你的回答在 ${name} 中阅读。`,
    mail: () => '你的回答作为电子邮件发出；保留主题，不写客套话。',
    browser: () => '你的回答在网页上阅读。',
    terminal: () => '你的回答在终端里阅读。',
    schedule: () =>
      '你由定时任务启动：没有人在旁阅读，也没有人能回答问题。最后一条消息会原样送达；请让它包含全部结果。',
  },
  markdown: {
    full: '可以显示 Markdown。',
    subset: 'Markdown 中只显示强调、代码、引用、列表和链接。',
    none: '请写纯文本：不显示 Markdown。',
  },
  notShown: (missing) => `不要使用${missing.join('、')}。`,
  things: { tables: '表格', headings: '标题', math: '公式' },
  limit: ({ amount, unit }) =>
    `一条消息最多 ${grouped(amount)} ${unit === 'bytes' ? '字节' : '个字符'}。`,
  noFiles: '不能附加文件。',
  pathsForFiles: '不能附加文件：请写出绝对路径。',
  noButtons: '给出选项时请编号。',
}

/** What a model is told about the platform that its answers are read on: a few sentences, one line, read off the row. */
export function platformGuidance(row: PlatformCapabilities, language: Language): string {
  const say = language === 'zh' ? ZH : EN
  const sentences = [
    say.readers[row.reader](row.name),
    // What a schedule delivers to is not known here.
    ...(row.reader === 'schedule' ? [] : whatIsShown(row, say)),
  ]
  return `${sentences.join(language === 'zh' ? '' : ' ')}\n`
}

function whatIsShown(row: PlatformCapabilities, say: Phrases): readonly string[] {
  return [
    say.markdown[row.markdown],
    ...notShown(row, say),
    ...(row.message ? [say.limit(row.message)] : []),
    ...(row.attachments ? [] : [row.reader === 'terminal' ? say.pathsForFiles : say.noFiles]),
    ...(row.buttons ? [] : [say.noButtons]),
  ]
}

/** Plain text has none of them anyway; a subset names what it has, and these are what models write nevertheless. */
function notShown(
  { markdown, tables, math }: PlatformCapabilities,
  say: Phrases,
): readonly string[] {
  const { things } = say
  const missing = [
    ...(tables ? [] : [things.tables]),
    ...(markdown === 'subset' ? [things.headings] : []),
    ...(math || markdown === 'none' ? [] : [things.math]),
  ]
  return missing.length === 0 ? [] : [say.notShown(missing)]
}

function oneOf(words: readonly string[], joint: string): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${joint} ${last}`
}
