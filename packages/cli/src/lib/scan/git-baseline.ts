import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { decodeText } from '@onesoul/core'
import { isUnder } from '@onesoul/disk'
import type { ReadBytes } from '@onesoul/sources'
import { locateFolder, resolveCommit } from '../diff/git-folder.ts'
import { listTree, readObjects, type TreeEntry } from '../diff/read-tree.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import type { Baseline, ChangedText, TextBefore } from './baseline.ts'
import { pairRenamed } from './pair-renamed.ts'

/** Gone files whose text is compared with that of new ones. */
const MAX_GONE = 300

/**
 * The files of a commit of the work tree that holds the named paths. Read out of
 * the object store; nothing is checked out, no filter or hook runs.
 *
 * @throws CliError when there is no git, no work tree, or no such commit.
 */
export async function gitBaseline(
  invocation: Invocation,
  ref: string,
  named: readonly string[],
): Promise<Baseline> {
  const top = await topOf(invocation, ref, named)
  const commit = await resolveCommit(invocation, top, ref)
  const scopes = named.map((path) => real(path)).filter((path) => isUnder(path, top))
  const listed = (await listTree(invocation, { top, commit }, '')).filter(({ isLink }) => !isLink)
  const entries = new Map(listed.map((entry) => [entry.path, entry]))
  const seen = new Set<string>()
  const renamed = new Set<string>()
  const pathOf = (absolute: string): string => relative(top, realOf(absolute)).split(sep).join('/')
  const gone = (): readonly string[] =>
    listed
      .map(({ path }) => path)
      .filter((path) => !seen.has(path) && !renamed.has(path) && isNamed(join(top, path), scopes))
      .sort()
  return {
    label: `git:${ref} (${commit.slice(0, 9)})`,
    isSame: (file) => {
      const path = pathOf(file.absolute)
      seen.add(path)
      const entry = entries.get(path)
      return entry !== undefined && entry.object === objectHash(file, entry)
    },
    textsOf: async (changed) => {
      const paths = changed.map(({ absolute }) => pathOf(absolute))
      const known = paths.map((path) => entries.get(path))
      const texts = await readTexts(invocation, top, known)
      const added = changed.filter((_, index) => known[index] === undefined)
      const candidates = added.length === 0 ? [] : gone().filter(mayBeContext).slice(0, MAX_GONE)
      const old = await readTexts(
        invocation,
        top,
        candidates.map((path) => entries.get(path)),
      )
      const pairs = pairRenamed(
        added.map(({ absolute, text }) => ({ path: pathOf(absolute), text })),
        candidates.map((path, index) => ({ path, text: old[index] ?? '' })),
      )
      const origins = new Map<ChangedText, (typeof pairs)[number]>(
        added.map((one, index) => [one, pairs[index] ?? null]),
      )
      return changed.map((one, index): TextBefore => {
        if (known[index]) return { ...WHOLE, change: 'changed', text: texts[index] ?? '' }
        const origin = origins.get(one) ?? null
        if (origin === null) return { ...WHOLE, change: 'new', text: '' }
        renamed.add(origin.path)
        return { ...WHOLE, change: 'renamed', from: origin.path, text: origin.text }
      })
    },
    gone,
  }
}

const WHOLE = { from: null, incomplete: null } as const

async function topOf(
  invocation: Invocation,
  ref: string,
  named: readonly string[],
): Promise<string> {
  for (const path of named) {
    const isFolder = await stat(path).then(
      (stats) => stats.isDirectory(),
      () => false,
    )
    const found = await locateFolder(invocation, isFolder ? path : dirname(path))
    if (found) return found.top
  }
  throw new CliError(EXIT.usage, `git:${ref}: ${named.join(', ')} is in no git work tree`, {
    hints: ['compare with what a session was given: --since session:ID'],
  })
}

function isNamed(path: string, scopes: readonly string[]): boolean {
  return scopes.some((scope) => isUnder(path, scope))
}

/** The folder is resolved, the file is not: git knows a link by its own name. */
function realOf(absolute: string): string {
  return join(real(dirname(absolute)), basename(absolute))
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // What is gone has no other name.
    return path
  }
}

/** The hash that git gives a content, with the function that its repository uses. */
function objectHash({ bytes }: ReadBytes, { object }: TreeEntry): string {
  const hash = createHash(object.length === 64 ? 'sha256' : 'sha1')
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

/** Without an ending or with that of a text: a picture is no context file under a new name. */
function mayBeContext(path: string): boolean {
  return /(?:^|\/)\.?[^./]*$|\.(?:md|mdc|mdx|markdown|txt|ya?ml|json|toml|sh|py|js|ts)$/i.test(path)
}

/** Empty for an entry that is not there. */
async function readTexts(
  invocation: Invocation,
  top: string,
  entries: readonly (TreeEntry | undefined)[],
): Promise<readonly string[]> {
  const wanted = entries.flatMap((entry) => (entry ? [entry.object] : []))
  const bytes = await readObjects(invocation, top, wanted)
  const texts = new Map(wanted.map((object, index) => [object, textOf(bytes[index] ?? null)]))
  return entries.map((entry) => (entry ? (texts.get(entry.object) ?? '') : ''))
}

function textOf(bytes: Buffer | null): string {
  return bytes === null ? '' : decodeText(bytes).text
}
