import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClaudeCodeAgent } from './agent.ts'

let dir: string
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'onesoul-personal-')))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const read = async (files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), text)
  }
  const env = { HOME: dir, CLAUDE_CONFIG_DIR: join(dir, 'cfg') }
  const found = await createClaudeCodeAgent().personalFiles?.({ env })
  return (found ?? []).map((file) => ({ ...file, path: file.path.slice(dir.length + 1) }))
}

describe('personalFiles of Claude Code', () => {
  it('reads CLAUDE.md, what it imports from anywhere, and the rules that wait for no path', async () => {
    const found = await read({
      'cfg/CLAUDE.md': 'Mine. @extra.md and @~/notes/tilde.md and @missing.md\n',
      'cfg/extra.md': 'Extra. @deep.md\n',
      'cfg/deep.md': 'Deep.\n',
      'notes/tilde.md': 'Tilde.\n',
      'cfg/rules/a.md': 'Rule. @../deep.md\n',
      'cfg/rules/fm.md': '---\ndescription: d\n---\nWith frontmatter.\n',
      'cfg/rules/paths.md': '---\npaths: ["src/**"]\n---\nWaits.\n',
      'cfg/AGENTS.md': 'Not read.\n',
      'cfg/CLAUDE.local.md': 'Not read.\n',
    })
    expect(found.map((file) => file.path)).toEqual([
      'cfg/CLAUDE.md',
      'cfg/extra.md',
      'cfg/deep.md',
      'notes/tilde.md',
      'cfg/rules/a.md',
      'cfg/rules/fm.md',
    ])
    expect(found.at(-1)?.body).toBe('With frontmatter.\n')
  })

  it('leaves out of a text what Claude Code leaves out: comments that begin a line', async () => {
    const fence = '```html\n<!-- kept in code -->\n```'
    const [file] = await read({
      'cfg/CLAUDE.md': `One\n\n<!-- block -->\n\ntext\n<!-- a\nb -->\nmore\n\n- item <!-- inline -->\n\n  <!-- indented -->\n\n${fence}\n`,
    })
    expect(file?.body).toBe(
      `One\n\ntext\nmore\n\n- item <!-- inline -->\n\n  <!-- indented -->\n\n${fence}\n`,
    )
  })

  it('finds nothing where there is nothing', async () => {
    expect(await read({})).toEqual([])
  })
})
