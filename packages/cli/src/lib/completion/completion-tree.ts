import type { Command, Option } from 'commander'

/** What may be typed at one place of the command line. */
export interface CompletionNode {
  /** Names of the commands up to here; empty for the program itself. */
  readonly path: readonly string[]
  readonly commands: readonly CompletionWord[]
  readonly options: readonly CompletionOption[]
  /** Values of the first argument, when they are known. */
  readonly values: readonly string[]
  /** Names of the home that the first argument takes. Absent: none. */
  readonly asks?: NameKind
}

/** The hidden command that prints them, one a line. */
export const NAMES_COMMAND = 'completion-names'

/**
 * Names that stand in a home, so that the script has to ask for them. `skills`: all
 * that were found; `ready-skills`: those that may be called; `home-skills`: those of the home.
 */
export const NAME_KINDS = [
  'bots',
  'platforms',
  'sessions',
  'skills',
  'ready-skills',
  'home-skills',
] as const

export type NameKind = (typeof NAME_KINDS)[number]

export interface CompletionWord {
  readonly name: string
  readonly description: string
}

export interface CompletionOption extends CompletionWord {
  readonly takes: 'nothing' | 'directory' | 'text'
  /** Values that it can take; empty when any is good. */
  readonly choices: readonly string[]
  /** Names of the home that it takes. Absent: none. */
  readonly asks?: NameKind
}

/**
 * Values by the name of an argument or option: the agents for `agent`, the tiers for
 * `--permission`; `scan --format` for an option of one command. A kind of names
 * stands for those of the home.
 */
export type KnownValues = Readonly<Record<string, readonly string[] | NameKind>>

/** Reads every place of a program, hidden commands left out, parents before their children. */
export function completionTree(program: Command, known: KnownValues): readonly CompletionNode[] {
  const shared = program.options
  const visit = (command: Command, path: readonly string[]): readonly CompletionNode[] => {
    const children = command.createHelp().visibleCommands(command)
    const own = path.length === 0 ? command.options : [...command.options, ...shared]
    const argument = command.registeredArguments[0]?.name() ?? ''
    const first = known[[...path, argument].join(' ')] ?? known[argument] ?? []
    const node: CompletionNode = {
      path,
      commands: children.map(wordOf),
      options: own
        .filter((option) => !option.hidden)
        .map((option) => optionOf(option, path, known)),
      ...(typeof first === 'string' ? { values: [], asks: first } : { values: first }),
    }
    const below = children.filter((child) => child.name() !== 'help')
    return [node, ...below.flatMap((child) => visit(child, [...path, child.name()]))]
  }
  return visit(program, [])
}

function wordOf(command: Command): CompletionWord {
  return { name: command.name(), description: command.summary() || command.description() }
}

function optionOf(option: Option, path: readonly string[], known: KnownValues): CompletionOption {
  const name = option.long ?? option.short ?? ''
  const takes = !option.required ? 'nothing' : /<dir>/.test(option.flags) ? 'directory' : 'text'
  const values = option.argChoices ?? known[[...path, name].join(' ')] ?? known[name] ?? []
  return {
    name,
    description: option.description,
    takes,
    ...(typeof values === 'string' ? { choices: [], asks: values } : { choices: values }),
  }
}
