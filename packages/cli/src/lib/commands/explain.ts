import { type Composition, explainText } from '@onesoul/core'
import { findAgent } from '../agents/registry.ts'
import { formatExplanation } from '../format/format-explanation.ts'
import { formatManifest } from '../format/format-manifest.ts'
import { composeFor } from '../prepare/compose-for.ts'
import { detectAgent } from '../prepare/detect-agent.ts'
import { openPlace } from '../prepare/open-place.ts'
import type { TargetFlags } from '../prepare/target-flags.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { targetName } from './compose.ts'

export interface ExplainFlags extends TargetFlags {
  readonly agent?: string
}

/**
 * `onesoul explain [TEXT]`: which file, line and rule put words into the prompt,
 * or keep them out; exit 1 when no source holds them.
 */
export async function explainCommand(
  invocation: Invocation,
  words: string | undefined,
  flags: ExplainFlags,
): Promise<number> {
  if (words?.trim() === '') throw new CliError(EXIT.usage, 'explain needs at least one word')
  const home = await openPlace(invocation)
  const agent = flags.agent === undefined ? null : await findAgent(flags.agent)
  const detection = agent ? await detectAgent(agent, home, invocation) : null
  const { composition } = await composeFor(invocation, {
    home,
    target: flags,
    agent,
    detection: detection?.found ? detection : null,
    withHidden: true,
  })
  const { terminal } = invocation
  if (words !== undefined) return explainWords(invocation, composition, words)
  const target = targetName(agent, detection)
  if (invocation.flags.json) terminal.out(`${JSON.stringify(composition.manifest, null, 2)}\n`)
  else terminal.out(formatManifest(composition.manifest, { target, style: terminal.style }))
  return EXIT.done
}

function explainWords(invocation: Invocation, composition: Composition, words: string): number {
  const { terminal } = invocation
  const places = explainText(composition, words)
  if (invocation.flags.json) {
    terminal.out(`${JSON.stringify({ schemaVersion: 1, words, places }, null, 2)}\n`)
    return places.length > 0 ? EXIT.done : EXIT.failed
  }
  if (places.length > 0) {
    terminal.out(formatExplanation(places, terminal.style))
    return EXIT.done
  }
  terminal.out(`  no source of this composition holds ${JSON.stringify(words)}\n`)
  const { platform, bot } = composition.manifest.target
  const who = [platform, bot].filter((part) => part !== null).join('/') || 'global'
  terminal.err(`  looked for ${who}; try another --platform, --bot, --agent or --cwd\n`)
  return EXIT.failed
}
