/** Options that take the next word as their value, by long name (1.18.33). */
const VALUED = [
  'agent',
  'attach',
  'command',
  'cors',
  'dir',
  'file',
  'format',
  'hostname',
  'log-level',
  'mdns-domain',
  'model',
  'password',
  'port',
  'prompt',
  'replay-limit',
  'session',
  'title',
  'username',
  'variant',
]

/** Options that go on taking words until the next option. */
const LISTS = ['cors', 'file']

const SHORT: Readonly<Record<string, string>> = {
  c: 'continue',
  f: 'file',
  h: 'help',
  i: 'interactive',
  m: 'model',
  p: 'password',
  s: 'session',
  u: 'username',
  v: 'version',
}

export interface OpenCodeArguments {
  /** Values by long name, the last one given; a switch has an empty value. */
  readonly options: ReadonlyMap<string, string>
  /** Words that are neither options nor their values. */
  readonly words: readonly string[]
}

/** Reads the person's own flags as OpenCode would. */
export function parseArguments(args: readonly string[]): OpenCodeArguments {
  const options = new Map<string, string>()
  const words: string[] = []
  const queue = [...args]
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === '--') return { options, words: [...words, ...queue] }
    if (!word.startsWith('-') || word === '-') words.push(word)
    else for (const [name, value] of readOption(word, queue)) options.set(name, value)
  }
  return { options, words }
}

/** The same arguments without one option, given by its long name, and its values. */
export function withoutOption(args: readonly string[], name: string): readonly string[] {
  const kept: string[] = []
  const queue = [...args]
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === '--') return [...kept, word, ...queue]
    const following = [...queue]
    const read = word.startsWith('-') && word !== '-' ? readOption(word, queue) : []
    const values = following.slice(0, following.length - queue.length)
    if (read.every(([option]) => option !== name)) kept.push(word, ...values)
    // What was joined with it in one word are switches.
    else kept.push(...read.filter(([option]) => option !== name).map(([option]) => `--${option}`))
  }
  return kept
}

function readOption(word: string, queue: string[]): readonly (readonly [string, string])[] {
  const [, dashes, body = '', assigned] = /^(--?)([^=]*)(?:=(.*))?$/s.exec(word) ?? []
  if (dashes === '--') return [[body, assigned ?? takeValue(body, queue)]]
  const name = longName(body)
  // `-mX` gives the value at once, `-cs X` joins switches.
  if (VALUED.includes(name) && body.length > 1) return [[name, assigned ?? body.slice(1)]]
  const letters = [...body]
  return letters.map((letter, index) => {
    const long = longName(letter)
    const last = index === letters.length - 1
    return [long, last ? (assigned ?? takeValue(long, queue)) : ''] as const
  })
}

function longName(letters: string): string {
  return SHORT[letters.slice(0, 1)] ?? letters.slice(0, 1)
}

function takeValue(name: string, queue: string[]): string {
  if (!VALUED.includes(name)) return ''
  const value = queue.shift() ?? ''
  while (LISTS.includes(name) && queue[0] !== undefined && !queue[0].startsWith('-')) queue.shift()
  return value
}

/** Words that OpenCode's parser turns into numbers, after which `opencode run` fails. */
const NUMBER = /^(?:0x[\da-f]+|-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*$/i

/**
 * The words that `opencode run` joins to exactly this prompt. A word with a
 * space in it would reach the model in quotation marks, and one that looks like
 * a number would end the run (1.18.33): then the prompt stays one word, as in a
 * run without us.
 */
export function promptWords(prompt: string): readonly string[] {
  const words = prompt.split(' ')
  return words.some((word) => NUMBER.test(word)) ? [prompt] : words
}
