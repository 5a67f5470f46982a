import { realpath } from 'node:fs/promises'
import type { Diagnostic, NativePart, SlotInput, SourceDocument } from '@onesoul/core'
import { editedNote, isEdited, ownedFilesOf } from '../import/owned/owned-mark.ts'

export interface OwnedContext {
  /** Id of the agent, or `none`. */
  readonly agent: string
  readonly userHome: string
  /** Absent: not known. */
  readonly personalFiles?: readonly string[]
}

export interface OwnedSlots {
  readonly slots: readonly SlotInput[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Leaves slot files that were imported from an agent's own files to the agent
 * that reads those by itself, so that no rule arrives twice. A file that was
 * edited since is delivered nevertheless: what was added must not be lost.
 */
export async function leaveOwned(
  slots: readonly SlotInput[],
  context: OwnedContext,
): Promise<OwnedSlots> {
  const reads = await readsOf(context)
  const diagnostics: Diagnostic[] = []
  const left = slots.map((slot): SlotInput => {
    if (slot.resolution.outcome !== 'content') return slot
    const native = slot.resolution.documents.flatMap((document, index): NativePart[] => {
      const files = ownedFilesOf(document, context.userHome)
      if (
        files.length === 0 ||
        !reads(
          document,
          files.map((file) => file.path),
        )
      )
        return []
      if (isEdited(document)) {
        diagnostics.push(editedNote(document, files))
        return []
      }
      const names = files.map((file) => file.shown).join(', ')
      return [{ document: index, reason: `${context.agent} reads ${names} itself` }]
    })
    return native.length > 0 ? { ...slot, native } : slot
  })
  return { slots: left, diagnostics }
}

type Reads = (document: SourceDocument, paths: readonly string[]) => boolean

/** By what the run really reads where that is known, else by the agent that the file names. */
async function readsOf({ agent, personalFiles }: OwnedContext): Promise<Reads> {
  if (personalFiles === undefined) return ({ frontmatter }) => frontmatter?.ownedBy === agent
  const known = new Set(personalFiles)
  for (const path of personalFiles) known.add(await realpath(path).catch(() => path))
  return (_, paths) => paths.every((path) => known.has(path))
}
