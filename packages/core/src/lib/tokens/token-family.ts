/** Models whose tokenizers count alike. */
export type TokenFamily = 'claude' | 'claude-new' | 'gpt' | 'gemini' | 'deepseek' | 'qwen'

/**
 * The family of a model by its name. `claude` are the models up to Opus 4.6, Sonnet
 * 4.6 and Haiku 4.5; later ones are `claude-new`. What no rule knows is counted as
 * `claude-new`, which says the most: an estimate that is too low overflows a window.
 */
export function tokenFamilyOf(model: string): TokenFamily {
  const name = model.toLowerCase()
  if (name.includes('claude')) return isOldClaude(name) ? 'claude' : 'claude-new'
  return OTHERS.find(([pattern]) => pattern.test(name))?.[1] ?? 'claude-new'
}

const OTHERS: readonly (readonly [pattern: RegExp, family: TokenFamily])[] = [
  [/gpt|codex|(?:^|\/)o\d/, 'gpt'],
  [/gemini|gemma/, 'gemini'],
  [/deepseek/, 'deepseek'],
  [/qwen|qwq/, 'qwen'],
]

/** The last version of each line that has the old tokenizer. */
const LAST_OLD: Readonly<Record<string, number>> = { opus: 4.6, sonnet: 4.6, haiku: 4.5 }

function isOldClaude(name: string): boolean {
  if (/claude-(?:v?[123]\b|instant)/.test(name)) return true
  const [, line = '', major = '', minor = '0'] =
    /claude-([a-z]+)-(\d+)(?:[-.](\d)(?!\d))?/.exec(name) ?? []
  return Number(`${major}.${minor}`) <= (LAST_OLD[line] ?? 0)
}
