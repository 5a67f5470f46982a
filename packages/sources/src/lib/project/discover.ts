import { realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Diagnostic } from '@onesoul/core'
import { isUnder, readFileSafely } from '@onesoul/disk'
import { PROJECT_CONFIG_FILE } from '../config/project-config.ts'
import { SourcesError } from '../sources-error.ts'
import { findRoot, whyNoProject } from './find-root.ts'
import { findInstallDir } from './install-dir.ts'
import { readDirectory } from './read-directory.ts'
import { readImports } from './read-imports.ts'
import type { ProjectConfigSource, ProjectFile, Worktree } from './worktree.ts'

export interface DiscoverOptions {
  /** Absolute path of the working directory. */
  readonly cwd: string
  /** Absolute path of the person's home directory. */
  readonly userHome: string
  /** Our own install tree: no project unless `explicitCwd`; `null`: none. Default: where a package manager put us. */
  readonly installDir?: string | null
  /** The person named the working directory. Default false. */
  readonly explicitCwd?: boolean
}

/**
 * Finds the instruction files from the git root down to the working directory,
 * what they bring in, and the root's `.onesoul.yaml`. Without a git root only the working directory
 * counts; the home directory and what lies above it never do.
 *
 * @throws SourcesError `directory-missing` when the working directory is not there.
 */
export async function discoverProject(options: DiscoverOptions): Promise<Worktree> {
  const cwd = await realDirectory(options.cwd)
  const userHome = await realPathIfThere(options.userHome)
  const found = await findRoot(cwd, userHome)
  const base = { ...found, cwd: slashes(relative(found.root, cwd)) }
  const barred = whyNoProject(found, userHome) ?? (await inInstallTree(cwd, options))
  if (barred !== null) return { ...base, files: [], config: null, diagnostics: [none(barred)] }
  const config = await readProjectConfig(found.root)
  const read = await Promise.all(
    chainOf(base.cwd).map((directory) => readDirectory(found.root, directory)),
  )
  const named = read.flatMap((one) => one.files)
  const imported = await readImports(found.root, named)
  const directories = read.flatMap((one) => one.diagnostics)
  return {
    ...base,
    files: markSame(imported.files),
    config: config.source,
    diagnostics: [...config.diagnostics, ...directories, ...imported.diagnostics],
  }
}

async function realDirectory(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    throw directoryMissing(path, error)
  }
}

function directoryMissing(path: string, cause: unknown): SourcesError {
  return new SourcesError('directory-missing', `no directory at ${path}`, { cause })
}

async function realPathIfThere(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    // A home directory that does not exist yet still bars its own path.
    return path
  }
}

async function inInstallTree(cwd: string, options: DiscoverOptions): Promise<string | null> {
  const { installDir = findInstallDir(import.meta.url), explicitCwd = false } = options
  if (installDir === null || explicitCwd) return null
  return isUnder(cwd, await realPathIfThere(installDir))
    ? 'the working directory is where OneSoul itself is installed'
    : null
}

function none(reason: string): Diagnostic {
  return { code: 'project.none', severity: 'info', message: `no project files are read: ${reason}` }
}

/** `''`, `pkg`, `pkg/app` for `pkg/app`. */
function chainOf(cwd: string): readonly string[] {
  const names = cwd === '' ? [] : cwd.split('/')
  return ['', ...names.map((_, index) => names.slice(0, index + 1).join('/'))]
}

function markSame(files: readonly ProjectFile[]): readonly ProjectFile[] {
  const first = new Map<string, string>()
  return files.map((file) => {
    const text = file.text
      .replace(/\r\n?/g, '\n')
      .replace(/^\ufeff/, '')
      .trim()
    const sameAs = first.get(text)
    if (sameAs !== undefined) return { ...file, sameAs }
    if (text !== '') first.set(text, file.path)
    return file
  })
}

function slashes(path: string): string {
  return path.split(sep).join('/')
}

async function readProjectConfig(
  root: string,
): Promise<{ source: ProjectConfigSource | null; diagnostics: readonly Diagnostic[] }> {
  const found = await readFileSafely(join(root, PROJECT_CONFIG_FILE), { roots: [root] })
  if (found.outcome === 'content') {
    const text = new TextDecoder().decode(found.bytes)
    return { source: { text, sha256: found.sha256 }, diagnostics: [] }
  }
  if (found.outcome === 'missing') return { source: null, diagnostics: [] }
  const message = found.message.replaceAll(`${root}${sep}`, '')
  const source = { root: 'worktree', path: PROJECT_CONFIG_FILE } as const
  return {
    source: null,
    diagnostics: [{ code: 'project.unreadable', severity: 'warning', message, source }],
  }
}
