/** The families of models that have advice of their own; `other` has what helps any model. */
export const MODEL_FAMILIES = ['claude', 'gpt', 'gemini', 'qwen', 'deepseek', 'other'] as const

export type ModelFamily = (typeof MODEL_FAMILIES)[number]

/** Beginnings of words in the names of models. A number may follow directly: `qwen3`. */
export const MODEL_NAMES: Readonly<Record<Exclude<ModelFamily, 'other'>, readonly string[]>> = {
  claude: ['claude', 'opus', 'sonnet', 'haiku'],
  gpt: ['gpt', 'chatgpt', 'codex', 'o1', 'o3', 'o4'],
  gemini: ['gemini', 'gemma'],
  qwen: ['qwen', 'qwq', 'qvq'],
  deepseek: ['deepseek'],
}

/**
 * The family of a model by its name: what stands behind the last `/` first, the
 * providers before it only when that says nothing. Of two families in one name
 * the first counts, so a distilled model belongs to whoever distilled it.
 */
export function findModelFamily(model: string): ModelFamily {
  const parts = model.toLowerCase().split('/').reverse()
  for (const part of parts) {
    const words = part.split(/[^a-z0-9]+/)
    for (const word of words) {
      const found = MODEL_FAMILIES.find((family) => family !== 'other' && isOf(family, word))
      if (found) return found
    }
  }
  return 'other'
}

function isOf(family: Exclude<ModelFamily, 'other'>, word: string): boolean {
  return MODEL_NAMES[family].some(
    (name) => word.startsWith(name) && /^\d*[a-z]?$/.test(word.slice(name.length)),
  )
}
