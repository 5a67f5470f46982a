import type { ProjectInput, SkillsInput } from '@onesoul/core'
import { type Overrides, overridesOutside } from '../guard/overrides.ts'
import type { HomePlace } from '../home/home.ts'
import type { Worktree } from '../project/worktree.ts'
import type { ComposeRequest } from './compose-request.ts'
import type { Look } from './look.ts'

/** Whether a prompt holds text that is not the person's own, which the guard looks at. */
export function holdsForeignText(
  { extra = [], turn = [] }: ComposeRequest,
  {
    project,
    skills,
  }: { readonly project: readonly ProjectInput[]; readonly skills: SkillsInput | undefined },
): boolean {
  const added = [...extra, ...turn, ...(skills?.skills ?? [])].some(
    ({ trust }) => trust !== 'operator' && trust !== 'user',
  )
  return added || project.some(({ delivery, trusted }) => delivery === 'inject' && !trusted)
}

export type AcceptedFindings = Pick<Overrides, 'entries' | 'diagnostics'>

export interface AcceptedFindingsPlace {
  readonly look: Look
  readonly worktree: Worktree
  /** Whether the prompt holds text of others at all. */
  readonly foreign: boolean
  /** `YYYY-MM-DD`. Default: today, in UTC. */
  readonly today: string | undefined
}

/** The findings that a home accepts in the text of others; a file of them in the work tree accepts none. */
export async function acceptedFindings(
  { dir }: HomePlace,
  { look, worktree, foreign, today = todayUtc() }: AcceptedFindingsPlace,
): Promise<AcceptedFindings> {
  if (!foreign) return { entries: [], diagnostics: [] }
  const { root, mainRoot } = worktree
  const overrides = await look.overrides(today)
  return overridesOutside(overrides, {
    folders: [root, mainRoot],
    home: dir,
    name: 'the work tree',
  })
}

/** `YYYY-MM-DD`. */
export function todayUtc(): string {
  return new Date().toISOString().slice(0, 10)
}
