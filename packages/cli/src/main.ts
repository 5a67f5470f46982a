#!/usr/bin/env node
import { createRequire } from 'node:module'
import { laterCommand } from './lib/later-commands.ts'
import { createProgram } from './lib/program.ts'
import { CliError } from './lib/terminal/cli-error.ts'
import { EXIT } from './lib/terminal/exit-code.ts'
import { reportError } from './lib/terminal/report-error.ts'
import { createTerminal } from './lib/terminal/terminal.ts'

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }
const terminal = createTerminal({
  stdout: process.stdout,
  stderr: process.stderr,
  stdinIsTTY: process.stdin.isTTY === true,
  env: process.env,
})

/** A reader that closes the pipe early (`| head`) ends us quietly; a full disk is said in one sentence. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done)
  terminal.err(`onesoul: standard output could not be written: ${error.code ?? error.message}\n`)
  process.exit(EXIT.failed)
})

process.stderr.on('error', () => {
  // There is nowhere left to say it; the exit code of the command tells.
})

void main(process.argv.slice(2))
  .catch((error: unknown) => reportError(error, terminal))
  .then((exitCode) => {
    process.exitCode = exitCode
  })

async function main(args: readonly string[]): Promise<number> {
  const { own, agentArgs } = splitArguments(args)
  const later = laterCommand(own.find((word) => !word.startsWith('-')))
  if (later) throw new CliError(EXIT.usage, later)
  let exitCode: number = EXIT.done
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
  const program = createProgram({
    terminal,
    env,
    cwd: workingDirectory(),
    stdin: process.stdin.isTTY === true ? 'closed' : 'inherit',
    agentArgs,
    version,
    done: (code) => {
      exitCode = code
    },
  })
  await program.parseAsync(own, { from: 'user' })
  return exitCode
}

function workingDirectory(): string {
  try {
    return process.cwd()
  } catch (error) {
    // biome-ignore lint/style/useErrorCause: CliError takes the cause among its options, which come third.
    throw new CliError(EXIT.failed, 'the working directory is no longer there', {
      hints: ['go to another one, e.g. cd ~'],
      cause: error,
    })
  }
}

/** What follows the first `--` is the agent's, untouched. */
function splitArguments(args: readonly string[]): { own: string[]; agentArgs: string[] } {
  const cut = args.indexOf('--')
  if (cut < 0) return { own: [...args], agentArgs: [] }
  return { own: args.slice(0, cut), agentArgs: args.slice(cut + 1) }
}
