import { stat } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expandPath } from '@onesoul/sources'
import { isArchiveName } from '../archive/read-archive.ts'
import { SkillsError } from '../skills-error.ts'
import { archiveAddress } from './web-address.ts'

/** Where skills come from, as `skills.lock` remembers it. */
export interface SkillSource {
  readonly kind: 'folder' | 'archive' | 'git' | 'npm'
  /** An absolute path, the address of an archive, `git+URL`, or `npm:NAME`. */
  readonly location: string
  /** A branch, tag or full commit, or a range of versions; null: the newest. */
  readonly ref: string | null
  /** Folder in it that skills are looked for in; `''` is the whole. */
  readonly path: string
}

export interface SourcePlace {
  /** What relative paths are relative to, absolute. */
  readonly cwd: string
  readonly userHome: string
}

const GITHUB = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})\/[A-Za-z0-9._-]{1,100}$/
const NPM = /^npm:((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)(?:@(.+))?$/

/** Has no blank, no quote and no leading dash, so that no tool takes it for an option or a command. */
const SAFE_REF = /^[A-Za-z0-9_][A-Za-z0-9._/@+-]{0,199}$/
const SAFE_RANGE = /^[\^~]?[A-Za-z0-9*][A-Za-z0-9.*+-]{0,99}$/

/**
 * Reads what a person named: a folder, an archive, one of the web, a git repository
 * (`https://….git`, `git@…`, `git+…`, `file://…`, `owner/repo` of GitHub) with
 * `#ref` and `//folder`, or `npm:name@range`. What stands on disk goes first.
 *
 * @throws SkillsError `source-invalid`
 */
export async function parseSource(typed: string, place: SourcePlace): Promise<SkillSource> {
  if (typed === '' || typed.startsWith('-') || /[\p{Cc}]/u.test(typed)) throw invalid(typed)
  if (typed.startsWith('npm:')) return parseNpm(typed)
  const found = await parsePath(typed, place)
  if (found !== null) return found
  const url = archiveAddress(typed)
  if (url !== null) return { kind: 'archive', location: url.href, ref: null, path: '' }
  const { base, ref, path } = splitRepository(typed)
  const location = gitLocation(base, place)
  if (location === null) throw invalid(typed)
  return { kind: 'git', location, ref, path }
}

function parseNpm(typed: string): SkillSource {
  const [, name, range] = NPM.exec(typed) ?? []
  if (name === undefined || (range !== undefined && !isSafeRange(range))) throw invalid(typed)
  return { kind: 'npm', location: `npm:${name}`, ref: range ?? null, path: '' }
}

async function parsePath(typed: string, place: SourcePlace): Promise<SkillSource | null> {
  const path = isAbsolute(typed)
    ? typed
    : expandPath(typed, { base: place.cwd, userHome: place.userHome })
  const stats = await stat(path).catch(() => null)
  if (stats === null) {
    if (!/^[./~]/.test(typed) && !isArchiveName(typed)) return null
    if (/^[a-z+]+:/i.test(typed)) return null
    throw new SkillsError('source-invalid', `nothing stands at ${path}`)
  }
  const base = { location: resolve(path), ref: null, path: '' }
  if (stats.isDirectory()) return { kind: 'folder', ...base }
  if (stats.isFile() && isArchiveName(path)) return { kind: 'archive', ...base }
  throw new SkillsError('source-invalid', `${path} is neither a folder nor an archive`, {
    hints: ['archives end in .zip, .skill, .tar, .tar.gz or .tgz'],
  })
}

/** `BASE[//FOLDER][#REF]`; the two slashes of a scheme do not count. */
function splitRepository(typed: string): {
  readonly base: string
  readonly ref: string | null
  readonly path: string
} {
  const hash = typed.indexOf('#')
  const ref = hash < 0 ? null : typed.slice(hash + 1)
  const whole = hash < 0 ? typed : typed.slice(0, hash)
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(whole)?.[0].length ?? 0
  const cut = whole.indexOf('//', scheme)
  const path = cut < 0 ? '' : whole.slice(cut + 2).replace(/\/+$/, '')
  if (ref !== null && !isSafeRef(ref)) {
    throw new SkillsError(
      'source-invalid',
      `${JSON.stringify(ref)} is no name of a branch, tag or commit`,
    )
  }
  if (path !== '' && path.split('/').some((step) => ['', '.', '..'].includes(step)))
    throw invalid(typed)
  return { base: cut < 0 ? whole : whole.slice(0, cut), ref, path }
}

/** Whether npm may be handed this as a version or a range of versions. */
export function isSafeRange(range: string): boolean {
  return SAFE_RANGE.test(range)
}

/** Whether git may be handed this as a branch, tag or commit. */
export function isSafeRef(ref: string): boolean {
  return SAFE_REF.test(ref) && !ref.includes('..') && !ref.includes('@{')
}

function gitLocation(base: string, { cwd, userHome }: SourcePlace): string | null {
  const plain = base.replace(/^git\+/, '')
  if (/^https:\/\/[^/\s]+\/\S+$/.test(plain)) return needsGit(base) ? null : `git+${plain}`
  if (/^ssh:\/\/(?!-)[^\s]+$/.test(plain)) return `git+${plain}`
  if (/^git@[A-Za-z0-9][A-Za-z0-9.-]*:(?!-)[^\s:]+$/.test(plain)) return `git+${plain}`
  if (/^file:\/\/\/\S*$/.test(plain)) return `git+${pathToFileURL(fileURLToPath(plain)).href}`
  if (base.startsWith('git+') && !/^[a-z][a-z0-9+.-]*:/i.test(plain)) {
    return `git+${pathToFileURL(expandPath(plain, { base: cwd, userHome })).href}`
  }
  return GITHUB.test(base) ? `git+https://github.com/${base.replace(/\.git$/, '')}.git` : null
}

/** An address of the web is a repository when it says so, or stands at a host that has nothing else. */
function needsGit(base: string): boolean {
  return !base.startsWith('git+') && !/\.git$|^https:\/\/(?:github|gitlab)\.com\//.test(base)
}

function invalid(typed: string): SkillsError {
  return new SkillsError('source-invalid', `${JSON.stringify(typed)} is no source of skills`, {
    hints: [
      'name a folder, a .zip or .tar.gz (also https://…), a repository (owner/repo, https://….git, git@…, git+…) or npm:NAME',
    ],
  })
}

/** The source as one line for people and for `skills.lock`. */
export function describeSource({ location, ref, path }: SkillSource): string {
  const folder = path === '' ? '' : `//${path}`
  if (location.startsWith('npm:')) return ref === null ? location : `${location}@${ref}`
  return `${location}${folder}${ref === null ? '' : `#${ref}`}`
}
