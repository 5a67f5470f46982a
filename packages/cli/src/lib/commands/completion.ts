import type { Command } from 'commander'
import { AGENT_IDS } from '../agents/agent-ids.ts'
import { completionTree } from '../completion/completion-tree.ts'
import { renderBash } from '../completion/render-bash.ts'
import { renderFish } from '../completion/render-fish.ts'
import { renderZsh } from '../completion/render-zsh.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

export type Shell = 'bash' | 'zsh' | 'fish'

const RENDERERS = { bash: renderBash, zsh: renderZsh, fish: renderFish } as const

/** `onesoul completion SHELL`: prints a script that completes the commands, options and known values of this build. */
export function completionCommand(invocation: Invocation, shell: Shell, program: Command): number {
  const agents = ['claude', ...AGENT_IDS]
  const nodes = completionTree(program, { agent: agents, shell: Object.keys(RENDERERS) })
  invocation.terminal.out(RENDERERS[shell](nodes))
  return EXIT.done
}
