import type { Language } from '@onesoul/core'
import { stringify } from 'yaml'
import type { ConfigFile } from '../config/config-file.ts'

export interface ConfigTextInput {
  readonly language: Language
  /** Value of `configs`, when it is not the home's own folder. */
  readonly configs: string | null
  /** Limits that the files need. */
  readonly proposal: NonNullable<ConfigFile['budget']>
  /** Keys in place of the example of a bot. Default: none. */
  readonly settings?: ConfigFile
}

const WORDS = {
  en: {
    head: 'The configuration of this OneSoul home. Every key is optional; the schema lists them all.',
    budget:
      'So much is needed that no file here is cut. In characters; the defaults are 8000 and 40000.',
    bots: 'A bot has files of its own in agent-configs/<platform>/<name>/.',
  },
  zh: {
    head: 'OneSoul 的配置。所有键都可以省略；完整列表见上面的 schema。',
    budget: '按字符计：这样这里的文件都不会被截断。默认值为 8000 和 40000。',
    bots: '机器人自己的文件放在 agent-configs/<platform>/<name>/。',
  },
} as const

/** Address of the JSON Schema in this package, for the editor's completion. */
export const CONFIG_SCHEMA_URL: string = new URL(
  '../../../schema/config.schema.json',
  import.meta.url,
).href

/** The text of a new `config.yaml`. */
export function renderConfigText(input: ConfigTextInput): string {
  const words = WORDS[input.language]
  const limits = Object.entries(input.proposal)
  const lines = [
    `# yaml-language-server: $schema=${CONFIG_SCHEMA_URL}`,
    `# ${words.head}`,
    `language: ${input.language === 'zh' ? 'zh' : 'auto'}`,
  ]
  if (input.configs !== null) lines.push(stringify({ configs: input.configs }).trimEnd())
  if (limits.length > 0) {
    lines.push('', `# ${words.budget}`, 'budget:')
    lines.push(...limits.map(([key, value]) => `  ${key}: ${value}`))
  }
  if (input.settings !== undefined && Object.keys(input.settings).length > 0) {
    return [...lines, '', stringify(input.settings)].join('\n')
  }
  lines.push('', `# ${words.bots}`, '# bots:', '#   - name: dev-bot', '#     platform: slack', '')
  return lines.join('\n')
}
