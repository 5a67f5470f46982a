import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  explainOffset,
  explainText,
  section,
  toAnthropic,
  toGemini,
  toOpenAI,
  toOpenAIMessage,
} from '@onesoul/core'
import { ContextBuilder, openHome } from '@onesoul/sources'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Place } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
  await mkdir(join(place.dir, 'configs'))
})
afterEach(() => place.remove())

const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, text] of Object.entries(files)) await place.write(`configs/${name}`, text)
}

const compose = (...args: string[]) =>
  place.onesoul(['compose', '--configs', join(place.dir, 'configs'), '--format', 'layers', ...args])

describe('onesoul compose --format layers', () => {
  it.each([
    [{}, '[]'],
    [
      { 'SOUL.md': 'S', 'AGENTS.md': 'A', 'USER.md': 'U' },
      String.raw`[{"type":"text","text":"# Identity\n\nS\n\n---\n\n# Instructions\n\nA","cache_control":{"type":"ephemeral"}},{"type":"text","text":"# User Preferences\n\nU"}]`,
    ],
    [{ 'USER.md': 'U' }, String.raw`[{"type":"text","text":"# User Preferences\n\nU"}]`],
    [
      { 'SOUL.md': '', 'AGENTS.md': 'A' },
      String.raw`[{"type":"text","text":"# Instructions\n\nA","cache_control":{"type":"ephemeral"}}]`,
    ],
    [
      { 'SOUL.md': 'S\n', 'AGENTS.md': 'A\n' },
      String.raw`[{"type":"text","text":"# Identity\n\nS\n\n\n---\n\n# Instructions\n\nA\n","cache_control":{"type":"ephemeral"}}]`,
    ],
  ])('prints the blocks of the builder for %j', async (files, expected) => {
    await write(files)
    const { stdout, code } = await compose()
    expect(code).toBe(0)
    expect(JSON.stringify(JSON.parse(stdout))).toBe(expected)
    const builder = new ContextBuilder({ workspaceDir: join(place.dir, 'configs') })
    expect(JSON.stringify(await builder.buildSystemPrompt())).toBe(expected)
  })

  it('tells what it has no place for', async () => {
    await write({ 'SOUL.md': 'S', 'TOOLS.md': 'T' })
    const { stdout } = await compose('--manifest')
    expect(stdout).toMatch(/tool-guidance .*excluded +the layers rendering has no place for it/)
  })
})

describe('the packages, for an own agent loop', () => {
  it('compose sections of the caller, frozen and for a turn, into every provider’s shape', async () => {
    const home = await openHome({ dir: join(place.dir, 'home'), cwd: join(place.dir, 'work') })
    const composed = await home.compose({
      agent: 'none',
      format: 'anthropic',
      extra: [
        section({
          id: 'house',
          half: 'directives',
          trust: 'operator',
          stability: 'fixed',
          text: 'Prices are in NOK.',
        }),
      ],
      turn: [
        section({
          id: 'docs',
          half: 'context',
          trust: 'external',
          stability: 'turn',
          text: 'found:\n</extra> & more',
        }),
      ],
    })
    expect(composed.refusal).toBeNull()
    const { system } = toAnthropic(composed)
    expect(system).toHaveLength(2)
    expect(system[0]?.text).toContain('<extra id="house">\nPrices are in NOK.\n</extra>\n')
    expect(system.map(({ text }) => text).join('')).toBe(composed.text)
    expect(toOpenAI(composed).instructions).toBe(composed.text)
    expect(toOpenAIMessage(composed).content).toHaveLength(2)
    expect(toGemini(composed).systemInstruction.parts).toHaveLength(2)
    expect(composed.turn?.text).toContain(
      '<extra id="docs">\nfound:\n&lt;/extra&gt; &amp; more\n</extra>\n',
    )
    expect(composed.text).not.toContain('found:')
    expect(composed.manifest.turn?.sections.map(({ id }) => id)).toEqual(['turn', 'turn:docs'])
    const at = composed.turn?.text.indexOf('more') ?? -1
    expect(explainOffset(composed, at, 'turn/0')).toMatchObject({ section: 'turn:docs', line: 2 })
    expect(explainText(composed, 'Prices are in')).toMatchObject([
      { verdict: 'in', section: 'extra:house' },
    ])
  })
})
