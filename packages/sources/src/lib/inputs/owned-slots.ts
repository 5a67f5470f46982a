import { realpath } from 'node:fs/promises'
import {
  type Diagnostic,
  findSlot,
  type NativePart,
  type SlotInput,
  type SourceDocument,
} from '@onesoul/core'
import { editedNote, isEdited, type OwnedFile, ownedFilesOf } from '../import/owned/owned-mark.ts'
import type { AgentFile } from '../import/read-source.ts'

export interface OwnedContext {
  /** Id of the agent, or `none`. */
  readonly agent: string
  readonly userHome: string
  /** Absent: not known. */
  readonly personalFiles?: readonly AgentFile[]
}

/** One of the agent's own files that stands for a slot. */
export interface OwnedText {
  /** The section that it stands for. */
  readonly section: string
  /** As the slot's frontmatter writes it. */
  readonly path: string
  /** As it stands on disk. */
  readonly text: string
  /** What of it the agent sends. */
  readonly body: string
}

export interface OwnedSlots {
  readonly slots: readonly SlotInput[]
  readonly texts: readonly OwnedText[]
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
  const personal = await byPath(context.personalFiles)
  const diagnostics: Diagnostic[] = []
  const texts: OwnedText[] = []
  const left = slots.map((slot): SlotInput => {
    if (slot.resolution.outcome !== 'content') return slot
    const native = slot.resolution.documents.flatMap((document, index): NativePart[] => {
      const files = ownedFilesOf(document, context.userHome)
      if (!isRead({ document, files, personal }, context.agent)) {
        diagnostics.push(...partlyRead(document, { files, personal }, context.agent))
        return []
      }
      if (isEdited(document)) {
        diagnostics.push(editedNote(document, files))
        return []
      }
      texts.push(...textsOf(slot, { files, personal }))
      const names = files.map((file) => file.shown).join(', ')
      return [{ document: index, reason: `${context.agent} reads ${names} itself` }]
    })
    return native.length > 0 ? { ...slot, native } : slot
  })
  return { slots: left, texts, diagnostics }
}

type Personal = ReadonlyMap<string, AgentFile>

interface Owned {
  readonly files: readonly OwnedFile[]
  /** `null`: it is not known what the agent reads. */
  readonly personal: Personal | null
}

/** By what the run really reads where that is known, else by the agent that the file names. */
function isRead(
  { document, files, personal }: Owned & { document: SourceDocument },
  agent: string,
): boolean {
  if (files.length === 0) return false
  if (personal === null) return document.frontmatter?.ownedBy === agent
  return files.every((file) => personal.has(file.path))
}

/** An agent that reads some of the files gets their text twice, because the slot holds all of them. */
function partlyRead(
  document: SourceDocument,
  { files, personal }: Owned,
  agent: string,
): readonly Diagnostic[] {
  const read = files.filter((file) => personal?.has(file.path)).map((file) => file.shown)
  if (read.length === 0) return []
  const { root, path } = document.ref
  return [
    {
      code: 'owned.partly',
      severity: 'warning',
      message: `${agent} reads ${read.join(', ')} itself, and gets the same text with ${path}`,
      source: { root, path, line: 1 },
      fix: `tell ${agent} not to read it, or give it a file of its own in that place`,
    },
  ]
}

function textsOf(slot: SlotInput, { files, personal }: Owned): readonly OwnedText[] {
  const section = findSlot(slot.slot)?.element ?? slot.slot
  return files.flatMap((file): OwnedText[] => {
    const found = personal?.get(file.path)
    return found ? [{ section, path: file.shown, text: found.text, body: found.body }] : []
  })
}

/** By the path that was named and by the one that it leads to. */
async function byPath(files: OwnedContext['personalFiles']): Promise<Personal | null> {
  if (files === undefined) return null
  const known = new Map(files.map((file) => [file.path, file]))
  for (const file of files) known.set(await realpath(file.path).catch(() => file.path), file)
  return known
}
