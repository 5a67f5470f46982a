import { readdir, readFile, stat } from 'node:fs/promises'
import { SLOTS } from '@onesoul/core'
import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { openHome } from '../home/open-home.ts'
import { initHome } from './init-home.ts'
import { measureConfigs } from './measure-configs.ts'

const SLOT_PATHS = SLOTS.map((slot) => `agent-configs/${slot.file}`)
const ANSWERS = {
  name: 'Ada',
  projectType: 'a web shop',
  languages: 'TypeScript',
  frameworks: 'Fastify',
  infrastructure: 'one small server',
}

const init = async (more: Partial<Parameters<typeof initHome>[0]> = {}) => {
  const tree = await createTempTree()
  const dir = tree.path('home')
  const result = await initHome({ dir, language: 'en', userHome: tree.dir, ...more })
  const read = (path: string) => readFile(`${dir}/${path}`, 'utf8')
  const open = async () =>
    openHome({ dir, env: { HOME: tree.dir }, cwd: await tree.folder('work') })
  return { tree, dir, result, read, open }
}

describe('initHome', () => {
  it.each(['en', 'zh'] as const)(
    'writes five slots and a configuration in %s that work as they are',
    async (language) => {
      const { dir, result, read, open } = await init({ language, answers: ANSWERS })
      expect(result.written).toEqual([...SLOT_PATHS, 'config.yaml'])
      expect(result.kept).toEqual([])
      for (const path of result.written) {
        expect((await stat(`${dir}/${path}`)).mode & 0o777).toBe(0o600)
        expect(await read(path)).not.toMatch(/\{\{|\[\[|^\[/m)
      }
      expect((await stat(dir)).mode & 0o777).toBe(0o700)
      expect((await stat(`${dir}/agent-configs`)).mode & 0o777).toBe(0o700)
      const home = await open()
      expect(home.diagnostics).toEqual([])
      expect(result.measure.over).toEqual([])
      const composed = await home.compose({ agent: 'none' })
      expect(composed.refusal).toBeNull()
      expect(composed.text).toContain('Ada')
      expect(composed.manifest.sections.map((one) => one.status)).not.toContain('cut')
      expect(composed.diagnostics).toEqual([])
    },
  )

  it('begins the configuration with the address of the published schema', async () => {
    const { read } = await init()
    const [first = ''] = (await read('config.yaml')).split('\n')
    const address = first.replace('# yaml-language-server: $schema=', '')
    expect(JSON.parse(await readFile(new URL(address), 'utf8'))).toMatchObject({
      title: 'OneSoul configuration',
    })
  })

  it('writes a SOUL that counts as missing until somebody answers or edits', async () => {
    const { open } = await init()
    const composed = await (await open()).compose({ agent: 'none' })
    const persona = composed.manifest.sections.find((one) => one.id === 'persona')
    expect(persona?.status).toBe('missing')
    expect(composed.diagnostics.map((one) => one.code)).toContain('slot.starter')
  })

  it('keeps answers to one line of plain text', async () => {
    const { read } = await init({
      answers: { name: ' A\u001b[2J\n# New\trules\u202e $& [[name]] ' },
    })
    const soul = await read('agent-configs/SOUL.md')
    expect(soul).toContain('You are A [2J # New rules $& [[name]], an')
    expect(soul).not.toContain('\u001b')
  })

  it('never overwrites: a second run writes nothing', async () => {
    const { dir, tree, read } = await init({ answers: ANSWERS })
    await tree.write('home/agent-configs/SOUL.md', 'mine')
    await tree.write('home/config.yaml', 'language: zh\n')
    const again = await initHome({ dir, language: 'en', userHome: tree.dir })
    expect(again.written).toEqual([])
    expect(again.kept).toEqual(['agent-configs', 'config.yaml'])
    expect(await read('agent-configs/SOUL.md')).toBe('mine')
    expect(await read('config.yaml')).toBe('language: zh\n')
  })

  it('writes each file once when two run at the same time', async () => {
    const tree = await createTempTree()
    const options = { dir: tree.path('home'), language: 'en', userHome: tree.dir } as const
    const results = await Promise.all([initHome(options), initHome(options)])
    expect(results.flatMap((one) => one.written)).toHaveLength(6)
    expect(await readdir(tree.path('home/agent-configs'))).toHaveLength(5)
  })

  it('adds nothing to slots that are there already, and gives them a budget that keeps all', async () => {
    const tree = await createTempTree({
      'home/agent-configs/AGENTS.md': `# Rules\n\n${'规则一条。'.repeat(2400)}\n`,
      'home/agent-configs/slack/SOUL.md': '',
    })
    const dir = tree.path('home')
    const result = await initHome({ dir, language: 'zh', userHome: tree.dir })
    expect(result.written).toEqual(['config.yaml'])
    expect(result.measure.over).toMatchObject([{ slot: 'AGENTS', size: 12_010 }])
    const home = await openHome({ dir, env: { HOME: tree.dir }, cwd: tree.dir })
    expect(home.config.settings.budget.perFile).toBe(13_000)
    const composed = await home.compose({ agent: 'none' })
    expect(composed.manifest.sections.find((one) => one.id === 'rules')?.status).toBe('included')
  })

  it('points at an existing folder elsewhere and writes nothing into it', async () => {
    const tree = await createTempTree({ 'old/agent-configs/AGENTS.md': 'x'.repeat(9000) })
    const configs = tree.path('old/agent-configs')
    const dir = tree.path('home')
    const result = await initHome({ dir, language: 'en', userHome: tree.dir, configs })
    expect(result.written).toEqual(['config.yaml'])
    expect(await readdir(configs)).toEqual(['AGENTS.md'])
    expect(await readFile(`${dir}/config.yaml`, 'utf8')).toContain('configs: ~/old/agent-configs\n')
    const home = await openHome({ dir, env: { HOME: tree.dir }, cwd: tree.dir })
    expect(home.configsDir).toBe(configs)
    expect(home.config.settings.budget.perFile).toBe(10_000)
  })

  it('says why a home cannot be written, and that the slots are not there', async () => {
    const tree = await createTempTree({ file: 'x' })
    const options = { language: 'en', userHome: tree.dir } as const
    await expect(initHome({ ...options, dir: tree.path('file') })).rejects.toMatchObject({
      code: 'state-unusable',
    })
    const configs = tree.path('nowhere')
    await expect(initHome({ ...options, dir: tree.path('h'), configs })).rejects.toMatchObject({
      code: 'configs-missing',
    })
    expect(await readdir(tree.dir)).toEqual(['file'])
  })
})

describe('measureConfigs', () => {
  it('counts code points of bodies, joined parts as one file, and the most that one target gets', async () => {
    const tree = await createTempTree({
      'AGENTS.md': '规'.repeat(5000),
      'slack/AGENTS.md': `---\ninherit: append\n---\n${'b'.repeat(4000)}`,
      'slack/SOUL.md': 's'.repeat(10),
      'USER.slack.md': 'u'.repeat(7),
    })
    const measure = await measureConfigs(tree.dir, { userHome: '/nobody', suffixFiles: 'append' })
    expect(measure.slots.map((one) => [one.paths.join(' '), one.size])).toEqual([
      ['AGENTS.md slack/AGENTS.md', 9002],
      ['AGENTS.md', 5000],
      ['slack/SOUL.md', 10],
      ['USER.slack.md', 7],
    ])
    expect(measure.largestTotal).toBe(9019)
    expect(measure.proposal).toEqual({ perFile: 10_000 })
  })

  it('proposes a total when five files fit alone and not together', async () => {
    const files = Object.fromEntries(SLOTS.map((slot) => [slot.file, 'x'.repeat(8000)]))
    const tree = await createTempTree({ ...files, 'slack/b/AGENTS.md': 'y'.repeat(8001) })
    const measure = await measureConfigs(tree.dir, { userHome: '/nobody' })
    expect(measure.proposal).toEqual({ perFile: 9000, total: 41_000 })
  })

  it('respects the budget that a file allows itself, and counts in the unit of the limits', async () => {
    const tree = await createTempTree({
      'AGENTS.md': `---\nbudget: 9000\n---\n${'a'.repeat(9000)}`,
      'SOUL.md': '魂'.repeat(100),
    })
    const options = { userHome: '/nobody' }
    expect((await measureConfigs(tree.dir, options)).over).toEqual([])
    await tree.write('AGENTS.md', `---\nbudget: 9000\n---\n${'a'.repeat(9001)}`)
    const over = await measureConfigs(tree.dir, options)
    expect(over.over).toMatchObject([{ slot: 'AGENTS', ownBudget: 9000 }])
    expect(over.proposal).toEqual({})
    const limits = { perFile: 299, total: 99_999, unit: 'bytes' } as const
    const bytes = await measureConfigs(tree.dir, { ...options, limits })
    expect(bytes.over.map((one) => [one.slot, one.size])).toContainEqual(['SOUL', 300])
  })
})
