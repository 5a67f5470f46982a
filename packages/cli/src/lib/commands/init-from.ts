import { suggest } from '@onesoul/core'
import {
  type AgentFile,
  expandPath,
  findSource,
  type Home,
  IMPORT_SOURCES,
  type ImportResult,
  type ImportSource,
  importHome,
} from '@onesoul/sources'
import { createAgents, shortName } from '../agents/registry.ts'
import { formatImport } from '../format/format-import.ts'
import { findProof } from '../prepare/find-proof.ts'
import { openPlace } from '../prepare/open-place.ts'
import { syncAfterInit } from '../skills-sync/sync-after-init.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import type { InitFlags, InitPlace } from './init-flags.ts'

export interface InitFromFlags extends InitFlags {
  readonly from: string
}

/** What was composed of the new home to see that nothing of it is cut. */
export interface CheckedHome {
  readonly compositions: number
  /** `slack/dev-bot: rules`, for what is cut nevertheless. */
  readonly cut: readonly string[]
}

/**
 * `onesoul init --from SET-UP`: makes a home from an existing set-up and
 * reports what it mapped, what it could not, and where the home differs. Exit 4
 * when there is another home already.
 */
export async function initFromCommand(
  invocation: Invocation,
  flags: InitFromFlags,
  { dir, userHome, named }: InitPlace,
): Promise<number> {
  const from = parseSource(flags.from)
  refuseOther(flags, invocation)
  const { env, cwd, terminal } = invocation
  const found = findSource(from, { env, userHome })
  const source =
    flags.source === undefined ? found.dir : expandPath(flags.source, { base: cwd, userHome })
  const result = await importHome({
    from,
    dir,
    source,
    userHome,
    env,
    agentFiles: await readAgentFiles(from, { ...env, [found.variable]: source, HOME: userHome }),
    maxTokens: Math.min(...(await createAgents()).map((agent) => agent.traits.maxTokens)),
    dryRun: flags.dryRun ?? false,
  })
  const written = result.written.length + result.kept.length > 0 && !result.dryRun
  const home = written ? await openPlace(invocation) : null
  const checked = home && (await checkHome(home))
  const next = home && (await findProof(invocation, home, { named, ...targetOf(home) }))
  const synced = home && (await syncAfterInit(invocation, flags))
  if (invocation.flags.json) {
    const document = { schemaVersion: 1, ...result, checked, next, ...synced?.document }
    terminal.out(`${JSON.stringify(document, null, 2)}\n`)
  } else {
    const text = formatImport(result, { checked, next, style: terminal.style })
    terminal.out(text + (synced?.text ?? ''))
  }
  if (result.refusal !== null && !result.dryRun) return refuse(result, invocation)
  return synced?.exit ?? EXIT.done
}

function parseSource(name: string): ImportSource {
  const found = IMPORT_SOURCES.find((one) => one === name.toLowerCase())
  if (found !== undefined) return found
  const meant = suggest(name, IMPORT_SOURCES)
  throw new CliError(
    EXIT.usage,
    `--from ${JSON.stringify(name)} is no set-up that can be imported`,
    {
      hints: [meant ? `did you mean ${meant}?` : `use ${IMPORT_SOURCES.join(', ')}`],
    },
  )
}

const PERSONA = [
  'language',
  'name',
  'projectType',
  'languages',
  'frameworks',
  'infrastructure',
] as const

/** An import takes its texts from the source alone. */
function refuseOther(flags: InitFromFlags, invocation: Invocation): void {
  const given = PERSONA.find((flag) => flags[flag] !== undefined)
  const name = invocation.flags.configs === undefined ? given : 'configs'
  if (name === undefined) return
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  throw new CliError(EXIT.usage, `--from and ${flag} cannot be used together`)
}

/** For the set-up of an agent that we drive: what it reads by itself in every directory. */
async function readAgentFiles(
  from: ImportSource,
  env: Readonly<Record<string, string>>,
): Promise<readonly AgentFile[]> {
  const agent = (await createAgents()).find((one) => [one.id, shortName(one.id)].includes(from))
  return (await agent?.personalFiles?.({ env })) ?? []
}

/** Composes for every bot, and without one, to see that no limit cuts what was imported. */
async function checkHome(home: Home): Promise<CheckedHome> {
  const { bots } = home.config.settings
  const targets = [{}, ...bots.map(({ name, platform }) => ({ platform, bot: name }))]
  const cut: string[] = []
  for (const target of targets) {
    const { manifest } = await home.compose({ agent: 'none', viewer: 'owner', ...target })
    const { platform, bot } = manifest.target
    const sections = manifest.sections.filter((one) => ['cut', 'dropped'].includes(one.status))
    const whom = platform === null ? 'without a bot' : `${platform}/${bot}`
    cut.push(...sections.map((section) => `${whom}: ${section.id}`))
  }
  return { compositions: targets.length, cut }
}

function targetOf(home: Home): { readonly target?: { platform: string; bot: string } } {
  const [bot] = home.config.settings.bots
  return bot ? { target: { platform: bot.platform, bot: bot.name } } : {}
}

function refuse({ refusal }: ImportResult, { terminal }: Invocation): number {
  terminal.err(`onesoul: ${refusal}; nothing was written\n`)
  terminal.err('  name another home with --home DIR\n')
  return EXIT.refused
}
