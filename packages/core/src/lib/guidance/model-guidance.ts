import type { Language } from '../model/target.ts'
import type { ModelFamily } from './model-families.ts'

/** The sentences that families share, in the order in which they stand. */
const ADVICE = {
  act: {
    en: 'Do the work with your tools now; a turn does not end with a plan or a promise.',
    zh: '现在就用工具完成工作；不要以计划或承诺结束一轮。',
  },
  persist: {
    en: 'When a call fails or finds nothing, try another way before you give up.',
    zh: '调用失败或没有结果时，先换一种办法，再考虑放弃。',
  },
  parallel: {
    en: "Send calls that do not need each other's results together.",
    zh: '互不依赖的调用请一起发出。',
  },
  paths: {
    en: 'Name files by absolute paths.',
    zh: '用绝对路径指明文件。',
  },
  libraries: {
    en: 'See that a library is there before you use it.',
    zh: '使用某个库之前，先确认它存在。',
  },
  unattended: {
    en: 'Give commands the flags that keep them from asking.',
    zh: '运行命令时加上不会发问的参数。',
  },
  literal: {
    en: 'Copy names, numbers, paths and quoted words exactly.',
    zh: '名称、数字、路径和引文要逐字照抄。',
  },
  compute: {
    en: 'Calculate and count with a tool, not in prose.',
    zh: '计算和计数用工具，不要在文字里完成。',
  },
  verify: {
    en: 'After a write, read back what is there now before you call it done.',
    zh: '写入之后先读回现在的内容，再说完成。',
  },
  scope: {
    en: 'Do what was asked and no more; mention what else you notice.',
    zh: '只做被要求的事；另外发现的问题提一句即可。',
  },
  brief: {
    en: 'Keep what you write between calls short.',
    zh: '两次调用之间的文字要短。',
  },
  language: {
    en: 'Answer in the language that the person writes.',
    zh: '用对方所写的语言回答。',
  },
  honest: {
    en: 'State as found only what a result of this session shows.',
    zh: '只有本会话的结果显示了的，才能说是已查明。',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>

type Advice = keyof typeof ADVICE

/** Which of them a family needs, as its known habits suggest. */
const FAMILIES: Readonly<Record<ModelFamily, readonly Advice[]>> = {
  claude: ['parallel', 'scope', 'honest'],
  gpt: ['act', 'persist', 'parallel', 'literal', 'compute', 'verify', 'honest'],
  gemini: ['act', 'parallel', 'paths', 'libraries', 'unattended', 'verify', 'brief', 'honest'],
  qwen: ['act', 'persist', 'parallel', 'literal', 'compute', 'verify', 'language', 'honest'],
  deepseek: ['act', 'persist', 'parallel', 'literal', 'compute', 'verify', 'language', 'honest'],
  other: ['act', 'persist', 'parallel', 'verify', 'honest'],
}

/** What a model of a family is told about its work: one sentence a line. */
export function modelGuidance(family: ModelFamily, language: Language): string {
  return FAMILIES[family].map((key) => `${ADVICE[key][language]}\n`).join('')
}
