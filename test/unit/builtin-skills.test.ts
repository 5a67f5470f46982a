import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { estimateTokens, parseSkill, resolvePolicy } from '@onesoul/core'
import { scanThreats } from '@onesoul/core/threats'
import { builtinFolder, readBuiltins } from '@onesoul/skills'
import { scanPaths } from '@onesoul/sources'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../../packages/cli/src/lib/program.ts'
import { builtinSkillFiles, NOWHERE } from '../../scripts/generate-skills.mjs'

const FOLDER = builtinFolder('operator')
const program = createProgram(NOWHERE)

const files = async (): Promise<Readonly<Record<string, string>>> => {
  const entries = await readdir(FOLDER, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(FOLDER.length + 1))
  const texts = await Promise.all(paths.map((path) => readFile(join(FOLDER, path), 'utf8')))
  return Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? '']))
}

/** Every command that a text names: `onesoul skills sync`, with its options left out. */
const namedCommands = (text: string): readonly string[] =>
  [...text.matchAll(/`onesoul ((?:[a-z]+ ?)+)/g)].map(([, words = '']) => words.trim())

const hasCommand = (words: string): boolean => {
  const [first, second] = words.split(' ')
  const command = program.commands.find((one) => one.name() === first)
  if (second === undefined || command === undefined) return command !== undefined
  return command.commands.length === 0 || command.commands.some((one) => one.name() === second)
}

describe('the skills that come with OneSoul', () => {
  it('tell how to remember in few words', async () => {
    const text = await readFile(join(FOLDER, 'runtime/user-memory/SKILL.md'), 'utf8')
    const body = text.slice(text.indexOf('# Remembering'))
    expect(estimateTokens(body)).toBeLessThanOrEqual(250)
  })

  it('are what `npm run generate` writes from the commands of today', async () => {
    expect(await files()).toEqual(await builtinSkillFiles(program))
  })

  it('break no rule of the format, and hold nothing that a scan says more of than info', async () => {
    const { files: scanned } = await scanPaths([FOLDER], {
      cwd: '/',
      trustOf: () => 'external',
      scan: scanThreats,
      policy: resolvePolicy({ preset: 'default' }),
      overrides: [],
    })
    const loud = scanned.filter(({ verdict }) => verdict !== 'clean' && verdict !== 'info')
    expect(loud.map(({ path }) => path)).toEqual([])
    expect(scanned).toHaveLength(6)
    for (const folder of [
      'runtime/onesoul-cli',
      'operator/onesoul-operator',
      'runtime/user-memory',
    ]) {
      const name = folder.split('/')[1] ?? ''
      const text = await readFile(join(FOLDER, folder, 'SKILL.md'), 'utf8')
      const path = `${name}/SKILL.md`
      expect(
        parseSkill(text, { folder: name, source: { root: 'skills', path } }).diagnostics,
      ).toEqual([])
    }
  })

  it('name only commands that are there', async () => {
    for (const [path, text] of Object.entries(await files())) {
      const missing = namedCommands(text).filter((words) => !hasCommand(words))
      expect(missing, path).toEqual([])
    }
    expect(namedCommands('x `onesoul cron add` and `onesoul`')).toEqual(['cron add'])
    expect(hasCommand('cron add')).toBe(false)
  })

  it('are verified when they are read, and hold the operator back from the runtime', async () => {
    const names = async (profile: 'runtime' | 'operator') =>
      (await readBuiltins(profile)).map((skill) => ('fault' in skill ? skill.fault : skill.name))
    expect(await names('runtime')).toEqual(['onesoul-cli', 'user-memory'])
    expect(await names('operator')).toEqual(['onesoul-cli', 'onesoul-operator', 'user-memory'])
    expect(fileURLToPath(new URL('../../packages/skills/builtin', import.meta.url))).toBe(FOLDER)
  })
})
