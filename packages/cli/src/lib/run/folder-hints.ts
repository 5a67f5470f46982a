import { join } from 'node:path'
import type { SectionRecord } from '@onesoul/core'
import { composeFor } from '../prepare/compose-for.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { targetOf } from './compose-session.ts'
import type { PreparedRun } from './prepare-run.ts'

/**
 * The instructions of folders below the working directory, as a composition made there
 * would hold them: guarded, within the budget, quoted as data where the work tree is
 * not trusted. What the session begins with is left out.
 */
export function folderHints(
  invocation: Invocation,
  { home, agent, detection, inspection, session }: PreparedRun,
): (folder: string) => Promise<readonly string[]> {
  const begun = new Set(session.parsed.sections.filter(isOfProject).map(contentOf))
  const known = new Map<string, Promise<readonly Hint[]>>()
  const hintsOf = async (folder: string): Promise<readonly Hint[]> => {
    const { composition } = await composeFor(
      { ...invocation, cwd: join(session.record.cwd, folder) },
      { home, agent, detection, inspection, target: targetOf(session.record), skills: false },
    )
    const texts = new Map(composition.parts.map(({ id, text }) => [id, text]))
    return composition.manifest.sections
      .filter((section) => isOfProject(section) && !begun.has(contentOf(section)))
      .map((section) => ({
        content: contentOf(section),
        text: section.spans
          .map(({ part, start, end }) => texts.get(part)?.slice(start, end) ?? '')
          .join(''),
      }))
  }
  return async (folder) => {
    const hints = new Map<string, string>()
    // Without a git root a folder knows nothing of those above it.
    for (const one of wayTo(folder)) {
      const found = known.get(one) ?? hintsOf(one).catch((error) => [unreadable(error)])
      known.set(one, found)
      for (const { content, text } of await found) {
        if (!hints.has(content)) hints.set(content, `Instructions for ${one}/:\n${text}`)
      }
    }
    return [...hints.values()]
  }
}

interface Hint {
  /** Hashes of the files that it comes from. */
  readonly content: string
  readonly text: string
}

/** The file that was asked for is given all the same. */
function unreadable(error: unknown): Hint {
  const text = `(they could not be read: ${error instanceof Error ? error.message : String(error)})`
  return { content: text, text }
}

/** `a`, `a/b` and `a/b/c` for `a/b/c`; none for the working directory. */
function wayTo(folder: string): readonly string[] {
  const names = folder.split('/').filter(Boolean)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

function isOfProject({ id, spans }: SectionRecord): boolean {
  return id.startsWith('project:') && spans.length > 0
}

function contentOf({ sources }: SectionRecord): string {
  return sources.map(({ sha256 }) => sha256).join()
}
