import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readClaudeCatalogue } from '../claude-code/catalogue.ts'
import { readCodexCatalogue } from '../codex/catalogue.ts'
import { readOpenCodeCatalogue } from '../opencode/catalogue.ts'
import type { DeliveryPlan } from '../port/plan.ts'

let base: string
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'onesoul-catalogue-'))
})
afterEach(() => rm(base, { recursive: true, force: true, maxRetries: 3 }))

/** A plan that starts a program of these lines. */
async function planOf(script: string, args: readonly string[] = []): Promise<DeliveryPlan> {
  const command = join(base, 'agent')
  await writeFile(command, `#!${process.execPath}\n${script}`)
  await chmod(command, 0o755)
  const delivery = { skillRoots: ['/s/skills'] }
  const details = { deliverDir: join(base, 'deliver'), serverArgs: ['-c', 'a=1'], delivery }
  const env = { CODEX_HOME: base }
  return { command, args, env, cwd: base, files: [], details } as unknown as DeliveryPlan
}

/** Answers each line of standard input by `answer`. */
const answering = (answer: string): string =>
  `require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const asked = JSON.parse(line)
    const say = (answer) => console.log(JSON.stringify(answer))
    ${answer}
  })`

describe('readClaudeCatalogue', () => {
  const greeting = answering(`
    console.log('no message')
    say({ type: 'control_response', response: { response: { args: process.argv.slice(2), commands: [
      { name: 'sew', description: '(onesoul) Sews.' },
      { name: 'onesoul:mow', description: '(onesoul) Mows.' },
      { name: 'help', description: 'Helps.' },
      { name: process.argv.slice(2).join(' '), description: '' },
    ] } } })`)

  it('names our skills alike, whichever way the version writes them', async () => {
    const plan = await planOf(greeting, [
      ...['-p', '--plugin-dir', '/b', '--session-id', 'x', '--setting-sources', 'user'],
      ...['--append-system-prompt-file', '/f', '--', '/sew it'],
    ])
    const [sew, mow, help, args] = await readClaudeCatalogue(plan)
    expect([sew, mow, help]).toEqual(['onesoul:sew', 'onesoul:mow', 'help'])
    expect(args).toBe(
      '-p --input-format stream-json --output-format stream-json --verbose --no-session-persistence --plugin-dir /b --setting-sources user',
    )
  })

  it('fails when the program ends without an answer', async () => {
    const plan = await planOf('console.log("{}")')
    await expect(readClaudeCatalogue(plan)).rejects.toMatchObject({ code: 'protocol' })
  })
})

describe('readCodexCatalogue', () => {
  it('asks with our folder, and leaves out what is off or named twice', async () => {
    const plan = await planOf(
      answering(`
        if (asked.method === 'skills/extraRoots/set') process.roots = asked.params.extraRoots
        const skills = ['onesoul:sew', 'mow', 'mow', ...(process.roots ?? [])].map((name) => ({ name, enabled: true }))
        skills.push({ name: 'off', enabled: false })
        if (asked.id) say({ id: asked.id, result: asked.method === 'skills/list' ? { data: [{ skills }] } : {} })`),
    )
    expect(await readCodexCatalogue(plan)).toEqual(['onesoul:sew', '/s/skills'])
  })
})

describe('readOpenCodeCatalogue', () => {
  it('reads an answer that is longer than a pipe holds', async () => {
    const plan = await planOf(`
      const skills = Array.from({ length: 300 }, (_, index) => ({ name: 's' + index, content: 'x'.repeat(9999) }))
      process.stdout.write(JSON.stringify(process.argv.slice(2).join(' ') === 'debug skill' ? skills : []))
      process.exit(0)`)
    expect(await readOpenCodeCatalogue(plan)).toHaveLength(300)
  })

  it('fails when the program says something else', async () => {
    const plan = await planOf('console.log("broken configuration"); process.exit(1)')
    await expect(readOpenCodeCatalogue(plan)).rejects.toMatchObject({ code: 'protocol' })
  })
})
