import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../text/tokens.ts'
import { findModelFamily, MODEL_FAMILIES, type ModelFamily } from './model-families.ts'
import { modelGuidance } from './model-guidance.ts'

/** Names as providers and agents write them. */
const NAMES: Readonly<Record<ModelFamily, readonly string[]>> = {
  claude: [
    'claude-opus-5',
    'anthropic/claude-sonnet-4.5',
    'us.anthropic.claude-3-5-sonnet-20241022-v2:0',
    'opus',
    'sonnet[1m]',
    'Haiku',
  ],
  gpt: [
    'gpt-5.6-codex',
    'openai/gpt-oss-120b',
    'chatgpt-4o-latest',
    'o3-mini',
    'codex-mini-latest',
    'azure/gpt4o',
  ],
  gemini: ['gemini-3-pro', 'models/gemini-2.5-flash', 'google/gemma-3-27b-it'],
  qwen: ['qwen3-coder-plus', 'Qwen/Qwen2.5-72B-Instruct', 'qwq-32b', 'qwen-max'],
  deepseek: ['deepseek-v4', 'deepseek/deepseek-chat', 'deepseek-r1-distill-qwen-32b'],
  other: [
    'grok-5',
    'kimi-k3',
    'glm-5',
    'mistral-large',
    'mygptmodel',
    'o9000',
    'opusculum',
    '',
    '///',
  ],
}

/** The whole advice of each family, in English and in Chinese. */
const TEXTS: readonly (readonly [ModelFamily, string, string])[] = [
  [
    'claude',
    `Send calls that do not need each other's results together.
Do what was asked and no more; mention what else you notice.
State as found only what a result of this session shows.
`,
    `互不依赖的调用请一起发出。
只做被要求的事；另外发现的问题提一句即可。
只有本会话的结果显示了的，才能说是已查明。
`,
  ],
  [
    'gpt',
    `Do the work with your tools now; a turn does not end with a plan or a promise.
When a call fails or finds nothing, try another way before you give up.
Send calls that do not need each other's results together.
Copy names, numbers, paths and quoted words exactly.
Calculate and count with a tool, not in prose.
After a write, read back what is there now before you call it done.
State as found only what a result of this session shows.
`,
    `现在就用工具完成工作；不要以计划或承诺结束一轮。
调用失败或没有结果时，先换一种办法，再考虑放弃。
互不依赖的调用请一起发出。
名称、数字、路径和引文要逐字照抄。
计算和计数用工具，不要在文字里完成。
写入之后先读回现在的内容，再说完成。
只有本会话的结果显示了的，才能说是已查明。
`,
  ],
  [
    'gemini',
    `Do the work with your tools now; a turn does not end with a plan or a promise.
Send calls that do not need each other's results together.
Name files by absolute paths.
See that a library is there before you use it.
Give commands the flags that keep them from asking.
After a write, read back what is there now before you call it done.
Keep what you write between calls short.
State as found only what a result of this session shows.
`,
    `现在就用工具完成工作；不要以计划或承诺结束一轮。
互不依赖的调用请一起发出。
用绝对路径指明文件。
使用某个库之前，先确认它存在。
运行命令时加上不会发问的参数。
写入之后先读回现在的内容，再说完成。
两次调用之间的文字要短。
只有本会话的结果显示了的，才能说是已查明。
`,
  ],
  ...(['qwen', 'deepseek'] as const).map(
    (family) =>
      [
        family,
        `Do the work with your tools now; a turn does not end with a plan or a promise.
When a call fails or finds nothing, try another way before you give up.
Send calls that do not need each other's results together.
Copy names, numbers, paths and quoted words exactly.
Calculate and count with a tool, not in prose.
After a write, read back what is there now before you call it done.
Answer in the language that the person writes.
State as found only what a result of this session shows.
`,
        `现在就用工具完成工作；不要以计划或承诺结束一轮。
调用失败或没有结果时，先换一种办法，再考虑放弃。
互不依赖的调用请一起发出。
名称、数字、路径和引文要逐字照抄。
计算和计数用工具，不要在文字里完成。
写入之后先读回现在的内容，再说完成。
用对方所写的语言回答。
只有本会话的结果显示了的，才能说是已查明。
`,
      ] as const,
  ),
  [
    'other',
    `Do the work with your tools now; a turn does not end with a plan or a promise.
When a call fails or finds nothing, try another way before you give up.
Send calls that do not need each other's results together.
After a write, read back what is there now before you call it done.
State as found only what a result of this session shows.
`,
    `现在就用工具完成工作；不要以计划或承诺结束一轮。
调用失败或没有结果时，先换一种办法，再考虑放弃。
互不依赖的调用请一起发出。
写入之后先读回现在的内容，再说完成。
只有本会话的结果显示了的，才能说是已查明。
`,
  ],
]

describe('findModelFamily', () => {
  const rows = MODEL_FAMILIES.flatMap((family) =>
    NAMES[family].map((name) => [name, family] as const),
  )
  it.each(rows)('knows %j as %s', (name, family) => {
    expect(findModelFamily(name)).toBe(family)
  })
})

describe('modelGuidance', () => {
  it.each(TEXTS)('advises %s in both languages', (family, en, zh) => {
    expect(modelGuidance(family, 'en')).toBe(en)
    expect(modelGuidance(family, 'zh')).toBe(zh)
  })

  it('has a text for every family, within 110 estimated tokens, 200 in Chinese', () => {
    expect(TEXTS.map(([family]) => family)).toEqual([...MODEL_FAMILIES])
    for (const family of MODEL_FAMILIES) {
      expect(estimateTokens(modelGuidance(family, 'en'))).toBeLessThanOrEqual(110)
      expect(estimateTokens(modelGuidance(family, 'zh'))).toBeLessThanOrEqual(200)
    }
  })
})
