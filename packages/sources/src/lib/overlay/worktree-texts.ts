import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Diagnostic,
  decodeText,
  type OverlayPart,
  type PlanFile,
  type SourceRef,
  type Trust,
} from '@onesoul/core'
import { readFileSafely } from '@onesoul/disk'

/** Reads files of a work tree for an overlay and collects what could not be read. Writes nothing. */
export interface WorktreeReader {
  /** The text of a file, `/`-separated below the root; `null` when there is none. */
  readonly text: (path: string) => Promise<ReadText | null>
  /** Names in a folder, sorted; none when there is no folder. */
  readonly names: (folder: string) => Promise<readonly string[]>
  /** The files of a folder of plans. */
  readonly plans: (folder: string) => Promise<readonly PlanFile[]>
  /** A file that is JSON; `null` when there is none, or it is no JSON. */
  readonly json: (path: string) => Promise<ReadJson | null>
  readonly diagnostics: Diagnostic[]
}

export interface ReadText {
  readonly text: string
  readonly ref: SourceRef
}

export interface ReadJson {
  readonly value: unknown
  readonly ref: SourceRef
}

/** Everything below `root`; a link that leads out of it is not followed. */
export function createWorktreeReader(root: string): WorktreeReader {
  const diagnostics: Diagnostic[] = []
  const report = (path: string, message: string): null => {
    const source = { root: 'worktree', path } as const
    diagnostics.push({ code: 'overlay.unreadable', severity: 'warning', message, source })
    return null
  }
  const text = async (path: string): Promise<ReadText | null> => {
    const found = await readFileSafely(join(root, path), { roots: [root] })
    if (found.outcome === 'missing') return null
    if (found.outcome === 'failed') return report(path, `${path} is left out: ${found.message}`)
    return { text: decodeText(found.bytes).text, ref: refOf(path, found.sha256) }
  }
  return {
    text,
    diagnostics,
    names: (folder) => listNames(join(root, folder)),
    plans: async (folder) => {
      const names = (await listNames(join(root, folder))).filter((name) => name.endsWith('.md'))
      const files = await Promise.all(
        names.map(async (name): Promise<PlanFile | null> => {
          const found = await text(`${folder}/${name}`)
          if (!found) return null
          const { mtimeMs } = await stat(join(root, folder, name))
          return { name, mtimeMs, isEmpty: found.text.trim() === '' }
        }),
      )
      return files.filter((file) => file !== null)
    },
    json: async (path) => {
      const found = await text(path)
      if (!found) return null
      try {
        return { value: JSON.parse(found.text) as unknown, ref: found.ref }
      } catch {
        // What it holds is nobody's to guess; that it is left out is said.
        return report(path, `${path} is left out: it is no JSON`)
      }
    },
  }
}

/** A text of a work tree or a home as a part of a section. */
export function toPart(ref: SourceRef, text: string, trust: Trust): OverlayPart {
  return { ref, text, trust }
}

function refOf(path: string, sha256: string): SourceRef {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { root: 'worktree', kind: 'extra', name, path, sha256 }
}

async function listNames(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch {
    // No folder, or none that may be listed: nothing is read from it.
    return []
  }
}
