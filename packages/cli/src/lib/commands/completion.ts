import { OTHER_AGENTS, OTHER_READERS } from '@onesoul/agents'
import { NOTE_KINDS, OVERLAY_PRESETS, PRIVATE_SLOTS, STATE_KINDS } from '@onesoul/sources'
import type { Command } from 'commander'
import { AGENT_IDS } from '../agents/registry.ts'
import { completionPath, type Shell } from '../completion/completion-path.ts'
import { completionTree, type KnownValues } from '../completion/completion-tree.ts'
import { renderBash } from '../completion/render-bash.ts'
import { renderFish } from '../completion/render-fish.ts'
import { renderZsh } from '../completion/render-zsh.ts'
import { SKILL_STATUSES } from '../format/format-skills.ts'
import { openPlace } from '../prepare/open-place.ts'
import { openState } from '../prepare/open-state.ts'
import { TIERS } from '../run/run-flags.ts'
import { SCAN_VALUES } from '../scan/scan-flags.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { installFile } from '../uninstall/install-file.ts'
import { COMPOSE_FORMATS } from './compose.ts'

const RENDERERS = { bash: renderBash, zsh: renderZsh, fish: renderFish } as const

const AGENTS = ['claude', ...AGENT_IDS]
const DRIVEN = AGENTS.filter((id) => id !== 'dry-run')
const KNOWN: KnownValues = {
  agent: AGENTS,
  shell: Object.keys(RENDERERS),
  '--agent': AGENTS,
  'fit --agent': [...DRIVEN, ...OTHER_AGENTS.map(({ id }) => id)],
  'export --agent': [...DRIVEN, ...OTHER_READERS.map(({ id }) => id)],
  '--with': PRIVATE_SLOTS.map((slot) => slot.toLowerCase()),
  '--format': COMPOSE_FORMATS,
  '--permission': TIERS,
  '--viewer': ['owner', 'public'],
  '--bot': 'bots',
  '--platform': 'platforms',
  '--resume': 'sessions',
  'compose --session': 'sessions',
  'compose --since': 'sessions',
  'sessions show id': 'sessions',
  'trace show session': 'sessions',
  'run --skill': 'ready-skills',
  'trace --skill': 'ready-skills',
  'skills show name': 'skills',
  'skills enable names': 'skills',
  'skills disable names': 'skills',
  'skills remove names': 'home-skills',
  'skills update names': 'home-skills',
  'skills sync name': 'home-skills',
  'skills status name': 'home-skills',
  'skills unsync name': 'home-skills',
  'skills list --status': SKILL_STATUSES,
  'state write kind': STATE_KINDS,
  'state read kind': STATE_KINDS,
  'state clear kinds': STATE_KINDS,
  'notes add --kind': NOTE_KINDS,
  'notes list --kind': NOTE_KINDS,
  'notes prune --kind': NOTE_KINDS,
  '--to': ['memory', 'user'],
  '--preset': Object.keys(OVERLAY_PRESETS),
  ...SCAN_VALUES,
}

export interface CompletionRequest {
  readonly shell: Shell
  /** Write it where the shell looks, with a receipt for `uninstall`, instead of printing it. */
  readonly install: boolean
}

/** `onesoul completion SHELL`: a script that completes the commands, options and known values of this build. */
export async function completionCommand(
  invocation: Invocation,
  request: CompletionRequest,
  program: Command,
): Promise<number> {
  const { terminal, env } = invocation
  const nodes = completionTree(program, KNOWN)
  const script = RENDERERS[request.shell](nodes)
  if (!request.install) {
    terminal.out(script)
    return EXIT.done
  }
  const layout = await openState(await openPlace(invocation))
  const path = completionPath(request.shell, env)
  await installFile(layout, { kind: 'completion', path, content: script })
  terminal.out(
    `wrote ${path}\nnext  open a new shell${request.shell === 'zsh' ? `, with ${ZSH} before compinit in ~/.zshrc` : ''}\n`,
  )
  return EXIT.done
}

/** Zsh has no folder of a person's own that it looks into by itself. */
const ZSH = 'fpath+=(~/.local/share/zsh/site-functions)'
