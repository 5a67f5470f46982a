import { resolve } from 'node:path'
import { suggest } from '@onesoul/core'
import { Command } from 'commander'
import { addCache } from './program/cache.ts'
import { addCodeMap } from './program/codemap.ts'
import { addCompletion } from './program/completion.ts'
import { addConfiguration } from './program/configuration.ts'
import { addDiff } from './program/diff.ts'
import { addExport } from './program/export.ts'
import { addFilter } from './program/filter.ts'
import { addFit } from './program/fit.ts'
import { addInspection } from './program/inspection.ts'
import { addLint } from './program/lint.ts'
import { addMemory } from './program/memory.ts'
import { addOverlay } from './program/overlay.ts'
import { addProjectState } from './program/project-state.ts'
import type { ProgramContext, Registration } from './program/registration.ts'
import { addRuns } from './program/runs.ts'
import { addScan } from './program/scan.ts'
import { addSessions } from './program/sessions.ts'
import { addSetup } from './program/setup.ts'
import { addShowcase } from './program/showcase.ts'
import { addSkills } from './program/skills.ts'
import { addUninstall } from './program/uninstall.ts'
import { CliError } from './terminal/cli-error.ts'
import { EXIT } from './terminal/exit-code.ts'
import type { GlobalFlags, Invocation } from './terminal/global-flags.ts'
import { addGlobalOptions } from './terminal/options.ts'

/** In the order in which the help lists them. */
const COMMANDS: readonly ((program: Command, registration: Registration) => void)[] = [
  addInspection,
  addDiff,
  addLint,
  addScan,
  addFit,
  addFilter,
  addCodeMap,
  addCache,
  addRuns,
  addSessions,
  addProjectState,
  addMemory,
  addSkills,
  addOverlay,
  addExport,
  addSetup,
  addConfiguration,
  addCompletion,
  addUninstall,
  addShowcase,
]

/** The command tree. Each command loads its code only when it runs. */
export function createProgram(context: ProgramContext): Command {
  const program = addGlobalOptions(new Command('onesoul'))
    .description('One soul, every agent: compose, deliver, prove.')
    .version(context.version)
    .configureOutput({
      writeOut: context.terminal.out,
      writeErr: context.terminal.err,
      outputError: (text, write) =>
        write(`${text.replace(/^error: /, 'onesoul: ')}${elsewhere(program, text)}`),
    })
    .configureHelp({ showGlobalOptions: true })
    .helpCommand('help [command]', 'what a command does and takes')
    .exitOverride()
    .argument('[command]')
    .usage('[command] [options]')
    .action(async (name: string | undefined) => {
      if (name !== undefined) throw unknownCommand(program, name)
      const { statusCommand } = await import('./commands/status.ts')
      context.done(await statusCommand(invocation()))
    })
  const invocation = (): Invocation => {
    const flags = program.opts<GlobalFlags>()
    const { terminal, env, cwd, stdin } = context
    return { flags, terminal, env, stdin, cwd: resolve(cwd, flags.cwd ?? '') }
  }
  for (const add of COMMANDS) add(program, { context, invocation })
  return program
}

/** An option that other commands have is not mistyped; the person wants one of those. */
function elsewhere(program: Command, text: string): string {
  const option = /unknown option '(--[\w-]+)'/.exec(text)?.[1]
  const owners = program.commands.filter((command) =>
    command.options.some(({ long }) => long === option),
  )
  if (option === undefined || owners.length === 0) return ''
  const names = owners.map((command) => `\`onesoul ${command.name()}\``)
  return `  ${option} belongs to ${names.join(', ')}\n`
}

/** A mistyped command is a usage error with the name that was probably meant. */
function unknownCommand(program: Command, name: string): CliError {
  const known = program
    .createHelp()
    .visibleCommands(program)
    .map((command) => command.name())
  const meant = suggest(name, known)
  const hint = meant ? `did you mean ${meant}?` : 'onesoul --help lists the commands'
  return new CliError(EXIT.usage, `there is no command ${JSON.stringify(name)}`, { hints: [hint] })
}
