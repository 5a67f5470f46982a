/** One sentence per section that stands nowhere else, so that it can be counted in a raw request. */
export const SENTENCES = {
  persona: 'You are Quill, the lighthouse keeper of this repository 灯塔守护者',
  rules: 'Every migration is named after the harbour that it was written in',
  'tool-guidance': 'Ask the depth sounder before you open a chart 打开海图之前先测水深',
  user: 'Ingrid Solbakk reads her messages at low tide 她喜欢简短的回答',
  memory: 'The foghorn was repaired in the second week of March 雾号三月修好了',
} as const

/** Sentences of the home that must not reach a model: of a shadowed file and of lines that are cut. */
export const HIDDEN_SENTENCES = [
  'This keeper of the whole coast is shadowed by the bot',
  'This rule stands in the middle of a file that is too long',
] as const

/** Words that only USER and MEMORY hold. */
export const PRIVATE_WORDS = ['Ingrid Solbakk', 'low tide', 'foghorn', '雾号'] as const

/** The target of every run of the suite: a bot with a platform behind it. */
export const TARGET = ['--platform', 'slack', '--bot', 'dev-bot'] as const

const PADDING =
  'A rule that only makes the file longer than one file may be. 这一行只是让文件更长。\n\n'

/** A home with all five slots in two languages, three scopes, and one file that is cut. */
export function homeFiles(
  agent: string,
  command: string,
  config = '',
): Readonly<Record<string, string>> {
  const { persona, rules, user, memory } = SENTENCES
  const [shadowed, cut] = HIDDEN_SENTENCES
  return {
    'config.yaml': `language: auto
bots:
  - name: dev-bot
    platform: slack
agents:
  ${agent}:
    command: ${JSON.stringify(command)}
${config}`,
    'agent-configs/SOUL.md': `${shadowed}.\n`,
    'agent-configs/slack/dev-bot/SOUL.md': `${persona}.\n\nYou explain each step in plain words. 每一步都用简单的话解释。\n`,
    'agent-configs/AGENTS.md': `# Rules\n\n- ${rules}.\n- 提交之前先运行测试。\n\n${PADDING.repeat(110)}## Middle\n\n${cut}.\n\n## Rest\n\n${PADDING.repeat(50)}`,
    'agent-configs/slack/TOOLS.md': `${SENTENCES['tool-guidance']}.\n`,
    'agent-configs/USER.md': `${user}.\n`,
    'agent-configs/MEMORY.md': `${memory}.\n`,
  }
}
