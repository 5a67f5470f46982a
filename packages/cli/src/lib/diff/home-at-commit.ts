import { cp, mkdir, realpath, writeFile } from 'node:fs/promises'
import { dirname, join, posix, relative, sep } from 'node:path'
import { isUnder, lendTempFolder, stateLayout } from '@onesoul/disk'
import { type Home, openHome } from '@onesoul/sources'
import { openPlace } from '../prepare/open-place.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { type GitFolder, locateFolder, resolveCommit } from './git-folder.ts'
import { type GitCommit, readTree } from './read-tree.ts'

/** A home with the files of a commit. */
export interface HomeAtCommit {
  readonly home: Home
  /** Full hash. */
  readonly commit: string
}

/**
 * Lends a copy of the home as it was at a commit: its slots, and its
 * `config.yaml` when the same repository has it, else that of now. The copy lies
 * in a private temporary folder and is removed afterwards; the work tree, the
 * index and the home stay untouched.
 *
 * @throws CliError when there is no git, no repository, no such commit, or no
 * slot in it.
 */
export async function withHomeAtCommit<T>(
  invocation: Invocation,
  ref: string,
  use: (found: HomeAtCommit) => Promise<T>,
): Promise<T> {
  const now = await openPlace(invocation)
  const slots = await locateFolder(invocation, now.configsDir)
  if (slots === null) {
    throw new CliError(EXIT.usage, `git:${ref}: ${now.configsDir} is in no git work tree`, {
      hints: ['keep the home in git to compare with a commit, or compare with session:ID'],
    })
  }
  const commit = await resolveCommit(invocation, slots.top, ref)
  return lendTempFolder('diff', async (folder) => {
    const dir = await realpath(folder)
    const home = await copyHome(invocation, { now, slots, commit, dir })
    return use({ home, commit })
  })
}

interface CopyOptions {
  readonly now: Home
  readonly slots: GitFolder
  readonly commit: string
  /** Where the copy goes. */
  readonly dir: string
}

async function copyHome(invocation: Invocation, options: CopyOptions): Promise<Home> {
  const { now, slots, commit, dir } = options
  const { env, cwd } = invocation
  const homeFolder = await copyConfig(invocation, options)
  const configs = join(dir, 'agent-configs')
  await mkdir(configs, { mode: 0o700 })
  const folder = await slotsFolder(invocation, options, homeFolder)
  const source: GitCommit = { top: slots.top, commit }
  const files = await readTree(invocation, source, {
    folder,
    wants: (path) => path.toLowerCase().endsWith('.md'),
  })
  if (files.length === 0) {
    const where = folder === '' ? slots.top : `${folder} of ${slots.top}`
    throw new CliError(EXIT.usage, `git: ${commit.slice(0, 9)} has no slot in ${where}`)
  }
  for (const { path, bytes } of files) {
    await put(join(configs, posix.relative(folder, path)), bytes)
  }
  await copyTrust(now, dir)
  return openHome({ env, cwd, dir, configs })
}

/** Writes the configuration of the commit, or that of now; returns the home's folder when the repository has it. */
async function copyConfig(
  invocation: Invocation,
  { now, slots, commit, dir }: CopyOptions,
): Promise<string | null> {
  const found = now.exists ? await locateFolder(invocation, now.dir) : null
  const name = 'config.yaml'
  if (!found || found.top !== slots.top) {
    // Without a file there is nothing to copy: a folder of slots alone has none.
    await cp(join(now.dir, name), join(dir, name)).catch(ignoreMissing)
    return null
  }
  const path = posix.join(found.folder, name)
  const files = await readTree(
    invocation,
    { top: found.top, commit },
    { folder: path, wants: (one) => one === path },
  )
  for (const { bytes } of files) await put(join(dir, name), bytes)
  return found.folder
}

/** The folder that held the slots then: `configs` of the old configuration, unless a flag names one. */
async function slotsFolder(
  invocation: Invocation,
  { slots, dir }: CopyOptions,
  homeFolder: string | null,
): Promise<string> {
  if (homeFolder === null || invocation.flags.configs !== undefined) return slots.folder
  const { configsDir } = await openHome({ env: invocation.env, cwd: invocation.cwd, dir })
  if (!isUnder(configsDir, dir)) return slots.folder
  return posix.join(homeFolder, relative(dir, configsDir).split(sep).join('/'))
}

/** Which work trees are trusted is no part of a commit, and must not differ between the sides. */
async function copyTrust(now: Home, dir: string): Promise<void> {
  const from = stateLayout(now.dir).projects
  await cp(from, stateLayout(dir).projects, { recursive: true }).catch(ignoreMissing)
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function put(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, bytes, { mode: 0o600 })
}
