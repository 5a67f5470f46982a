import { HARMLESS_GIT_ARGS, harmlessGitEnvironment } from '@onesoul/sources'
import { SkillsError } from '../skills-error.ts'
import { PACKAGE_LIMITS, type SkillPackageFile } from '../sync/skill-package.ts'
import { runTool, type ToolOptions } from './run-tool.ts'
import { isSafeRef, type SkillSource } from './skill-source.ts'
import { type FetchOptions, type SourceEntry, type SourceTree, unreachable } from './source-tree.ts'

/**
 * Fetches one commit of a repository and reads it from git's own store: there is no
 * check-out, so no hook, filter, large file, submodule or link of it comes to life.
 * Nobody is asked for a password; what the person's git is given by itself counts.
 *
 * @param maxBytes what git may fetch of it, packed
 * @throws SkillsError `source-unreachable`, `archive-refused` for a repository that is too large
 */
export async function fetchGit(
  source: SkillSource,
  options: FetchOptions,
  maxBytes: number = MAX_FETCHED_BYTES,
): Promise<SourceTree> {
  const url = source.location.replace(/^git\+/, '')
  const git = gitIn(options, url)
  await git(['init', '--quiet', '--bare', '--template='])
  const wanted = options.revision ?? source.ref ?? 'HEAD'
  if (!isSafeRef(wanted)) throw new SkillsError('source-invalid', `${wanted} is no ref`)
  await git([...FETCH, '--', url, wanted], { maxFolderBytes: maxBytes })
  const commit = (await git(['rev-parse', '--verify', '--quiet', 'FETCH_HEAD^{commit}']))
    .toString('utf8')
    .trim()
  if (options.revision !== undefined && options.revision !== commit) {
    throw unreachable(url, `it gave ${commit} for ${options.revision}`)
  }
  const blobs = await listBlobs(git, commit)
  return {
    revision: commit,
    entries: [...blobs.values()].map(({ path, kind }): SourceEntry => ({ path, kind })),
    read: (paths) =>
      readBlobs(
        git,
        paths.flatMap((path) => blobs.get(path) ?? []),
      ),
  }
}

/** One commit of a repository of skills is a few megabytes. */
const MAX_FETCHED_BYTES = 100_000_000

const FETCH = [
  'fetch',
  '--quiet',
  '--depth=1',
  '--no-tags',
  '--no-recurse-submodules',
  '--no-write-commit-graph',
  '--no-auto-maintenance',
]

type Git = (
  args: readonly string[],
  more?: Pick<ToolOptions, 'input' | 'maxFolderBytes'>,
) => Promise<Buffer>

function gitIn({ temp, env }: FetchOptions, url: string): Git {
  const allowed = url.startsWith('file:') ? ['file'] : ['https', 'ssh']
  const settings = [
    ...HARMLESS_GIT_ARGS,
    ...['protocol.allow=never', ...allowed.map((one) => `protocol.${one}.allow=always`)],
    ...['core.hooksPath=/dev/null', 'fetch.fsckObjects=true', 'http.followRedirects=initial'],
    ...['submodule.recurse=false', 'gc.auto=0', 'maintenance.auto=false'],
  ].flatMap((one) => (one === '-c' || HARMLESS_GIT_ARGS.includes(one) ? [one] : ['-c', one]))
  return (args, more) =>
    runTool('git', [...settings, ...args], {
      what: url,
      cwd: temp,
      env: {
        ...harmlessGitEnvironment(env),
        GIT_ASKPASS: 'true',
        SSH_ASKPASS: 'true',
        GCM_INTERACTIVE: 'never',
        GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
      },
      ...more,
    })
}

interface Blob {
  readonly path: string
  readonly kind: 'file' | 'other'
  readonly mode: 0o644 | 0o755
  readonly id: string
  readonly size: number
}

async function listBlobs(git: Git, commit: string): Promise<ReadonlyMap<string, Blob>> {
  const listed = (await git(['ls-tree', '-r', '-l', '-z', '--full-tree', commit])).toString('utf8')
  const blobs = new Map<string, Blob>()
  for (const line of listed.split('\0')) {
    const [, mode, id, size, path] = /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t(.+)$/s.exec(line) ?? []
    if (mode === undefined || id === undefined || path === undefined) continue
    const kind = mode.startsWith('100') ? 'file' : 'other'
    const bits = mode === '100755' ? 0o755 : 0o644
    blobs.set(path, { path, kind, mode: bits, id, size: Number(size) || 0 })
  }
  return blobs
}

async function readBlobs(git: Git, blobs: readonly Blob[]): Promise<readonly SkillPackageFile[]> {
  const large = blobs.find(({ size }) => size > PACKAGE_LIMITS.fileBytes)
  const total = blobs.reduce((sum, { size }) => sum + size, 0)
  if (large !== undefined || total > PACKAGE_LIMITS.totalBytes) {
    const what = large === undefined ? 'it' : large.path
    const max = large === undefined ? PACKAGE_LIMITS.totalBytes : PACKAGE_LIMITS.fileBytes
    throw new SkillsError('format-invalid', `${what} has more than ${max / 1_000_000} MB`)
  }
  const out = await git(['cat-file', '--batch'], {
    input: blobs.map(({ id }) => `${id}\n`).join(''),
  })
  let at = 0
  return blobs.map(({ path, mode, size }) => {
    const start = out.indexOf(0x0a, at) + 1
    const bytes = new Uint8Array(out.subarray(start, start + size))
    at = start + size + 1
    if (bytes.length !== size) throw unreachable(path, 'git did not give all of it')
    return { path, mode, bytes }
  })
}
