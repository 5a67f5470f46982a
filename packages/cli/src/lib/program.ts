import { resolve } from 'node:path'
import { suggest } from '@onesoul/core'
import { Command } from 'commander'
import type { ComposeFlags } from './commands/compose.ts'
import type { ExplainFlags } from './commands/explain.ts'
import type { InitFlags } from './commands/init.ts'
import type { TraceFlags } from './commands/trace.ts'
import type { TrustFlags } from './commands/trust.ts'
import type { RunFlags } from './run/run-flags.ts'
import { CliError } from './terminal/cli-error.ts'
import { EXIT } from './terminal/exit-code.ts'
import type { GlobalFlags, Invocation } from './terminal/global-flags.ts'
import { addGlobalOptions, addRunOptions, addTargetOptions } from './terminal/options.ts'
import type { Terminal } from './terminal/terminal.ts'

export interface ProgramContext {
  readonly terminal: Terminal
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly stdin: Invocation['stdin']
  /** Arguments after `--`: the agent's own. */
  readonly agentArgs: readonly string[]
  readonly version: string
  /** Receives the exit code of the command that ran. */
  readonly done: (exitCode: number) => void
}

/** The command tree. Each command loads its code only when it runs. */
export function createProgram(context: ProgramContext): Command {
  const program = addGlobalOptions(new Command('onesoul'))
    .description('One soul, every agent: compose, deliver, prove.')
    .version(context.version)
    .configureOutput({
      writeOut: context.terminal.out,
      writeErr: context.terminal.err,
      outputError: (text, write) => write(text.replace(/^error: /, 'onesoul: ')),
    })
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
  addInspection(program, context, invocation)
  addRuns(program, context, invocation)
  addSetup(program, context, invocation)
  return program
}

/** A mistyped command is a usage error with the name that was probably meant. */
function unknownCommand(program: Command, name: string): CliError {
  const known = program.commands.map((command) => command.name())
  const meant = suggest(name, known)
  const hint = meant ? `did you mean ${meant}?` : 'onesoul --help lists the commands'
  return new CliError(EXIT.usage, `there is no command ${JSON.stringify(name)}`, { hints: [hint] })
}

type Invoke = () => Invocation

function addInspection(program: Command, context: ProgramContext, invocation: Invoke): void {
  addTargetOptions(program.command('compose'))
    .description('print the composition, or its manifest')
    .option('--agent <id>', 'the agent it is for')
    .option('--format <format>', 'xml, markdown, json, anthropic, openai, gemini or codex', 'xml')
    .option('--manifest', 'the record of the composition in its place')
    .addHelpText('after', example('onesoul compose --platform slack --bot dev-bot --manifest'))
    .action(async (flags: ComposeFlags) => {
      const { composeCommand } = await import('./commands/compose.ts')
      context.done(await composeCommand(invocation(), flags))
    })
  addTargetOptions(program.command('explain [text]'))
    .description('which file, line and rule put words into the prompt, or keep them out')
    .option('--agent <id>', 'the agent it is for')
    .addHelpText('after', example('onesoul explain "always use pnpm" --platform slack'))
    .action(async (text: string | undefined, flags: ExplainFlags) => {
      const { explainCommand } = await import('./commands/explain.ts')
      context.done(await explainCommand(invocation(), text, flags))
    })
}

function addRuns(program: Command, context: ProgramContext, invocation: Invoke): void {
  const request = (agent: string, prompt: string | undefined, flags: RunFlags) => ({
    agent,
    prompt: prompt ?? null,
    args: context.agentArgs,
    flags,
  })
  addRunOptions(program.command('run <agent> [prompt]'))
    .usage('<agent> [prompt] [options] [-- the agent’s own flags]')
    .description('start the real agent with the composition delivered')
    .addHelpText('after', example('onesoul run claude "what is in this repository?"'))
    .action(async (agent: string, prompt: string | undefined, flags: RunFlags) => {
      const { runCommand } = await import('./commands/run.ts')
      context.done(await runCommand(invocation(), request(agent, prompt, flags)))
    })
  addRunOptions(program.command('trace <agent> [prompt]'))
    .usage('<agent> [prompt] [options] [-- the agent’s own flags]')
    .description('as run, through a recorder: print what the model really received')
    .option('--offline', 'answer from a scripted model; nothing leaves this machine')
    .option('--keep-vendor-text', 'keep the agent’s own text in the receipt, not only its hash')
    .addHelpText('after', example('onesoul trace claude "hi" --offline'))
    .action(async (agent: string, prompt: string | undefined, flags: TraceFlags) => {
      const { traceCommand } = await import('./commands/trace.ts')
      context.done(await traceCommand(invocation(), request(agent, prompt, flags)))
    })
}

function addSetup(program: Command, context: ProgramContext, invocation: Invoke): void {
  program
    .command('init')
    .description('write a home: five starter slots and config.yaml; never overwrites')
    .option('--yes', 'ask nothing')
    .option('--language <language>', 'of the starter texts: en or zh')
    .option('--name <name>', 'what the agent is called')
    .option('--project-type <text>', 'what is built')
    .option('--languages <text>', 'programming languages')
    .option('--frameworks <text>', 'frameworks')
    .option('--infrastructure <text>', 'where it runs')
    .addHelpText('after', example('onesoul init --yes --name Pilot --languages TypeScript'))
    .action(async (flags: InitFlags) => {
      const { initCommand } = await import('./commands/init.ts')
      context.done(await initCommand(invocation(), flags))
    })
  program
    .command('trust [path]')
    .description('show a work tree’s instruction files and pin their hashes')
    .option('--yes', 'pin without asking')
    .addHelpText('after', example('onesoul trust .'))
    .action(async (path: string | undefined, flags: TrustFlags) => {
      const { trustCommand } = await import('./commands/trust.ts')
      context.done(await trustCommand(invocation(), path, flags))
    })
  program
    .command('doctor')
    .description('agents found, what is proven, what is wrong with the home')
    .addHelpText('after', example('onesoul doctor'))
    .action(async () => {
      const { doctorCommand } = await import('./commands/doctor.ts')
      context.done(await doctorCommand(invocation()))
    })
  addConfig(program, context, invocation)
}

function addConfig(program: Command, context: ProgramContext, invocation: Invoke): void {
  program
    .command('config')
    .description('the configuration')
    .command('show')
    .description('every setting with its value')
    .option('--origin', 'and where the value comes from')
    .addHelpText('after', example('onesoul config show --origin'))
    .action(async (flags: { origin?: boolean }) => {
      const { configShowCommand } = await import('./commands/config-show.ts')
      context.done(await configShowCommand(invocation(), flags))
    })
  program.command('showcase <home>', { hidden: true }).action(async (home: string) => {
    const { showcaseCommand } = await import('./commands/showcase.ts')
    context.done(await showcaseCommand(invocation(), home))
  })
}

function example(line: string): string {
  return `\nExample:\n  ${line}\n`
}
