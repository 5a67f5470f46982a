import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Argument, Command, Option } from 'commander'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { completionTree } from './completion-tree.ts'
import { renderBash } from './render-bash.ts'
import { renderFish } from './render-fish.ts'
import { renderZsh } from './render-zsh.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'onesoul-completion-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function sample(): Command {
  const program = new Command('onesoul').option('--home <dir>', 'the home').option('--json', 'JSON')
  program
    .command('run <agent>')
    .description('start it: an agent’s own way')
    .addOption(new Option('--format <format>', 'shape').choices(['xml', 'json']))
  const config = program.command('config').description('settings')
  config.command('show').description("it's shown").option('--origin', 'from where')
  program.command('secret', { hidden: true })
  program.command('completion').addArgument(new Argument('<shell>', 'which'))
  return program
}

const nodes = completionTree(sample(), { agent: ['claude', 'codex'], shell: ['bash'] })

/** What bash would offer with the cursor at the end of these words. */
function offeredByBash(...words: readonly string[]): string[] {
  const file = join(folder, 'onesoul.bash')
  writeFileSync(file, renderBash(nodes))
  const script = `set -u; . "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _onesoul; printf '%s\\n' "\${COMPREPLY[@]}"`
  const output = execFileSync('bash', ['-c', script, 'bash', file, 'onesoul', ...words], {
    cwd: folder,
    encoding: 'utf8',
  })
  return output.split('\n').filter(Boolean).sort()
}

describe('renderBash', () => {
  it('offers commands and shared options, not what is hidden', () => {
    expect(offeredByBash('')).toEqual(
      expect.arrayContaining(['--home', '--json', 'completion', 'config', 'run']),
    )
    expect(offeredByBash('')).not.toContain('secret')
    expect(offeredByBash('co')).toEqual(['completion', 'config'])
  })

  it('follows sub-commands past options', () => {
    expect(offeredByBash('--json', 'config', '')).toContain('show')
    expect(offeredByBash('config', 'show', '--o')).toEqual(['--origin'])
  })

  it('offers values of arguments and options', () => {
    expect(offeredByBash('run', 'c')).toEqual(['claude', 'codex'])
    expect(offeredByBash('run', '--format', '')).toEqual(['json', 'xml'])
    writeFileSync(join(folder, 'file'), '')
    execFileSync('mkdir', [join(folder, 'folder')])
    expect(offeredByBash('run', '--home', 'fo')).toEqual(['folder'])
  })

  it('offers nothing after --, where the words are the agent’s', () => {
    expect(offeredByBash('run', 'codex', '--', '--')).toEqual([])
  })
})

describe('renderZsh and renderFish', () => {
  it('hold every command, option and value with its description quoted for the shell', () => {
    const zsh = renderZsh(nodes)
    expect(zsh).toContain("'show:it'\\''s shown'")
    expect(zsh).toContain("'run --format') compadd -- 'xml' 'json'")
    const fish = renderFish(nodes)
    expect(fish).toContain("-a 'show' -d 'it\\'s shown'")
    expect(fish).toContain("-l format -x -a 'xml json' -d 'shape'")
    for (const script of [zsh, fish]) expect(script).not.toContain('secret')
    const asking = completionTree(sample(), { agent: 'bots', '--format': 'platforms' })
    for (const script of [renderBash(asking), renderZsh(asking), renderFish(asking)]) {
      expect(script).toMatch(/names bots/)
    }
  })
})
