/** (d) What an installation of the packed command puts on the disk. */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execute, printTable, root } from './lib.mjs'

export async function report() {
  const folder = await mkdtemp(join(tmpdir(), 'onesoul-bench-'))
  try {
    await execute('npm', ['pack', '--pack-destination', folder], {
      cwd: join(root, 'packages/cli'),
    })
    const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
    const place = join(folder, 'place')
    await execute('mkdir', [place])
    await writeFile(join(place, 'package.json'), '{ "private": true }')
    await execute('npm', ['install', '--no-audit', '--no-fund', join(folder, tarball)], {
      cwd: place,
    })
    const lock = JSON.parse(await readFile(join(place, 'package-lock.json'), 'utf8'))
    const packages = Object.keys(lock.packages).filter((name) => name !== '').length
    const bytes = await sizeOf(join(place, 'node_modules'))
    printTable('the packed command, installed', [
      ['', 'measured', 'goal'],
      ['packages', String(packages), '≤ 15'],
      ['on disk', `${(bytes / 1e6).toFixed(1)} MB`, '≤ 8 MB'],
    ])
    return { packages, megabytes: bytes / 1e6 }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function sizeOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

if (import.meta.filename === process.argv[1]) await report()
