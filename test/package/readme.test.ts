import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlace, type Place, root } from './onesoul.ts'
import { READMES, snippetsOf, words } from './readme-text.ts'

const exec = promisify(execFile)

let place: Place
beforeAll(async () => {
  place = await createPlace()
})
afterAll(() => place.remove())

describe.each(READMES)('%s', (file) => {
  it('shows what the commands print', async () => {
    const consoles = (await snippetsOf(file)).filter((one) => one.language === 'console')
    expect(consoles.length).toBeGreaterThanOrEqual(4)
    for (const { text } of consoles) {
      const [command = '', ...shown] = text.trimEnd().split('\n')
      const args = words(command.replace(/^\$ onesoul /, ''))
      const { stdout } = await place.onesoul(['--home', join(place.dir, 'home'), ...args])
      expect(shown.join('\n'), command).toBe(stdout.trimEnd())
    }
  })

  it('has a TypeScript example that runs on the built packages', async () => {
    const [example] = (await snippetsOf(file)).filter((one) => one.language === 'ts')
    const folder = await mkdtemp(join(root, '.cache', 'readme-'))
    try {
      await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
      await writeFile(join(folder, 'example.mjs'), example?.text ?? '')
      const { stdout } = await exec(process.execPath, [join(folder, 'example.mjs')], { cwd: root })
      expect(stdout).toContain('1 true {')
      expect(stdout).toContain("path: 'slack/SOUL.md'")
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('has a configuration that is accepted', async () => {
    const [yaml] = (await snippetsOf(file)).filter((one) => one.language === 'yaml')
    await place.write('other/config.yaml', yaml?.text ?? '')
    const { code, stderr } = await place.onesoul([
      'compose',
      '--home',
      join(place.dir, 'other'),
      '--configs',
      join(place.dir, 'home/agent-configs'),
      '--platform',
      'slack',
      '--bot',
      'dev-bot',
    ])
    expect(stderr).not.toContain('✗')
    expect(code).toBe(0)
  })

  it('links to files that are there', async () => {
    const text = await readFile(join(root, file), 'utf8')
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => match[1] ?? '')
    expect(links.length).toBeGreaterThan(3)
    for (const link of links)
      await expect(
        readFile(join(root, link)).catch((error) =>
          error.code === 'EISDIR' ? '' : Promise.reject(error),
        ),
      ).resolves.toBeDefined()
  })
})
