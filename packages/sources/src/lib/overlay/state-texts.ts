import type { SavedState } from '../project-state/project-state.ts'
import type { ModeState, StateValues } from '../project-state/state-kinds.ts'

/** Active modes as a list; empty without any. */
export function describeModes(modes: readonly ModeState[]): string {
  return modes.map((mode) => `- ${describeMode(mode)}`).join('\n')
}

function describeMode({ name, phase, iteration, maxIterations, planning }: ModeState): string {
  const of = maxIterations === undefined ? '' : ` of ${maxIterations}`
  const details = [
    ...(phase === undefined ? [] : [`phase ${phase}`]),
    ...(iteration === undefined ? [] : [`iteration ${iteration}${of}`]),
    ...(planning === true ? ['planning'] : []),
  ]
  return details.length > 0 ? `${name}: ${details.join(', ')}` : name
}

/** Project memory as a list; empty without any. */
export function describeMemory(memory: StateValues['memory'] | undefined): string {
  if (!memory) return ''
  const { techStack, conventions, build, directives = [] } = memory
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Tech stack', techStack],
    ['Conventions', conventions],
    ['Build', build],
  ]
  const lines = facts.flatMap(([label, value]) =>
    value === undefined ? [] : [`- ${label}: ${value}`],
  )
  return [...lines, ...directives.map((directive) => `- ${directive}`)].join('\n')
}

/** A team with its workers; empty without one. */
export function describeTeam(team: StateValues['team'] | undefined): string {
  if (!team) return ''
  const goal = team.goal === undefined ? '' : `: ${team.goal}`
  const workers = team.workers.map(({ name, role, task }) => {
    const does = task === undefined ? '' : `: ${task}`
    return `- ${name}, ${role}${does}`
  })
  return [`${team.name}${goal}`, ...workers].join('\n')
}

/** Which work tree this is and what is saved of earlier work; with the only times in an overlay, so it comes last. */
export function describeSaved(name: string, entries: readonly SavedState[]): string {
  const saved = entries.map(({ kind, at }) => `${kind} (${at.slice(0, 16)}Z)`)
  if (saved.length === 0) return `${name}; nothing is saved of earlier work.`
  return `${name}; saved: ${saved.join(', ')}. Read it with \`onesoul state read\`.`
}
