import { execFileSync } from 'node:child_process'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Place, root } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
})
afterEach(() => place.remove())

const home = (): string[] => ['--home', join(place.dir, 'home')]
const INSTALLED = 'user/.local/share/bash-completion/completions/onesoul'

function offered(script: string, ...words: readonly string[]): string[] {
  const run = `. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _onesoul; printf '%s\\n' "\${COMPREPLY[@]}"`
  const output = execFileSync('bash', ['-c', run, 'bash', script, 'onesoul', ...words], {
    encoding: 'utf8',
  })
  return output.split('\n').filter(Boolean)
}

/** Where `program` is one that a shell finds; completions ask it for the names of a home. */
async function command(): Promise<string> {
  const main = join(root, 'packages/cli/dist/main.cjs')
  const path = await place.write(
    'bin/onesoul',
    `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`,
  )
  await chmod(path, 0o755)
  return path
}

const SHELLS = {
  bash: `. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _onesoul; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: `compdef() {}; compadd() { shift; print -l -- "$@" }; _describe() { print -l -- "\${(@P)2}" }
    . "$1"; shift; words=("$@"); CURRENT=$#; _onesoul`,
  fish: `source $argv[1]; complete -C (string join ' ' -- $argv[2..])`,
} as const

const isHere = (shell: string): boolean => {
  try {
    return execFileSync(shell, ['-c', 'exit 0']).length === 0
  } catch {
    // Not every machine has every shell.
    return false
  }
}

describe.each(['bash', 'zsh', 'fish'] as const)('the completions of %s', (shell) => {
  it.runIf(isHere(shell))('know the bots, platforms and sessions of the home', async () => {
    const onesoul = await command()
    const { stdout } = await place.onesoul(['completion', shell])
    const script = await place.write(`completion.${shell}`, stdout)
    const names = (...words: readonly string[]): string[] => {
      const args = shell === 'fish' ? [script] : [shell, script]
      const env = { PATH: process.env['PATH'] ?? '', HOME: join(place.dir, 'user') }
      const output = execFileSync(shell, ['-c', SHELLS[shell], ...args, onesoul, ...words], {
        encoding: 'utf8',
        env,
      })
      return output.split('\n').map((line) => line.split('\t')[0] ?? '')
    }
    const text = '---\nname: pdf-forms\ndescription: Fills forms.\n---\nFill it.\n'
    await place.write('home/skills/pdf-forms/SKILL.md', text)
    const run = ['run', 'dry-run', 'hi', '--session', 'release-notes', ...home()]
    expect((await place.onesoul(run)).code).toBe(0)
    expect(names('compose', ...home(), '--bot', '')).toEqual(
      expect.arrayContaining(['dev-bot', 'ops-bot']),
    )
    expect(names('run', 'dry-run', ...home(), '--platform', '')).toContain('slack')
    expect(names('run', 'dry-run', ...home(), '--resume', '')).toContain('release-notes')
    expect(names('sessions', 'show', ...home(), '')).toContain('release-notes')
    expect(names('skills', 'remove', ...home(), '')).toContain('pdf-forms')
    expect(names('run', 'dry-run', ...home(), '--skill', '')).toContain('onesoul-cli')
    expect(names('compose', '--bot', '').filter(Boolean)).toEqual([])
  })
})

describe('onesoul completion-names', () => {
  it('prints nothing that means something to a shell, and nothing of ours on standard error', async () => {
    await place.write('home/config.yaml', 'bots:\n  - { name: "$(touch x)", platform: slack }\n')
    for (const kind of ['bots', 'platforms', 'sessions', 'home-skills']) {
      const { code, stdout, stderr } = await place.onesoul(['completion-names', kind, ...home()])
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(/^(?:slack\n)?$/)
    }
  })
})

describe('onesoul completion', () => {
  it('completes every command, and each of their options', async () => {
    const { stdout } = await place.onesoul(['completion', 'bash'])
    const script = await place.write('completion.bash', stdout)
    const help = (await place.onesoul(['--help'])).stdout
    const commands = [...help.matchAll(/^ {2}([a-z]+)[ |]/gm)].map(([, name = '']) => name)
    expect(commands.length).toBeGreaterThan(10)
    expect(offered(script, '')).toEqual(expect.arrayContaining(commands))
    for (const command of commands.filter((name) => name !== 'help')) {
      const text = (await place.onesoul([command, '--help'])).stdout
      const options = [...text.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, name]) => name)
      expect(offered(script, command, '--')).toEqual(
        expect.arrayContaining(options.filter((name) => name !== '--help')),
      )
    }
    expect(offered(script, 'run', 'cl')).toEqual(['claude', 'claude-code'])
    expect(offered(script, 'compose', '--format', 'an')).toEqual(['anthropic'])
    expect(offered(script, 'run', 'codex', '--permission', '')).toContain('read-only')
  })

  it('prints a script for zsh and for fish, and nothing for another shell', async () => {
    expect((await place.onesoul(['completion', 'zsh'])).stdout).toMatch(/^#compdef onesoul\n/)
    expect((await place.onesoul(['completion', 'fish'])).stdout).toContain('complete -c onesoul')
    const other = await place.onesoul(['completion', 'tcsh'])
    expect(other.code).toBe(2)
    expect(other.stderr).toContain('bash, zsh, fish')
  })

  it('is installed with a receipt, again over itself, and taken out', async () => {
    const install = () => place.onesoul(['completion', 'bash', '--install', ...home()])
    expect((await install()).stdout).toContain(INSTALLED)
    expect((await install()).code).toBe(0)
    const printed = (await place.onesoul(['completion', 'bash'])).stdout
    expect(await readFile(join(place.dir, INSTALLED), 'utf8')).toBe(printed)
    expect((await place.onesoul(['uninstall', ...home()])).stdout).toContain(INSTALLED)
    await expect(stat(join(place.dir, INSTALLED))).rejects.toThrow('ENOENT')
  })

  it('is not installed over a file of somebody else', async () => {
    await place.write(INSTALLED, 'mine\n')
    const refused = await place.onesoul(['completion', 'bash', '--install', ...home()])
    expect(refused.code).toBe(4)
    expect(refused.stderr).toContain('is not what OneSoul wrote')
    expect(await readFile(join(place.dir, INSTALLED), 'utf8')).toBe('mine\n')
  })

  it('is neither replaced nor taken out once it was edited', async () => {
    const args = ['completion', 'bash', '--install', ...home()]
    await place.onesoul(args)
    await writeFile(join(place.dir, INSTALLED), 'edited\n')
    expect((await place.onesoul(args)).code).toBe(4)
    expect((await place.onesoul(['uninstall', ...home()])).code).toBe(4)
    expect(await readFile(join(place.dir, INSTALLED), 'utf8')).toBe('edited\n')
  })
})
