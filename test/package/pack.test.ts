import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentProgram } from '../agents/harness/agent-programs.ts'
import { root } from './onesoul.ts'

const exec = promisify(execFile)
const PACKAGES = ['core', 'disk', 'sources', 'agents', 'cli'] as const
const tool = (path: string): string => join(root, 'node_modules', path)

let folder: string
let tarballs: readonly string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onesoul-pack-'))
  for (const name of PACKAGES) {
    await exec('npm', ['pack', '--pack-destination', folder], { cwd: join(root, 'packages', name) })
  }
  tarballs = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const tarball = (name: string): string => {
  const prefix = name === 'cli' ? 'onesoul-0' : `onesoul-${name}-`
  return join(folder, tarballs.find((file) => file.startsWith(prefix)) ?? 'none')
}

describe.each(PACKAGES)('the package %s', (name) => {
  it('is what its manifest says', async () => {
    const { stdout } = await exec(process.execPath, [
      tool('publint/src/cli.js'),
      '--strict',
      tarball(name),
    ])
    expect(stdout).toContain('All good')
  })

  it('holds no test, no fixture and everything that it exports', async () => {
    const { stdout } = await exec('tar', ['-tzf', tarball(name)])
    const files = stdout.split('\n')
    expect(files.filter((file) => /\.test\.|\/fixtures\//.test(file))).toEqual([])
    expect(files).toContain('package/LICENSE')
    expect(files.some((file) => file.startsWith('package/dist/'))).toBe(true)
  })
})

describe.each(['core', 'disk', 'sources', 'agents'])('the types of %s', (name) => {
  it('resolve for every entry', async () => {
    const args = [
      tool('@arethetypeswrong/cli/dist/index.js'),
      '--profile',
      'esm-only',
      tarball(name),
    ]
    const { stdout } = await exec(process.execPath, args)
    expect(stdout).toContain('🟢 (ESM)')
  })
})

describe('the packed command', () => {
  it('installs into an empty folder and runs there, with every entry importable', async () => {
    const place = join(folder, 'install')
    const dependencies = Object.fromEntries(
      PACKAGES.map((name) => [
        name === 'cli' ? 'onesoul' : `@onesoul/${name}`,
        `file:${tarball(name)}`,
      ]),
    )
    await exec('mkdir', ['-p', place])
    await writeFile(
      join(place, 'package.json'),
      JSON.stringify({ private: true, type: 'module', dependencies }),
    )
    await exec('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: place })
    const entries = [
      'core',
      'disk',
      'sources',
      'agents',
      'agents/claude-code',
      'agents/codex',
      'agents/opencode',
      'agents/dry-run',
    ]
    const script = entries.map((entry) => `await import('@onesoul/${entry}')`).join('\n')
    await writeFile(join(place, 'all.js'), `${script}\nconsole.log('imported')\n`)
    for (const node of nodes()) {
      const env = { PATH: process.env['PATH'] ?? '', HOME: place }
      const imported = await exec(node, ['all.js'], { cwd: place, env })
      expect(imported.stdout.trim()).toBe('imported')
      const bin = join(place, 'node_modules/.bin/onesoul')
      const { stdout } = await exec(node, [bin, '--version'], { cwd: place, env })
      expect(stdout.trim()).toBe('0.1.0')
      await exec(node, [bin, 'init', '--yes', '--home', join(place, 'home')], { cwd: place, env })
      const composed = await exec(node, [bin, 'compose', '--home', join(place, 'home')], {
        cwd: place,
        env,
      })
      expect(composed.stdout).toContain('<agent-configuration schema-version="3">')
    }
  })
})

/** This Node and, where the real-agent suite brought it, Node 24. */
function nodes(): readonly string[] {
  const other = agentProgram('node24')
  return existsSync(other) ? [process.execPath, other] : [process.execPath]
}
