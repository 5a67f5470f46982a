import { type Command, Option } from 'commander'
import { CliError } from './cli-error.ts'
import { EXIT } from './exit-code.ts'

/** Options that every command takes, before or after its name. */
export function addGlobalOptions(program: Command): Command {
  return program
    .option('--home <dir>', 'the home (else ONESOUL_HOME, else ~/.onesoul)', folder('--home'))
    .option('--configs <dir>', 'a folder of slots in place of the home’s own', folder('--configs'))
    .option('--cwd <dir>', 'the working directory', folder('--cwd'))
    .option('--json', 'one JSON document on standard output')
    .option('--quiet', 'nothing of ours on standard error')
    .option('--verbose', 'also what is only worth knowing')
}

/** An empty name is a variable that was not set (`--home "$DIR"`): the default it would fall back to is not what was meant. */
function folder(option: string): (value: string) => string {
  return (value) => {
    if (value !== '') return value
    throw new CliError(EXIT.usage, `${option} names no folder: its value is empty`, {
      hints: ['leave the option out for the default'],
    })
  }
}

/** Options that say for whom a composition is made. */
export function addTargetOptions(command: Command): Command {
  return command
    .option('--platform <name>', 'the surface people talk on, e.g. slack')
    .option('--bot <name>', 'the bot on that platform')
    .option('--viewer <who>', 'owner, public, user:<id> or group:<id>')
    .addOption(new Option('--language <language>', 'of the lead-ins').choices(['auto', 'en', 'zh']))
}

/** Options of a run. */
export function addRunOptions(command: Command): Command {
  return addTargetOptions(command)
    .option('--model <name>', 'the model, as the agent spells it')
    .option('--permission <tier>', 'read-only, workspace, auto-edit or full')
    .option('--skill <name>', 'begin with this skill; the prompt is what it is called with')
    .option('--session <name>', 'a name for the new session; one that is taken is refused')
    .option('--continue', 'go on with the last session of this agent here')
    .option('--resume <id>', 'go on with this session: its id, the beginning of it, or its name')
    .option('--keep', 'on going on: the text that the session has, whatever changed since')
    .option('--reset', 'on going on: the text of now')
    .option('--isolated', 'pass only an allow-list of the environment on')
    .option('--print-command', 'show what would be started, and start nothing')
}
