import { readFile } from 'node:fs/promises'
import { scanThreats } from '@onesoul/core/threats'
import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { openHome } from '../home/open-home.ts'
import { lintHome } from '../lint/lint-home.ts'
import { initHome } from './init-home.ts'

const LANGUAGES = ['en', 'zh'] as const

const init = async (language: 'en' | 'zh') => {
  const tree = await createTempTree()
  const dir = tree.path('home')
  const answers = { name: 'Ada' }
  const options = { dir, language, userHome: tree.dir, answers }
  const result = await initHome({ ...options, template: 'orchestrator' })
  const rules = await readFile(`${dir}/agent-configs/AGENTS.md`, 'utf8')
  const home = await openHome({ dir, env: { HOME: tree.dir }, cwd: await tree.folder('work') })
  return { tree, dir, options, result, rules, home }
}

describe('the orchestrator template', () => {
  it.each(LANGUAGES)('adds to the plain rules in %s, and to no other slot', async (language) => {
    const { rules, options, result } = await init(language)
    const plain = await createTempTree()
    const plainHome = { ...options, dir: plain.path('home'), userHome: plain.dir }
    await initHome(plainHome)
    const read = (dir: string, file: string) => readFile(`${dir}/agent-configs/${file}`, 'utf8')
    const before = await read(plainHome.dir, 'AGENTS.md')
    expect(rules.startsWith(`${before}\n## `)).toBe(true)
    for (const file of ['SOUL.md', 'TOOLS.md', 'USER.md', 'MEMORY.md']) {
      expect(await read(options.dir, file)).toBe(await read(plainHome.dir, file))
    }
    expect(result.measure.over).toEqual([])
  })

  it('has the five parts of an operating contract, each in both languages', async () => {
    const headings = ({ rules }: { readonly rules: string }) => rules.match(/^## .*$/gm)?.slice(-5)
    expect(headings(await init('en'))).toEqual([
      '## Calling by name',
      '## When no name is called',
      '## What to give away',
      '## The task of a sub-agent',
      '## Which model, which expert',
    ])
    expect(headings(await init('zh'))).toEqual([
      '## 按名称调用',
      '## 没有点名时',
      '## 什么交出去',
      '## 子代理的任务',
      '## 用哪个模型，找哪个专家',
    ])
  })

  it.each(LANGUAGES)('gives in %s nothing to lint and to the scanner', async (language) => {
    const { rules, home } = await init(language)
    expect(rules).not.toContain('{{')
    expect((await lintHome(home)).findings).toEqual([])
    expect(scanThreats(rules)).toMatchObject({ findings: [], partial: [] })
    const composed = await home.compose({ agent: 'none' })
    expect([composed.refusal, composed.diagnostics]).toEqual([null, []])
  })

  it('overwrites nothing', async () => {
    const { tree, dir, options, rules } = await init('en')
    await tree.write('home/agent-configs/AGENTS.md', 'mine\n')
    const again = await initHome({ ...options, template: 'orchestrator' })
    expect(again.written).toEqual([])
    expect(await readFile(`${dir}/agent-configs/AGENTS.md`, 'utf8')).toBe('mine\n')
    expect(rules.length).toBeGreaterThan(3000)
  })
})
