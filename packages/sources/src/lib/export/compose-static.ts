import { type Composition, compose, SLOTS, type SlotInput, type SlotName } from '@onesoul/core'
import type { HomePlace } from '../home/home.ts'
import type { ComposeRequest } from '../inputs/compose-request.ts'
import { gatherInputs } from '../inputs/gather.ts'
import { createLook } from '../inputs/look.ts'
import type { Worktree } from '../project/worktree.ts'

/** What a composition for files is asked for. */
export interface StaticRequest extends Pick<ComposeRequest, 'platform' | 'bot' | 'language'> {
  /** Absolute path of a directory of the work tree. */
  readonly cwd: string
  /** Private slots that are written nevertheless. Default: none. */
  readonly with?: readonly SlotName[]
}

export interface StaticComposition {
  readonly composition: Composition
  /** As it was found; nothing of it is in the composition. */
  readonly worktree: Worktree
}

/** The slots that are private unless a person says otherwise: USER and MEMORY. */
export const PRIVATE_SLOTS: readonly SlotName[] = SLOTS.filter(
  ({ audience }) => audience !== 'public',
).map(({ slot }) => slot)

/**
 * Composes what stands in a file of a repository: for everybody who reads it, and the same bytes on every machine that
 * has the same home. Private slots, the files of the work tree and its settings are left out, `{{workspaceDir}}` is `.`.
 *
 * @throws SourcesError as `gatherInputs`
 */
export async function composeStatic(
  home: HomePlace,
  request: StaticRequest,
): Promise<StaticComposition> {
  const { cwd, with: added = [], ...target } = request
  const look = createLook(home)
  const worktree = await look.worktree({ cwd, userHome: home.userHome, explicitCwd: true })
  const bare: Worktree = { ...worktree, files: [], config: null, diagnostics: [] }
  const { input } = await gatherInputs(
    home,
    { ...target, agent: 'none', format: 'file', viewer: 'public', cwd, personalFiles: [] },
    { ...look, worktree: () => Promise.resolve(bare) },
  )
  // Which skills hide others depends on what is trusted here, and on the working directory.
  const { shadowedSkills: _, settings, ...rest } = input
  const workspaceDir = { value: '.', trust: 'user' } as const
  const composition = compose({
    ...rest,
    slots: input.slots.map((slot) => forFile(slot, added)),
    settings: {
      ...settings,
      userDataPublic: false,
      variables: { ...settings.variables, workspaceDir },
    },
  })
  return { composition, worktree }
}

function forFile(slot: SlotInput, added: readonly SlotName[]): SlotInput {
  const { resolution } = slot
  if (!PRIVATE_SLOTS.includes(slot.slot) || resolution.outcome !== 'content') return slot
  if (!added.includes(slot.slot)) {
    const by = `the rule that a file is for everybody (--with ${slot.slot.toLowerCase()} adds it)`
    return { ...slot, required: false, resolution: { outcome: 'excluded', by } }
  }
  const documents = resolution.documents.map((document) => ({
    ...document,
    frontmatter: { keep: [], unknown: {}, ...document.frontmatter, audience: 'public' },
  }))
  return { ...slot, resolution: { ...resolution, documents } }
}
