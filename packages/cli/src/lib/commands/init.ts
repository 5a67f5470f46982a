import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { type InitHomeResult, initHome } from '@onesoul/sources'
import { formatCount } from '../format/columns.ts'
import { askPersona } from '../prepare/ask-persona.ts'
import { parseLanguage } from '../prepare/target-flags.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

export interface InitFlags {
  readonly yes?: boolean
  readonly language?: string
  readonly name?: string
  readonly projectType?: string
  readonly languages?: string
  readonly frameworks?: string
  readonly infrastructure?: string
}

/** `onesoul init`: writes a home with five starter slots; never overwrites anything. */
export async function initCommand(invocation: Invocation, flags: InitFlags): Promise<number> {
  const { env, cwd, terminal } = invocation
  const userHome = env['HOME'] || homedir()
  const named = invocation.flags.home ?? env['ONESOUL_HOME']
  const dir = named ? resolve(cwd, named) : join(userHome, '.onesoul')
  const language = parseLanguage(flags.language ?? languageOf(env))
  if (language === 'auto') throw new CliError(EXIT.usage, '--language must be en or zh for init')
  const { name, projectType, languages, frameworks, infrastructure } = flags
  const given = { name, projectType, languages, frameworks, infrastructure }
  const stated = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  )
  const asks = terminal.interactive && !flags.yes && Object.keys(stated).length === 0
  const answers = asks ? await askPersona(language) : stated
  const result = await initHome({
    dir,
    language,
    userHome,
    ...(Object.keys(answers).length > 0 ? { answers } : {}),
    ...(invocation.flags.configs === undefined
      ? {}
      : { configs: resolve(cwd, invocation.flags.configs) }),
  })
  if (invocation.flags.json) terminal.out(`${JSON.stringify(documentOf(result), null, 2)}\n`)
  else terminal.out(describe(result, named !== undefined))
  if (result.written.length === 0 && Object.keys(answers).length > 0) {
    terminal.err('onesoul: nothing was overwritten; the answers were not used\n')
  }
  return EXIT.done
}

function languageOf(env: Readonly<Record<string, string>>): string {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

function documentOf(result: InitHomeResult): unknown {
  const { dir, written, kept, measure } = result
  return { schemaVersion: 1, home: dir, written, kept, proposal: measure.proposal }
}

function describe(result: InitHomeResult, named: boolean): string {
  const { dir, written, kept, measure } = result
  const lines = [
    ...written.map((path) => `  wrote  ${path}`),
    ...kept.map((path) => `  kept   ${path}`),
    ...measure.over.map(
      (slot) =>
        `  long   ${slot.paths.join(' + ')}: ${formatCount(slot.size)} over the default; the limits in config.yaml keep it whole`,
    ),
  ]
  const home = named ? ` --home ${dir}` : ''
  return `${dir}\n${lines.join('\n')}\n\nMake SOUL.md yours, then see what an agent receives:\n  onesoul${home} trace claude "hi" --offline\n`
}
