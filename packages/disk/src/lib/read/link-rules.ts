import type { Stats } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { isUnder, segmentsBelow } from '../paths/is-under.ts'
import { realPathsOf } from '../paths/real-path.ts'
import { showPath } from '../paths/show-path.ts'
import { isCredentialPlace } from './credential-places.ts'
import { type ReadFailure, readFailure } from './read-outcome.ts'

/** Where links may lead. */
export interface LinkRules {
  /**
   * The folders that the caller opened on purpose; they are resolved first, so that a root may itself be a link.
   * Default: the folder of the path.
   */
  readonly roots?: readonly string[]
  /** Real paths of roots that the caller resolved already, by absolute root, to save asking again for every file. */
  readonly realRoots?: ReadonlyMap<string, string>
  /** The person's home directory: links into it are followed, except to credential places. Default: none. */
  readonly homeDir?: string
  /** `allowedRoots` of the configuration: links into these are followed whoever owns the target. Default: none. */
  readonly allowedRoots?: readonly string[]
  /** `anywhere` follows every link, for a file that the person named in this command. Default: `by-rule`. */
  readonly links?: 'by-rule' | 'anywhere'
}

export interface LinkVerdict {
  readonly viaLink: boolean
  readonly refusal: ReadFailure | null
}

/** Judges the real place of an opened file: was a link followed to get there, and may it be followed? */
export async function judgeLink(
  path: string,
  opened: { readonly realPath: string; readonly stats: Stats },
  rules: LinkRules,
): Promise<LinkVerdict> {
  const named = resolve(path)
  const roots = rules.roots ?? [dirname(named)]
  const plainly = { named, roots, known: rules.realRoots ?? NONE_KNOWN }
  const viaLink = !(await isPlainlyBelow(opened.realPath, plainly))
  if (!viaLink || rules.links === 'anywhere') return { viaLink, refusal: null }
  const allowed = await realPathsOf(rules.allowedRoots ?? [])
  if (allows(allowed, opened.realPath)) return { viaLink, refusal: null }
  const home = rules.homeDir === undefined ? [] : [rules.homeDir]
  const usual = await realPathsOf([...roots, ...home])
  if (allows(usual, opened.realPath) && isOwn(opened.stats)) return { viaLink, refusal: null }
  return { viaLink, refusal: linkOutside(named, opened, usual) }
}

const NONE_KNOWN: ReadonlyMap<string, string> = new Map()

interface NamedPath {
  /** Absolute, as it was given. */
  readonly named: string
  readonly roots: readonly string[]
  readonly known: ReadonlyMap<string, string>
}

/** No link lies between a root and the file: the real path is the resolved root and the names as they were given. */
async function isPlainlyBelow(
  realPath: string,
  { named, roots, known }: NamedPath,
): Promise<boolean> {
  for (const root of roots) {
    const absolute = resolve(root)
    if (!isUnder(named, absolute)) continue
    const realRoot = known.get(absolute) ?? (await realPathsOf([absolute]))[0]
    if (realRoot === undefined) continue
    if (sameName(realPath, resolve(realRoot, relative(absolute, named)))) return true
  }
  return false
}

/** On case-preserving disks the real path has the case and the normal form of the disk, not those that were typed. */
function sameName(a: string, b: string): boolean {
  if (process.platform !== 'darwin' && process.platform !== 'win32') return a === b
  return a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase()
}

function allows(bases: readonly string[], realPath: string): boolean {
  return bases.some((base) => {
    const segments = segmentsBelow(realPath, base)
    return segments !== null && !isCredentialPlace(segments)
  })
}

function isOwn(stats: Stats): boolean {
  const user = process.geteuid?.()
  return user === undefined || stats.uid === user
}

function linkOutside(
  named: string,
  opened: { readonly realPath: string; readonly stats: Stats },
  usual: readonly string[],
): ReadFailure {
  const reached = usual.filter((base) => isUnder(opened.realPath, base))
  const reason =
    reached.length === 0
      ? 'which lies outside the folders that may be read'
      : allows(reached, opened.realPath)
        ? `which belongs to another user (uid ${opened.stats.uid})`
        : 'which is a place for credentials'
  return readFailure(
    'link-outside',
    `${showPath(named)} is a link to ${showPath(opened.realPath)}, ${reason}.`,
    `Copy the text into a file of its own, or add to config.yaml: allowedRoots: [${JSON.stringify(dirname(opened.realPath))}]`,
  )
}
