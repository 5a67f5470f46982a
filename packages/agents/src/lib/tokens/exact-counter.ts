import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { COUNTER_PROGRAM } from './counter-program.ts'

/** `o200k`: OpenAI models from GPT-4o on, by `gpt-tokenizer`; `claude`: Claude models up to Opus 4.6, by `ai-tokenizer`. */
export type ExactEncoding = 'o200k' | 'claude'

export interface ExactCounterOptions {
  readonly encoding: ExactEncoding
  /** Longest time for one text, the loading of the tables included. Default: 10000. */
  readonly timeoutMs?: number
}

export type ExactCount =
  | { readonly outcome: 'counted'; readonly tokens: number }
  /** `missing`: the tokenizer is not installed; `timeout`, `failed`: this text could not be counted. */
  | {
      readonly outcome: 'missing' | 'timeout' | 'failed' | 'closed'
      readonly message: string
      readonly fix?: string
    }

/** Counts with a tokenizer's own tables, in a thread of its own. */
export interface ExactCounter {
  /** Tokens of a text; special tokens in it count as the text that they are. Never rejects. */
  count(text: string): Promise<ExactCount>
  /** Ends the thread; what is being counted ends as `closed`. */
  close(): Promise<void>
}

interface Encoding {
  readonly package: string
  readonly version: string
  readonly files: readonly string[]
  /** Tokens of the model for each token of the tables. */
  readonly multiplier: number
}

const ENCODINGS: Readonly<Record<ExactEncoding, Encoding>> = {
  o200k: {
    package: 'gpt-tokenizer',
    version: '4',
    files: ['gpt-tokenizer/encoding/o200k_base'],
    multiplier: 1,
  },
  // What `ai-tokenizer` itself multiplies by, with 98.5 to 99.8 % accuracy told for Claude up to 4.5.
  claude: {
    package: 'ai-tokenizer',
    version: '1',
    files: ['ai-tokenizer', 'ai-tokenizer/encoding/claude'],
    multiplier: 1.1,
  },
}

/** Longer runs of one kind of character are counted in pieces, which costs less than a token each. */
const MAX_RUN = 256

/**
 * A counter by an optional package (`gpt-tokenizer`, `ai-tokenizer`), which is loaded
 * when the first text is counted. Texts are counted one after another; the thread
 * does not keep a program alive. A text that takes too long ends the thread, and the
 * next one starts another. For Claude from Opus 4.7 on only the provider's count is
 * exact.
 */
export function createExactCounter(options: ExactCounterOptions): ExactCounter {
  const { encoding, timeoutMs = 10_000 } = options
  let thread: Worker | null = null
  let closed = false
  let turn: Promise<unknown> = Promise.resolve()
  let stop: (() => void) | null = null

  async function countNow(text: string): Promise<ExactCount> {
    if (closed) return CLOSED
    const files = findFiles(encoding)
    if (files === null) return missing(encoding)
    thread ??= startThread(encoding, files)
    const answer = await ask(thread, text, {
      timeoutMs,
      onStop: (end) => {
        stop = end
      },
    })
    stop = null
    if (answer.outcome !== 'counted') {
      await thread?.terminate()
      thread = null
      return answer
    }
    return { ...answer, tokens: Math.ceil(answer.tokens * ENCODINGS[encoding].multiplier) }
  }

  return {
    count(text) {
      const counted = turn.then(() => countNow(text))
      turn = counted
      return counted
    },
    async close() {
      closed = true
      stop?.()
      await turn
      await thread?.terminate()
      thread = null
    },
  }
}

const CLOSED: ExactCount = { outcome: 'closed', message: 'the counter was closed' }

function startThread(encoding: ExactEncoding, files: readonly string[]): Worker {
  const thread = new Worker(COUNTER_PROGRAM, {
    eval: true,
    workerData: { encoding, files, maxRun: MAX_RUN },
    // A thread of ours needs nothing of the program's environment or flags.
    env: {},
    execArgv: [],
  })
  thread.unref()
  return thread
}

function findFiles(encoding: ExactEncoding): readonly string[] | null {
  const { resolve } = createRequire(import.meta.url)
  try {
    return ENCODINGS[encoding].files.map((file) => resolve(file))
  } catch {
    // Not installed, or not in a version with these files: both are told as missing.
    return null
  }
}

function missing(encoding: ExactEncoding): ExactCount {
  const { package: name, version } = ENCODINGS[encoding]
  return {
    outcome: 'missing',
    message: `${name} is not installed`,
    fix: `Run npm install ${name}@${version}.`,
  }
}

interface Asking {
  readonly timeoutMs: number
  /** Takes what ends the waiting early. */
  readonly onStop: (end: () => void) => void
}

function ask(thread: Worker, text: string, { timeoutMs, onStop }: Asking): Promise<ExactCount> {
  return new Promise((resolve) => {
    const finish = (count: ExactCount) => {
      clearTimeout(timer)
      thread.off('message', onMessage)
      thread.off('error', onError)
      thread.unref()
      resolve(count)
    }
    const onMessage = ({ tokens, error }: { readonly tokens?: number; readonly error?: string }) =>
      finish(tokens === undefined ? failed(error) : { outcome: 'counted', tokens })
    const onError = (error: unknown) => finish(failed(error))
    const timer = setTimeout(
      () => finish({ outcome: 'timeout', message: `not counted within ${timeoutMs} ms` }),
      timeoutMs,
    )
    onStop(() => finish(CLOSED))
    thread.on('message', onMessage)
    thread.on('error', onError)
    thread.ref()
    thread.postMessage(text)
  })
}

function failed(error: unknown): ExactCount {
  return { outcome: 'failed', message: error instanceof Error ? error.message : String(error) }
}
