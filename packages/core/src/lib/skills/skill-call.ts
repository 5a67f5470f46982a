/** What a person's text asks for. */
export type SkillCall =
  /** It begins with no call of a skill that is known. */
  | { readonly kind: 'none' }
  /** `name` is known, or was named after `/skill`, whether it is known or not. */
  | { readonly kind: 'call'; readonly name: string; readonly args: string }
  /** Several skills go by the name that was written. */
  | {
      readonly kind: 'ambiguous'
      readonly written: string
      readonly candidates: readonly string[]
      readonly args: string
    }

export interface SkillCallOptions {
  /** The names that skills are called by, also `plugin:name`. */
  readonly names: readonly string[]
  /** The agent has calls that begin with `$`. Default: true. */
  readonly dollar?: boolean
}

/**
 * Reads the call of a skill at the beginning of a text, the same on every route:
 * `/name …`, `/plugin:name …`, `$name …`, `/skill NAME …` and `/worker NAME …`.
 * A bare name stands for `plugin:name` where only one plugin has it. The
 * longest name that fits counts. Pure.
 */
export function parseSkillCall(text: string, options: SkillCallOptions): SkillCall {
  const { names, dollar = true } = options
  const begun = /^([/$])([\p{L}\p{N}][^\s]*)\s*/u.exec(text)
  if (begun === null || (begun[1] === '$' && !dollar)) return { kind: 'none' }
  const [head, sign = '', word = ''] = begun
  const rest = text.slice(head.length)
  const known = match(word, names)
  const isAlias = sign === '/' && (word === 'skill' || word === 'worker')
  const named = isAlias ? /^[/$]?(\S+)\s*/u.exec(rest) : null
  if (named !== null) {
    const [whole, written = ''] = named
    const meant = match(written, names)
    const args = (meant.rest + rest.slice(whole.trimEnd().length)).trimStart()
    // A skill may itself be called `skill`.
    if (meant.names.length > 0 || known.names.length === 0) return toCall(meant, written, args)
  }
  if (known.names.length === 0) return { kind: 'none' }
  const args = text.slice(sign.length + word.length - known.rest.length).trimStart()
  return toCall(known, word, args)
}

interface Match {
  readonly names: readonly string[]
  /** What follows the name within the word. */
  readonly rest: string
}

/** The known names that a word is, or begins with before something that no name holds. */
function match(word: string, names: readonly string[]): Match {
  for (let end = word.length; end > 0; end--) {
    const rest = word.slice(end)
    if (rest !== '' && /^[\p{L}\p{N}:_-]/u.test(rest)) continue
    const written = word.slice(0, end)
    const exact = names.filter((name) => name === written)
    const bare = names.filter((name) => name.slice(name.indexOf(':') + 1) === written)
    const found = exact.length > 0 ? exact : bare
    if (found.length > 0) return { names: [...new Set(found)], rest }
  }
  return { names: [], rest: '' }
}

function toCall({ names }: Match, written: string, args: string): SkillCall {
  const [name = written, ...more] = names
  if (more.length === 0) return { kind: 'call', name, args }
  return { kind: 'ambiguous', written, candidates: [...names].sort(), args }
}
