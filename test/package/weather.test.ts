import { execFile, execFileSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { hashTree } from '@onesoul/disk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Outcome, type Place, root } from './onesoul.ts'

/** What people meet in their first week: each is one sentence, an exit code, and nothing lost. */
let place: Place
beforeEach(async () => {
  place = await createPlace()
})
afterEach(() => place.remove())

const home = (): string[] => ['--home', join(place.dir, 'home')]
const dryRun = (...more: string[]): string[] => ['run', 'dry-run', 'hi', ...home(), ...more]
const sentences = ({ stderr }: Outcome): string[] => stderr.trim().split('\n')

describe('two runs at once in one home', () => {
  it('each have a session of their own', async () => {
    const runs = await Promise.all(Array.from({ length: 6 }, () => place.onesoul(dryRun())))
    expect(runs.map(({ code }) => code)).toEqual(Array(6).fill(0))
    expect(await readdir(join(place.dir, 'home/state/sessions'))).toHaveLength(6)
    const delivered = await readdir(join(place.dir, 'home/state/deliver'))
    expect(delivered.filter((name) => !name.startsWith('.'))).toEqual([])
  })
})

describe('a read-only home', () => {
  it('composes, and refuses a run with the reason', async () => {
    const stranger = await asStranger()
    await chmod(join(place.dir, 'home'), 0o555)
    const before = await hashTree(join(place.dir, 'home'))
    const composed = await stranger(['compose', ...home(), '--platform', 'slack'])
    expect(composed.code).toBe(0)
    expect(composed.stdout).toContain('<agent-configuration')
    const run = await stranger(dryRun())
    expect(run.code).toBe(1)
    expect(sentences(run).find((line) => line.startsWith('onesoul:'))).toMatch(
      /^onesoul: .*home.* cannot be used for state: .*(?:permission|read-only)/i,
    )
    expect(run.stderr).toContain('make it writable')
    expect(await hashTree(join(place.dir, 'home'))).toBe(before)
  })
})

describe('a full disk', () => {
  it('is said in one sentence, and the slots stay as they were', async ({ skip }) => {
    const full = join(place.dir, 'full')
    await mkdir(full)
    const mounted = tryMount(full)
    if (!mounted) skip('this machine does not let the test mount a small disk')
    try {
      await cp(join(place.dir, 'home'), join(full, 'home'), { recursive: true })
      const before = await hashTree(join(full, 'home/agent-configs'))
      await fill(join(full, 'ballast'))
      const run = await place.onesoul(['run', 'dry-run', 'hi', '--home', join(full, 'home')])
      expect(run.code).toBe(1)
      expect(run.stderr).toMatch(/no space|full/i)
      expect(run.stderr).not.toMatch(/^\s+at /m)
      expect(await hashTree(join(full, 'home/agent-configs'))).toBe(before)
    } finally {
      execFileSync('umount', [full])
    }
  })

  it('is said when standard output is full', async () => {
    const main = join(root, 'packages/cli/dist/main.cjs')
    const code = await new Promise((resolve) => {
      execFile(
        'sh',
        [
          '-c',
          '"$0" "$1" compose --home "$2" > /dev/full',
          process.execPath,
          main,
          join(place.dir, 'home'),
        ],
        (error, _out, stderr) => {
          expect(stderr).toContain('standard output could not be written')
          resolve(error?.code)
        },
      )
    })
    expect(code).toBe(1)
  })
})

describe('a machine without git', () => {
  it('composes and runs as ever', async () => {
    const bin = join(place.dir, 'bin')
    await mkdir(bin)
    await mkdir(join(place.dir, 'work/.git'))
    await place.write('work/AGENTS.md', 'Use tabs here.\n')
    const { code, stderr } = await place.onesoul(dryRun(), { PATH: bin })
    expect(stderr).not.toMatch(/git/)
    expect(code).toBe(0)
  })
})

describe('a machine that is offline', () => {
  it('proves a dry-run without a connection', async () => {
    const dead = 'http://127.0.0.1:9'
    const env = { HTTPS_PROXY: dead, HTTP_PROXY: dead, https_proxy: dead, http_proxy: dead }
    const traced = await place.onesoul(['trace', 'dry-run', 'hi', '--offline', ...home()], env)
    expect(traced.stdout).toContain('proven')
    expect(traced.code).toBe(0)
  })
})

describe('a home written by a newer version', () => {
  it('is left alone, with one sentence and exit code 1', async () => {
    await place.write('home/state/version', '2\n')
    const before = await hashTree(join(place.dir, 'home'))
    const run = await place.onesoul(dryRun())
    expect(run.code).toBe(1)
    expect(sentences(run)).toHaveLength(1)
    expect(run.stderr).toContain('was written by a newer OneSoul (format 2, this one knows 1)')
    expect(await hashTree(join(place.dir, 'home'))).toBe(before)
  })
})

describe('an agent newer than the table', () => {
  it('runs, and says that it is not yet proven and how to prove it', async () => {
    const bin = join(place.dir, 'bin')
    await mkdir(bin)
    await writeFile(
      join(bin, 'claude'),
      '#!/bin/sh\n[ "$1" = --version ] && echo "9.9.9 (Claude Code)" || echo answer\n',
      { mode: 0o755 },
    )
    const PATH = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
    const run = await place.onesoul(['run', 'claude', 'hi', ...home()], { PATH })
    expect(run.code).toBe(0)
    expect(run.stdout).toBe('answer\n')
    expect(run.stderr).toContain('not yet proven for claude-code 9.9.9')
    expect(run.stderr).toContain('onesoul trace claude "hi" --offline')
  })
})

type Onesoul = (args: readonly string[]) => Promise<Outcome>

/** Root may write everywhere: then the command is run by a user who may not. */
async function asStranger(): Promise<Onesoul> {
  if (process.getuid?.() !== 0) return (args) => place.onesoul(args)
  const uid = 65534
  await cp(join(root, 'packages/cli/dist'), join(place.dir, 'command/dist'), { recursive: true })
  await cp(join(root, 'packages/cli/package.json'), join(place.dir, 'command/package.json'))
  await chmod(place.dir, 0o755)
  for (const path of await readdir(place.dir, { recursive: true })) {
    await chown(join(place.dir, path), uid, uid)
  }
  const options = {
    cwd: join(place.dir, 'work'),
    env: { PATH: process.env['PATH'] ?? '', HOME: join(place.dir, 'user') },
    uid,
    gid: uid,
  }
  const main = join(place.dir, 'command/dist/main.cjs')
  return (args) =>
    new Promise((resolve) => {
      execFile(process.execPath, [main, ...args], options, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
      })
    })
}

function tryMount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    // Not root, or a container that forbids it.
    return false
  }
}

/** Writes until nothing fits any more. */
async function fill(file: string): Promise<void> {
  for (let size = 1 << 18; size > 0; size >>= 1) {
    const present = await readFile(file).catch(() => Buffer.alloc(0))
    try {
      await writeFile(file, Buffer.concat([present, Buffer.alloc(size)]))
    } catch {
      // What did not fit; the next piece is smaller.
      await writeFile(file, present).catch(() => undefined)
    }
  }
}
