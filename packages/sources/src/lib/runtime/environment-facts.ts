import { arch, platform, release } from 'node:os'
import type { EnvironmentFacts } from '@onesoul/core'
import type { Environment } from '../config/environment-layer.ts'
import { workingDirectory } from '../project/working-directory.ts'
import type { Worktree } from '../project/worktree.ts'

export interface EnvironmentPlace {
  readonly env: Environment
  readonly worktree: Pick<Worktree, 'root' | 'cwd' | 'hasGitRoot'>
}

/**
 * Reads what an agent that runs on this machine needs to know of it. For one in
 * a container or on another host, give what a probe there says instead: nothing
 * of this machine is true there.
 */
export function readEnvironmentFacts({ env, worktree }: EnvironmentPlace): EnvironmentFacts {
  const shell = env['SHELL'] || env['ComSpec']
  return {
    operatingSystem: nameSystem({ platform: platform(), release: release(), arch: arch() }),
    ...(shell ? { shell } : {}),
    workingDirectory: workingDirectory(worktree),
    gitRoot: worktree.hasGitRoot ? worktree.root : null,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

export interface SystemName {
  /** As `process.platform` names it. */
  readonly platform: string
  /** Of the kernel. */
  readonly release: string
  readonly arch: string
}

/**
 * The operating system for a model: `macOS (Darwin 24.1.0, arm64)`. Windows 11
 * calls itself 10 and is known by its build, 22000 or later.
 */
export function nameSystem({ platform, release, arch }: SystemName): string {
  if (platform === 'darwin') return `macOS (Darwin ${release}, ${arch})`
  if (platform === 'win32') {
    const build = Number(release.split('.')[2] ?? 0)
    return `Windows ${build >= 22_000 ? 11 : 10} (build ${build}, ${arch})`
  }
  const name = platform === 'linux' ? 'Linux' : platform
  const inWindows = /microsoft/i.test(release)
  return `${name} ${release} (${arch})${inWindows ? ' in WSL; the drives of Windows are under /mnt' : ''}`
}
