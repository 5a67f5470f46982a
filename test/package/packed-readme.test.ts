import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RunReceipt } from '@onesoul/agents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentProgram } from '../agents/harness/agent-programs.ts'
import { root } from './onesoul.ts'
import {
  type NodeProgram,
  nodePrograms,
  type PackedPackages,
  packPackages,
} from './packed-packages.ts'
import { READMES, snippetsOf, words } from './readme-text.ts'

const exec = promisify(execFile)
const PATIENT = { timeout: 300_000 }
/** The agent of the example that needs no set-up, where the suite of real agents brought it. */
const OPENCODE = agentProgram('opencode')
/** Nobody listens there. */
const CLOSED_PROXY = 'http://127.0.0.1:9'

/** What the README shows to each kind of person that it is for. */
interface Examples {
  /** Commands after `onesoul`. */
  readonly agents: readonly (readonly string[])[]
  readonly bots: string
  readonly builder: string
}

async function examplesOf(file: string): Promise<Examples> {
  const all = await snippetsOf(file)
  const textOf = (language: string): string =>
    all.find((one) => one.language === language)?.text ?? ''
  const block = all.find(({ text }) => text.startsWith('onesoul init'))?.text ?? ''
  const lines = block.trimEnd().split('\n')
  // What stands behind a gap explains the command.
  const agents = lines.map((line) => words(line.replace(/ {2,}.*$/, '')).slice(1))
  return { agents, bots: textOf('yaml'), builder: textOf('ts') }
}

let packed: PackedPackages
let place: string
let nodes: readonly NodeProgram[]
let examples: Examples
beforeAll(async () => {
  packed = await packPackages()
  place = await packed.install('command', ['cli'])
  nodes = await nodePrograms(place)
  const [english] = READMES
  examples = await examplesOf(english ?? '')
})
afterAll(() => packed.remove())

interface Person {
  readonly dir: string
  /** Types this behind `onesoul`, having nothing but a Node and the installed command. */
  readonly onesoul: (...args: readonly string[]) => Promise<{ stdout: string; stderr: string }>
}

/** Somebody with an empty directory to work in and a home directory of their own. */
async function createPerson({ version, binDir }: NodeProgram, name: string): Promise<Person> {
  const dir = join(place, `${name}-${version}`)
  const [work, bin] = ['work', 'bin'].map((folder) => join(dir, folder)) as [string, string]
  for (const folder of [work, bin]) await mkdir(folder, { recursive: true })
  if (existsSync(OPENCODE)) await symlink(OPENCODE, join(bin, 'opencode'))
  const path = [binDir, join(place, 'node_modules/.bin'), bin, '/usr/bin', '/bin']
  const env = { PATH: path.join(':'), HOME: dir, LANG: 'C.UTF-8', HTTPS_PROXY: CLOSED_PROXY }
  const onesoul: Person['onesoul'] = (...args) => {
    const running = exec('onesoul', [...args], { cwd: work, env })
    // OpenCode takes what stands on its standard input for the rest of the prompt.
    running.child.stdin?.end()
    return running
  }
  return { dir, onesoul }
}

/** Traces a run against a scripted model; returns the ids of the sections once all are proven. */
async function prove(person: Person, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await person.onesoul('trace', ...args, '--offline', '--json')
  const receipt = JSON.parse(stdout) as RunReceipt
  expect(receipt.verdict, stdout).toBe('proven')
  return receipt.sections.map(({ id }) => id)
}

describe('the examples of the READMEs', () => {
  it('are the same in both languages', async () => {
    const [english, ...others] = await Promise.all(READMES.map(examplesOf))
    expect(others).toEqual([english])
    expect(english?.agents.map((command) => command[0])).toEqual(['init', 'run', 'run', 'trace'])
  })

  it('serve a person with several coding agents', PATIENT, async () => {
    for (const node of nodes) {
      const person = await createPerson(node, 'agents')
      const [init = [], run = [], , trace = []] = examples.agents
      expect((await person.onesoul(...init)).stdout).toContain('wrote  agent-configs/SOUL.md')
      const question = run.at(-1) ?? ''
      const asked = await person.onesoul('run', 'dry-run', question)
      expect(asked.stdout).toContain('You are Pilot')
      expect(asked.stdout).toContain(question)
      expect(asked.stderr).toContain('onesoul: delivered ')
      expect(await prove(person, 'dry-run', question)).toContain('persona')
      expect(trace).toEqual(['trace', 'opencode', 'hi', '--offline'])
      if (!existsSync(OPENCODE)) continue
      const { stdout } = await person.onesoul(...trace)
      expect(stdout).toMatch(/^opencode .* · wire · .* · proven$/m)
      expect(stdout).toMatch(/^ {2}persona +delivered/m)
    }
  })

  it('serve a team with a bot per platform', PATIENT, async () => {
    for (const node of nodes) {
      const person = await createPerson(node, 'bots')
      await person.onesoul('init', '--name', 'Pilot')
      const home = join(person.dir, '.onesoul')
      await writeFile(join(home, 'config.yaml'), examples.bots)
      await mkdir(join(home, 'agent-configs/slack/dev-bot'), { recursive: true })
      await writeFile(join(home, 'agent-configs/slack/dev-bot/SOUL.md'), 'You are Quill.\n')
      const [dev, ops] = [bot('slack', 'dev-bot'), bot('feishu', 'ops-bot')]
      expect((await person.onesoul('run', 'dry-run', 'hi', ...dev)).stdout).toContain('are Quill')
      expect((await person.onesoul('run', 'dry-run', 'hi', ...ops)).stdout).toContain('are Pilot')
      expect(await prove(person, 'dry-run', 'hi', ...dev)).toContain('user')
      expect(await prove(person, 'dry-run', 'hi', ...ops)).not.toContain('user')
      await rm(join(home, 'agent-configs/AGENTS.md'))
      const refused = person.onesoul('run', 'dry-run', 'hi', ...dev)
      await expect(refused).rejects.toMatchObject({ code: 4 })
    }
  })

  it('serve a builder on a model API, and are sound TypeScript', PATIENT, async () => {
    const builder = await packed.install('builder', ['core', 'disk', 'sources'])
    await cp(join(root, 'examples/home'), join(builder, 'examples/home'), { recursive: true })
    await writeFile(join(builder, 'example.ts'), examples.builder)
    await writeFile(join(builder, 'example.mjs'), examples.builder)
    for (const { binDir } of nodes) {
      const { stdout } = await exec(join(binDir, 'node'), ['example.mjs'], { cwd: builder })
      expect(stdout).toContain('1 true {')
      expect(stdout).toContain("path: 'slack/SOUL.md'")
    }
    const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023']
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const options = { cwd: builder }
    await exec(process.execPath, [compiler, ...strict, ...types, 'example.ts'], options)
  })
})

function bot(platform: string, name: string): readonly string[] {
  return ['--platform', platform, '--bot', name]
}
