import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { agentProgram } from '../agents/harness/agent-programs.ts'
import { root } from './onesoul.ts'

const exec = promisify(execFile)

export type PackageName = 'core' | 'disk' | 'sources' | 'agents' | 'skills' | 'cli'
export const PACKAGES: readonly PackageName[] = [
  'core',
  'disk',
  'sources',
  'agents',
  'skills',
  'cli',
]

/** The packages as npm would publish them, in a folder of their own. */
export interface PackedPackages {
  /** Absolute path of a package's tarball. */
  readonly tarball: (name: PackageName) => string
  /** Installs these, and what they depend on, into a new folder; returns its path. */
  readonly install: (folder: string, names: readonly PackageName[]) => Promise<string>
  readonly remove: () => Promise<void>
}

/** Packs what is built. The caller removes it. */
export async function packPackages(): Promise<PackedPackages> {
  const dir = await mkdtemp(join(tmpdir(), 'onesoul-pack-'))
  for (const name of PACKAGES) {
    await exec('npm', ['pack', '--pack-destination', dir], { cwd: join(root, 'packages', name) })
  }
  const files = await readdir(dir)
  const tarball = (name: PackageName): string => {
    const prefix = name === 'cli' ? 'onesoul-0' : `onesoul-${name}-`
    return join(dir, files.find((file) => file.startsWith(prefix)) ?? 'none')
  }
  const install = async (folder: string, names: readonly PackageName[]): Promise<string> => {
    const place = join(dir, folder)
    const dependencies = Object.fromEntries(
      names.map((name) => [
        name === 'cli' ? 'onesoul' : `@onesoul/${name}`,
        `file:${tarball(name)}`,
      ]),
    )
    const manifest = { private: true, type: 'module', dependencies }
    await mkdir(place)
    await writeFile(join(place, 'package.json'), JSON.stringify(manifest))
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
    await exec('npm', ['install', ...flags], { cwd: place })
    return place
  }
  return { tarball, install, remove: () => rm(dir, { recursive: true, force: true }) }
}

export interface NodeProgram {
  readonly version: string
  /** A folder that holds nothing but `node`, for the front of a PATH. */
  readonly binDir: string
}

/** This Node and, where the real-agent suite brought it, Node 24; their folders below `place`. */
export async function nodePrograms(place: string): Promise<readonly NodeProgram[]> {
  const paths = [process.execPath, agentProgram('node24')].filter((path) => existsSync(path))
  return Promise.all(
    paths.map(async (path) => {
      const version = (await exec(path, ['--version'])).stdout.trim()
      const binDir = join(place, version)
      await mkdir(binDir, { recursive: true })
      await symlink(path, join(binDir, 'node')).catch((error: NodeJS.ErrnoException) =>
        error.code === 'EEXIST' ? undefined : Promise.reject(error),
      )
      return { version, binDir }
    }),
  )
}
