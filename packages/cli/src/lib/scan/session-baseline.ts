import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest, SectionRecord, SourceRoot, Span } from '@onesoul/core'
import { isUnder } from '@onesoul/disk'
import { discoverProject, type Home } from '@onesoul/sources'
import { keptManifest } from '../session/kept-manifest.ts'
import { openSessions } from '../session/session-place.ts'
import type { StoredSession } from '../session/session-record.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import type { Baseline, TextBefore } from './baseline.ts'

/** A source of the composition that a session was given. */
interface KeptSource {
  readonly absolute: string
  readonly sha256: string
  /** As far as it was delivered; null when nothing of it was. */
  readonly text: string | null
  /** Why the text is not the whole one, one clause; null when it is. */
  readonly incomplete: string | null
}

/**
 * What a session was given, which is what its receipts are about: for every source
 * its hash, and its text as far as it was delivered.
 */
export async function sessionBaseline(
  invocation: Invocation,
  wanted: string,
  named: readonly string[],
): Promise<Baseline> {
  const { home, store } = await openSessions(invocation)
  const session = await store.find(wanted)
  const sources = await keptSources(session, home)
  const seen = new Set<string>()
  const scopes = named.map(real)
  return {
    label: `session:${session.record.name ?? session.record.id}`,
    isSame: ({ absolute, sha256 }) => {
      seen.add(real(absolute))
      return sources.get(real(absolute))?.sha256 === sha256
    },
    textsOf: async (changed) =>
      changed.map(({ absolute }): TextBefore => {
        const kept = sources.get(real(absolute))
        if (!kept) return { change: 'new', from: null, text: '', incomplete: null }
        const { text, incomplete } = kept
        return { change: 'changed', from: null, text: text ?? '', incomplete }
      }),
    gone: () =>
      [...sources.keys()]
        .filter((path) => !seen.has(path) && scopes.some((scope) => isUnder(path, scope)))
        .sort(),
  }
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // What is gone has no other name.
    return path
  }
}

async function keptSources(
  session: StoredSession,
  home: Home,
): Promise<ReadonlyMap<string, KeptSource>> {
  const manifest = keptManifest(session)
  const roots = await rootsOf(session, home)
  const bases = partBases(manifest)
  const found = new Map<string, KeptSource>()
  for (const section of manifest.sections) {
    for (const [index, { root, path, sha256 }] of section.sources.entries()) {
      const folder = roots.get(root)
      if (folder === undefined || sha256 === '') continue
      const absolute = real(join(folder, path))
      const kept = deliveredText({ section, index, text: session.text, bases })
      found.set(absolute, { absolute, sha256, ...kept })
    }
  }
  return found
}

async function rootsOf(
  { record }: StoredSession,
  home: Home,
): Promise<ReadonlyMap<SourceRoot, string>> {
  const roots = new Map<SourceRoot, string>([
    ['home', home.dir],
    ['configs', home.configsDir],
  ])
  try {
    const { userHome } = home
    const worktree = await discoverProject({ cwd: record.cwd, userHome, explicitCwd: true })
    roots.set('worktree', worktree.root)
  } catch {
    // The folder of the session is gone: nothing of its work tree can be named in PATH either.
  }
  return roots
}

/** Where each part begins in the whole text; the spans of a part are the part exactly. */
function partBases({ parts, sections }: Manifest): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>()
  for (const { part, end } of sections.flatMap((one) => one.spans)) {
    lengths.set(part, Math.max(lengths.get(part) ?? 0, end))
  }
  const bases = new Map<string, number>()
  let base = 0
  for (const { id } of parts) {
    bases.set(id, base)
    base += lengths.get(id) ?? 0
  }
  return bases
}

interface WantedSource {
  readonly section: SectionRecord
  readonly index: number
  readonly text: string
  readonly bases: ReadonlyMap<string, number>
}

function deliveredText({
  section,
  index,
  text,
  bases,
}: WantedSource): Pick<KeptSource, 'text' | 'incomplete'> {
  const own = (span: Span): boolean => 'source' in span && span.source === index
  const pieces = section.spans.filter(own).map(({ part, start, end }) => {
    const base = bases.get(part) ?? 0
    return text.slice(base + start, base + end)
  })
  if (pieces.length === 0) {
    const incomplete = `its text of then is not kept (${section.status}); all of it counts as new`
    return { text: null, incomplete }
  }
  const delivered = section.trust === 'operator' ? pieces.join('') : unescapeMarkup(pieces.join(''))
  const lines = section.omitted
    .filter((one) => one.source === index)
    .reduce((sum, one) => sum + one.lines[1] - one.lines[0] + 1, 0)
  const incomplete =
    lines === 0 ? null : `${lines} of its lines were not delivered; they count as new`
  return { text: delivered, incomplete }
}

/** Text of lower trust was delivered with its markup escaped. */
function unescapeMarkup(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
