import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Agent, AgentError, type DeliveryPlan } from '@onesoul/agents'
import { createClaudeCodeAgent } from '@onesoul/agents/claude-code'
import { createDryRunAgent } from '@onesoul/agents/dry-run'
import { createOpenCodeAgent } from '@onesoul/agents/opencode'
import { stateLayout } from '@onesoul/disk'
import { openHome } from '@onesoul/sources'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Invocation } from '../terminal/global-flags.ts'
import { prepareSkills, proveCall, type RunSkills } from './run-skills.ts'

const CONFIG = 'skills: { disabled: [off] }\n'
const skill = (name: string, more = ''): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n\nBody of ${name}.\n`

let base: string
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'onesoul-run-skills-')))
  await put('me/soul/config.yaml', CONFIG)
  await put('me/soul/agent-configs/SOUL.md', 'x')
  await put('me/soul/skills/sew/SKILL.md', skill('sew'))
  await put(
    'me/soul/skills/gated/SKILL.md',
    skill('gated', 'metadata: {"openclaw":{"requires":{"bins":["loom"]}}}\n'),
  )
  await put('me/soul/skills/off/SKILL.md', skill('off'))
  await put('me/soul/state/skills/quarantine/held/SKILL.md', skill('held'))
  await put('me/.agents/skills/sew/SKILL.md', skill('sew', 'license: MIT\n'))
  await put('me/.agents/skills/broken/SKILL.md', '---\nname: broken\n---\n')
  await put('work/.git/HEAD', '')
  await put('work/.onesoul/skills/theirs/SKILL.md', skill('theirs'))
})
afterEach(() => rm(base, { recursive: true }))

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(base, path)), { recursive: true })
  await writeFile(join(base, path), text)
}

interface Asked {
  readonly prompt?: string | null
  readonly skill?: string
  readonly agent?: Agent
}

async function prepare({ prompt = null, skill, agent = claude() }: Asked): Promise<RunSkills> {
  const env = { HOME: join(base, 'me'), PATH: join(base, 'bin') }
  const home = await openHome({ dir: join(base, 'me/soul'), env })
  const invocation = { cwd: join(base, 'work'), flags: {}, env } as unknown as Invocation
  return prepareSkills(invocation, {
    ...{ home, agent, env, prompt, trusted: false },
    state: stateLayout(home.dir),
    flags: skill === undefined ? {} : { skill },
  })
}

/** The real adapter with a catalogue of these names. */
function claude(catalogue: () => Promise<readonly string[]> = async () => []): Agent {
  return { ...createClaudeCodeAgent(), catalogue }
}

const PLAN = {} as DeliveryPlan

describe(prepareSkills, () => {
  it('gives the agent what is ready, and calls nothing that nobody asked for', async () => {
    const { bundle, call, offer, expected } = await prepare({ prompt: 'sew a seam' })
    expect(call).toBeNull()
    expect(offer.offered).toEqual([
      { folder: join(base, 'me/soul/skills/sew'), calledAs: 'onesoul:sew' },
    ])
    expect(bundle?.path).toMatch(/\/soul\/state\/skills\/bundles\/[0-9a-f]{16}$/)
    expect(expected?.listed).toEqual([{ calledAs: 'onesoul:sew', description: 'Does sew.' }])
    expect(await readdir(join(base, 'me/soul/state/skills'))).toEqual(['quarantine'])
  })

  it.each([
    { skill: 'sew', prompt: 'a seam' },
    { skill: 'onesoul:sew', prompt: 'a seam' },
    { skill: 'sew@~/soul/skills/sew/SKILL.md', prompt: 'a seam' },
    { prompt: '/sew a seam' },
    { prompt: '/onesoul:sew a seam' },
    { prompt: '$sew a seam' },
    { prompt: '/skill sew a seam' },
    { prompt: '/worker sew a seam' },
  ])('reads the call of %j', async (asked) => {
    const { call, expected } = await prepare(asked)
    expect(call).toEqual({ name: 'onesoul:sew', args: 'a seam' })
    expect(expected?.called).toEqual({ calledAs: 'onesoul:sew', body: '\nBody of sew.\n' })
  })

  it('calls it as each agent does, and by its bare name when no words follow', async () => {
    const opencode = { ...createOpenCodeAgent(), catalogue: async () => ['sew'] }
    const { call } = await prepare({ skill: 'sew', agent: opencode })
    expect(call).toEqual({ name: 'sew', args: '' })
  })

  const REASONS = {
    gated: /is gated: .*loom/,
    off: /is disabled: /,
    held: /is quarantined: /,
    broken: /is invalid: /,
    theirs: /is untrusted: /,
  }
  const ROUTES = ['--skill', '/', '$', '/skill ', '/worker ', '/onesoul:']
  it.each(
    Object.entries(REASONS).flatMap(([name, reason]) =>
      ROUTES.map((route) => [route, name, reason] as const),
    ),
  )('refuses by %s the skill %s with the reason', async (route, name, reason) => {
    const asked = route === '--skill' ? { skill: name } : { prompt: `${route}${name} now` }
    await expect(prepare(asked)).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringMatching(reason),
      hints: ['nothing was started'],
    })
  })

  it('refuses the shadowed one by its path, and a name that nobody has', async () => {
    const shadowed = prepare({ skill: 'sew@~/.agents/skills/sew/SKILL.md' })
    await expect(shadowed).rejects.toMatchObject({
      message: expect.stringContaining('is shadowed'),
    })
    await expect(prepare({ skill: 'swe' })).rejects.toMatchObject({
      exitCode: 4,
      hints: ['did you mean sew?', 'nothing was started'],
    })
  })

  it('leaves an agent without skills as it is, and refuses a call of one', async () => {
    const agent = createDryRunAgent()
    expect(await prepare({ prompt: 'hi', agent })).toMatchObject({ bundle: null, expected: null })
    await expect(prepare({ skill: 'sew', agent })).rejects.toMatchObject({ exitCode: 4 })
  })
})

describe(proveCall, () => {
  it('asks the agent only for a run that begins with a skill', async () => {
    const agent = claude(async () => {
      throw new Error('asked')
    })
    await proveCall({ agent, skills: await prepare({ prompt: 'hi', agent }) }, PLAN)
  })

  it('passes what the agent has in its catalogue', async () => {
    const agent = claude(async () => ['help', 'onesoul:sew'])
    await proveCall({ agent, skills: await prepare({ skill: 'sew', agent }) }, PLAN)
  })

  it.each([
    ['does not name it', async () => ['help', 'sew'], /does not have it in this session/],
    [
      'cannot tell',
      async () => {
        throw new AgentError('timeout', 'it said nothing')
      },
      /nothing proves .* it said nothing/,
    ],
  ])('refuses when the agent %s', async (_, catalogue, reason) => {
    const agent = claude(catalogue)
    const skills = await prepare({ skill: 'sew', agent })
    await expect(proveCall({ agent, skills }, PLAN)).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringMatching(reason),
    })
  })

  it('refuses when the agent cannot be asked', async () => {
    const { catalogue: _, ...agent } = claude()
    const skills = await prepare({ skill: 'sew', agent })
    await expect(proveCall({ agent, skills }, PLAN)).rejects.toMatchObject({
      message: expect.stringContaining('nothing proves'),
    })
  })
})
