import type { ApiLimits } from './api-run.ts'

const FLAGS: Readonly<Record<string, keyof ApiLimits>> = {
  '--max-requests': 'requests',
  '--max-cost': 'cost',
  '--max-tokens': 'answer',
}

/** Reads the flags of a model API, `--max-requests N` and its kind; a text says what is wrong with them. */
export function parseLimits(args: readonly string[]): ApiLimits | string {
  const limits: Record<string, number> = {}
  const words = args.flatMap((word) => splitAssignment(word))
  for (let at = 0; at < words.length; at += 2) {
    const [flag = '', value] = [words[at], words[at + 1]]
    const name = Object.hasOwn(FLAGS, flag) ? FLAGS[flag] : undefined
    if (name === undefined)
      return `there is no flag ${flag}; there are ${Object.keys(FLAGS).join(', ')}`
    if (!/^[1-9]\d{0,8}$/.test(value ?? '')) return `${flag} takes a number above 0`
    limits[name] = Number(value)
  }
  return limits
}

function splitAssignment(word: string): readonly string[] {
  const cut = word.indexOf('=')
  return word.startsWith('--') && cut > 0 ? [word.slice(0, cut), word.slice(cut + 1)] : [word]
}
