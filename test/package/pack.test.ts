import { execFile } from 'node:child_process'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from './onesoul.ts'
import { nodePrograms, PACKAGES, type PackedPackages, packPackages } from './packed-packages.ts'

const exec = promisify(execFile)
const tool = (path: string): string => join(root, 'node_modules', path)

let packed: PackedPackages
beforeAll(async () => {
  packed = await packPackages()
})
afterAll(() => packed.remove())

describe.each(PACKAGES)('the package %s', (name) => {
  it('is what its manifest says', async () => {
    const { stdout } = await exec(process.execPath, [
      tool('publint/src/cli.js'),
      '--strict',
      packed.tarball(name),
    ])
    expect(stdout).toContain('All good')
  })

  it('holds no test, no fixture and everything that it exports', async () => {
    const { stdout } = await exec('tar', ['-tzf', packed.tarball(name)])
    const files = stdout.split('\n')
    expect(files.filter((file) => /\.test\.|\/fixtures\//.test(file))).toEqual([])
    expect(files).toContain('package/LICENSE')
    expect(files.some((file) => file.startsWith('package/dist/'))).toBe(true)
  })
})

describe.each(['core', 'disk', 'sources', 'agents', 'skills'] as const)(
  'the types of %s',
  (name) => {
    it('resolve for every entry', async () => {
      const args = [
        tool('@arethetypeswrong/cli/dist/index.js'),
        '--profile',
        'esm-only',
        packed.tarball(name),
      ]
      const { stdout } = await exec(process.execPath, args)
      expect(stdout).toContain('🟢 (ESM)')
    })
  },
)

describe('the packed libraries', () => {
  it('install into an empty folder, with every entry importable', async () => {
    const place = await packed.install('libraries', ['core', 'disk', 'sources', 'agents', 'skills'])
    const entries = [
      'core',
      'disk',
      'sources',
      'agents',
      'skills',
      'agents/claude-code',
      'agents/codex',
      'agents/opencode',
      'agents/dry-run',
    ]
    const script = entries.map((entry) => `await import('@onesoul/${entry}')`).join('\n')
    await writeFile(join(place, 'all.js'), `${script}\nconsole.log('imported')\n`)
    for (const { binDir } of await nodePrograms(place)) {
      const imported = await exec(join(binDir, 'node'), ['all.js'], { cwd: place })
      expect(imported.stdout.trim()).toBe('imported')
    }
  })
})

describe('the packed command', () => {
  let place: string
  beforeAll(async () => {
    place = await packed.install('command', ['cli'])
  })

  it('installs at most 15 packages and 8 MB', async () => {
    const installed = join(place, 'node_modules')
    const { packages } = await readJson(join(installed, '.package-lock.json'))
    expect(Object.keys(packages)).toEqual(['node_modules/onesoul'])
    expect(Object.keys(packages).length).toBeLessThanOrEqual(15)
    const files = await readdir(installed, { recursive: true, withFileTypes: true })
    const sizes = files
      .filter((file) => file.isFile())
      .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size)
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeGreaterThan(500_000)
    expect(bytes).toBeLessThanOrEqual(8_000_000)
  })

  it('names every package inside it, with version and licence', async () => {
    const file = join(place, 'node_modules/onesoul/dist/THIRD-PARTY-NOTICES.txt')
    const notices = (await readFile(file, 'utf8')).split(`\n${'-'.repeat(72)}\n\n`)
    const heads = notices.map((notice) => notice.split('\n')[0])
    expect(heads.toSorted()).toEqual((await packagesInside()).toSorted())
    for (const notice of notices) {
      expect(notice).toMatch(/^\s*copyright .{5}/im)
      expect(notice.length).toBeGreaterThan(500)
    }
  })

  it('points the configuration that it writes to the schema that it brings', async () => {
    const bin = join(place, 'node_modules/.bin/onesoul')
    for (const { version, binDir } of await nodePrograms(place)) {
      const home = join(place, `home-${version}`)
      const env = { PATH: `${binDir}:/usr/bin:/bin`, HOME: join(place, 'user') }
      expect((await exec(bin, ['--version'], { cwd: place, env })).stdout.trim()).toBe('0.1.0')
      await exec(bin, ['init', '--yes', '--home', home], { cwd: place, env })
      const [line = ''] = (await readFile(join(home, 'config.yaml'), 'utf8')).split('\n')
      const address = line.replace('# yaml-language-server: $schema=', '')
      const schema = await readFile(new URL(address), 'utf8')
      expect(schema).toBe(
        await readFile(join(root, 'packages/sources/schema/config.schema.json'), 'utf8'),
      )
      const { stdout } = await exec(bin, ['compose', '--home', home], { cwd: place, env })
      expect(stdout).toContain('<agent-configuration schema-version="3">')
    }
  })
})

/** `name version (licence)` of all that our packages depend on and that is not ours, read from the lockfile. */
async function packagesInside(): Promise<readonly string[]> {
  const { packages } = await readJson(join(root, 'package-lock.json'))
  const found = new Map<string, string>()
  const visit = (from: string, names: readonly string[]): void => {
    for (const name of names.filter((one) => !one.startsWith('@onesoul/') && !isLeftOut(one))) {
      const path = [`${from}/node_modules/${name}`, `node_modules/${name}`].find(
        (one) => one in packages,
      )
      const entry = packages[path ?? '']
      if (path === undefined || entry === undefined) throw new Error(`${name} is not locked`)
      found.set(name, `${name} ${entry.version} (${entry.license})`)
      visit(path, Object.keys(entry.dependencies ?? {}))
    }
  }
  // The official clients of model APIs, without what a command with a key never reaches.
  visit('packages/agents', CLIENTS)
  for (const name of PACKAGES) {
    const { dependencies = {}, devDependencies = {} } = packages[`packages/${name}`] ?? {}
    visit(
      `packages/${name}`,
      Object.keys(name === 'cli' ? { ...dependencies, ...devDependencies } : dependencies),
    )
  }
  return [...found.values()]
}

const CLIENTS = ['@anthropic-ai/sdk', '@google/genai', 'openai']

/** What of the clients is not in the bundle: see `scripts/lib/left-out.mjs`, and what nothing in it imports. */
function isLeftOut(name: string): boolean {
  return [
    'google-auth-library',
    'standardwebhooks',
    'ws',
    'json-schema-to-ts',
    'protobufjs',
    '@types/retry',
  ].includes(name)
}

interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

async function readJson(path: string): Promise<Lockfile> {
  return JSON.parse(await readFile(path, 'utf8')) as Lockfile
}
