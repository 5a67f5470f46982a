import { createInterface } from 'node:readline/promises'
import { CliError } from './cli-error.ts'
import { EXIT } from './exit-code.ts'

/** Asks a person, on standard error, one question after the other. */
export interface Asking {
  /** The answer without blanks around it. Throws `CliError` with exit code 130 when the person leaves instead. */
  readonly ask: (question: string) => Promise<string>
}

/** Opens a conversation at the terminal for as long as `work` lasts. */
export async function askPerson<T>(work: (asking: Asking) => Promise<T>): Promise<T> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // A question that is left by Ctrl-C or Ctrl-D would wait for ever.
  const left = new Promise<never>((_, reject) => {
    terminal.once('close', () => {
      process.stderr.write('\n')
      reject(new CliError(EXIT.interrupted, 'nothing was done'))
    })
  })
  try {
    return await work({
      ask: async (question) => (await Promise.race([terminal.question(question), left])).trim(),
    })
  } finally {
    terminal.removeAllListeners('close')
    terminal.close()
  }
}
