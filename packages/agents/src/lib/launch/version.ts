import { dirname } from 'node:path'
import { launchCaptured } from './captured.ts'

const VERSION_TIMEOUT_MS = 30_000
const MAX_OUTPUT_BYTES = 64 * 1024

export interface ReadVersionOptions {
  /** Finds the version in the standard output; its first group, else the whole match, is the version. */
  readonly pattern: RegExp
  readonly env: Readonly<Record<string, string>>
}

/**
 * Asks a program for its version by running `path ...args`, for at most ten
 * seconds. `null`: it could not be started, took too long, or said nothing that matches.
 */
export async function readVersion(
  path: string,
  args: readonly string[],
  options: ReadVersionOptions,
): Promise<string | null> {
  let output = ''
  const timeout = AbortSignal.timeout(VERSION_TIMEOUT_MS)
  try {
    await launchCaptured(
      { command: path, args, env: options.env, cwd: dirname(path) },
      {
        stdio: 'capture',
        signal: timeout,
        killAfterMs: 500,
        onStdout: (chunk) => {
          if (output.length < MAX_OUTPUT_BYTES) output += Buffer.from(chunk).toString('utf8')
        },
      },
    )
  } catch {
    // A program that cannot be started has no version: that is the answer.
    return null
  }
  const match = options.pattern.exec(output)
  return match ? (match[1] ?? match[0]) : null
}
