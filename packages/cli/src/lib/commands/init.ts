import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  expandPath,
  findUserHome,
  type InitHomeResult,
  initHome,
  STARTER_TEMPLATES,
} from '@onesoul/sources'
import { formatCount } from '../format/columns.ts'
import { askPersona } from '../prepare/ask-persona.ts'
import { findProof } from '../prepare/find-proof.ts'
import { homeDirOf, openPlace } from '../prepare/open-place.ts'
import { parseLanguage } from '../prepare/target-flags.ts'
import { checkSyncFlags, syncAfterInit } from '../skills-sync/sync-after-init.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { knownValue } from '../terminal/known-value.ts'
import type { InitFlags, InitPlace } from './init-flags.ts'

/**
 * `onesoul init`: writes a home with five starter slots, or with `--from` one
 * that is made from an existing set-up; never overwrites anything.
 */
export async function initCommand(invocation: Invocation, flags: InitFlags): Promise<number> {
  checkSyncFlags(flags)
  const place = placeOf(invocation)
  if (flags.from !== undefined) {
    if (flags.template !== undefined) {
      throw new CliError(EXIT.usage, '--template is for a new home; --from brings its own rules')
    }
    const { initFromCommand } = await import('./init-from.ts')
    return initFromCommand(invocation, { ...flags, from: flags.from }, place)
  }
  const alone = (['source', 'dryRun'] as const).find((flag) => flags[flag] !== undefined)
  if (alone !== undefined) {
    const name = alone === 'source' ? '--source' : '--dry-run'
    throw new CliError(EXIT.usage, `${name} is for an import; name the set-up with --from`)
  }
  return initNew(invocation, flags, place)
}

async function initNew(
  invocation: Invocation,
  flags: InitFlags,
  { dir, userHome, named }: InitPlace,
): Promise<number> {
  const { env, cwd, terminal } = invocation
  const language = parseLanguage(flags.language ?? languageOf(env))
  if (language === 'auto') throw new CliError(EXIT.usage, '--language must be en or zh for init')
  const template =
    flags.template === undefined
      ? undefined
      : knownValue('--template', flags.template, STARTER_TEMPLATES)
  const { name, projectType, languages, frameworks, infrastructure } = flags
  const given = { name, projectType, languages, frameworks, infrastructure }
  const stated = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  )
  const asks = terminal.interactive && !flags.yes && Object.keys(stated).length === 0
  const answers =
    asks && (await wantsStarters(invocation, dir)) ? await askPersona(language) : stated
  const result = await initHome({
    dir,
    language,
    userHome,
    ...(Object.keys(answers).length > 0 ? { answers } : {}),
    ...(template === undefined ? {} : { template }),
    ...(invocation.flags.configs === undefined
      ? {}
      : { configs: expandPath(invocation.flags.configs, { base: cwd, userHome }) }),
  })
  const proof = await findProof(invocation, await openPlace(invocation), { named })
  const synced = await syncAfterInit(invocation, flags)
  if (invocation.flags.json) {
    const document = { ...documentOf(result), next: proof, ...synced.document }
    terminal.out(`${JSON.stringify(document, null, 2)}
`)
  } else {
    const answered = Object.keys(answers).length > 0
    terminal.out(describe(result, { proof, answered }) + synced.text)
  }
  const unused = unusedIn(result, { answers, template })
  if (unused !== null) terminal.err(`onesoul: nothing was overwritten; ${unused}\n`)
  return synced.exit
}

/** What was said for slots that were there already; `null`: nothing. */
function unusedIn(
  { written }: InitHomeResult,
  { answers, template }: { readonly answers: object; readonly template: string | undefined },
): string | null {
  if (template !== undefined && !written.some((path) => path.endsWith('/AGENTS.md'))) {
    return 'the template was not used'
  }
  const answered = Object.keys(answers).length > 0
  return answered && written.length === 0 ? 'the answers were not used' : null
}

/** Slots that are there already stay as they are, so that answers would be for nothing. */
async function wantsStarters({ flags }: Invocation, dir: string): Promise<boolean> {
  if (flags.configs !== undefined) return false
  const names = await readdir(join(dir, 'agent-configs')).catch(() => [])
  return names.length === 0
}

function placeOf(invocation: Invocation): InitPlace {
  const { env, flags } = invocation
  const named = Boolean(flags.home ?? env['ONESOUL_HOME'])
  return { dir: homeDirOf(invocation), userHome: findUserHome(env), named }
}

function languageOf(env: Readonly<Record<string, string>>): string {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

function documentOf(result: InitHomeResult) {
  const { dir, written, kept, measure } = result
  return { schemaVersion: 1, home: dir, written, kept, proposal: measure.proposal }
}

function describe(
  result: InitHomeResult,
  { proof, answered }: { readonly proof: string; readonly answered: boolean },
): string {
  const { dir, written, kept, measure } = result
  const lines = [
    ...written.map((path) => `  wrote  ${path}`),
    ...kept.map((path) => `  kept   ${path}`),
    ...measure.over.map(
      (slot) =>
        `  long   ${slot.paths.join(' + ')}: ${formatCount(slot.size)} over the default; the limits in config.yaml keep it whole`,
    ),
  ]
  const first = answered || written.length === 0 ? 'See' : 'Make SOUL.md yours, then see'
  return `${dir}\n${lines.join('\n')}\n\n${first} what an agent receives:\n  ${proof}\n`
}
