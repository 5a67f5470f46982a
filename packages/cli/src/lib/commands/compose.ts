import type { Agent, Detection } from '@onesoul/agents'
import { type Composition, suggest, toAnthropic, toGemini, toLayers, toOpenAI } from '@onesoul/core'
import type { Home } from '@onesoul/sources'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import { formatManifest } from '../format/format-manifest.ts'
import { composeFor } from '../prepare/compose-for.ts'
import { openPlace } from '../prepare/open-place.ts'
import type { TargetAgent } from '../prepare/target-agent.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { documentOf } from './compose-document.ts'
import type { ComposeFlags } from './compose-flags.ts'

/** Formats of `compose`; `json` is the document of `--json`, the others are renderings. */
export const COMPOSE_FORMATS = [
  'xml',
  'markdown',
  'json',
  'anthropic',
  'openai',
  'gemini',
  'codex',
  'layers',
  'file',
] as const

/** `onesoul compose`: prints the composition, or its manifest. */
export async function composeCommand(invocation: Invocation, flags: ComposeFlags): Promise<number> {
  const format = checkFormat(flags.format ?? 'xml')
  checkSessionFlags(flags)
  if (flags.session !== undefined) {
    const { composeFrozen } = await import('./compose-frozen.ts')
    return composeFrozen(invocation, flags.session, flags)
  }
  if (flags.since !== undefined) {
    const { composeSince } = await import('./compose-since.ts')
    return composeSince(invocation, flags.since)
  }
  const home = await openPlace(invocation)
  const { agent, detection } = await targetOf(flags.agent, home, invocation)
  const { composition } = await composeFor(invocation, {
    home,
    target: flags,
    agent,
    detection: detection?.found ? detection : null,
    format: format === 'json' ? 'xml' : format,
    ...(flags.skills && { skills: true }),
  })
  report(invocation, composition, flags)
  if (composition.refusal) throw new CliError(EXIT.refused, composition.refusal.message)
  print(invocation, composition, { flags, format, agent, detection })
  return EXIT.done
}

/** Without an agent none of the adapters is loaded. */
async function targetOf(
  name: string | undefined,
  home: Home,
  invocation: Invocation,
): Promise<TargetAgent | { readonly agent: null; readonly detection: null }> {
  if (name === undefined) return { agent: null, detection: null }
  const { findTargetAgent } = await import('../prepare/target-agent.ts')
  return findTargetAgent(name, home, invocation)
}

type Format = (typeof COMPOSE_FORMATS)[number]

function checkFormat(format: string): Format {
  const known = COMPOSE_FORMATS.find((candidate) => candidate === format)
  if (known) return known
  const meant = suggest(format, COMPOSE_FORMATS)
  throw new CliError(EXIT.usage, `there is no format ${JSON.stringify(format)}`, {
    hints: [meant ? `did you mean ${meant}?` : `use one of ${COMPOSE_FORMATS.join(', ')}`],
  })
}

/** A session says for whom its text is; nothing beside it can. */
function checkSessionFlags(flags: ComposeFlags): void {
  const named = flags.session === undefined ? 'since' : 'session'
  if (flags[named] === undefined) return
  const others = [
    'since',
    'agent',
    'platform',
    'bot',
    'viewer',
    'language',
    'model',
    'skills',
  ] as const
  const other = others.find((name) => name !== named && flags[name] !== undefined)
  if (other) {
    throw new CliError(EXIT.usage, `--${named} and --${other} cannot be used together`, {
      hints: ['a session has the agent, the target and the language that it began with'],
    })
  }
  const format = flags.format ?? 'xml'
  if (format === 'xml' || (named === 'session' && format === 'json')) return
  throw new CliError(EXIT.usage, `--${named} has no --format ${format}`, {
    hints: ['the text of a session is printed as it was frozen; --json wraps it'],
  })
}

interface PrintOptions {
  readonly flags: ComposeFlags
  readonly format: Format
  readonly agent: Agent | null
  readonly detection: Detection | null
}

function print(invocation: Invocation, composition: Composition, options: PrintOptions): void {
  const { terminal, flags } = invocation
  const json = (value: unknown): void => terminal.out(`${JSON.stringify(value, null, 2)}\n`)
  if (options.flags.manifest && flags.json) json(composition.manifest)
  else if (options.flags.manifest) {
    const target = targetName(options.agent, options.detection)
    terminal.out(formatManifest(composition.manifest, { target, style: terminal.style }))
  } else if (flags.json || options.format === 'json') json(documentOf(composition))
  else terminal.out(renderFormat(composition, options.format))
}

/** `codex 0.171.0 (developer instructions)`, or what is known of it. */
export function targetName(agent: Agent | null, detection: Detection | null): string {
  if (!agent) return 'any agent'
  const version = detection?.found ? ` ${detection.version}` : ' (not installed)'
  return `${agent.id}${version} (${agent.traits.channel})`
}

function renderFormat(composition: Composition, format: Format): string {
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
  const { text } = composition
  switch (format) {
    case 'anthropic':
      return json(toAnthropic(composition))
    case 'openai':
      return json(toOpenAI(composition))
    case 'gemini':
      return json(toGemini(composition))
    case 'layers':
      return json(toLayers(composition))
    default:
      return text.endsWith('\n') ? text : `${text}\n`
  }
}

/** Trouble goes to standard error, unless the manifest that is printed tells it already. */
function report(invocation: Invocation, composition: Composition, flags: ComposeFlags): void {
  if (flags.manifest || invocation.flags.quiet) return
  const { terminal } = invocation
  const shown = composition.diagnostics.filter(
    (one) => one.severity !== 'info' || invocation.flags.verbose,
  )
  terminal.err(formatDiagnostics(shown, terminal.style))
}
