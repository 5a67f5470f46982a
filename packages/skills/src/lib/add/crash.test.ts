import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashTree } from '@onesoul/disk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sourceUrl, typescriptArgs } from '../../../../../test/support/typescript-script.ts'
import { addSkills, removeSkills, type SkillsLife, updateSkills } from '../../index.ts'
import { lifeIn, putFiles, skillText } from '../fixtures/skill-texts.ts'
import { parseLock } from '../lock/skills-lock.ts'
import type { LifeStep } from './life-place.ts'

let dir: string
let life: SkillsLife
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'onesoul-crash-')))
  life = lifeIn(dir)
  await mkdir(life.home)
  await putFiles(dir, { 'src/x/SKILL.md': skillText('x'), 'src/y/SKILL.md': skillText('y') })
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** Stops the work at a step as a kill would: nothing behind it runs, and the lock stays as if its owner were dead. */
const killAt = async (
  wanted: number,
  work: (life: SkillsLife) => Promise<unknown>,
): Promise<void> => {
  let step = 0
  await new Promise<void>((killed, fail) => {
    const onStep = (): Promise<void> | undefined => {
      step++
      if (step !== wanted) return undefined
      killed()
      return new Promise(() => undefined)
    }
    work(lifeIn(dir, { onStep })).then(() => fail(new Error('it was not killed')), fail)
  })
  await rm(join(life.home, 'state/locks/skills-life.lock'))
}

/** Every skill of the home is whole and known, and nothing else is there. */
const settled = async (): Promise<ReadonlyMap<string, string>> => {
  const folder = join(life.home, 'skills')
  const lock = parseLock(await readFile(join(folder, 'skills.lock'), 'utf8'))
  const names = (await readdir(folder)).filter((name) => name !== 'skills.lock').sort()
  expect([...lock.keys()]).toEqual(names)
  for (const name of names) expect(await hashTree(join(folder, name))).toBe(lock.get(name)?.tree)
  expect(await readdir(join(life.home, 'state/skills/tmp'))).toEqual([])
  expect(await readdir(join(life.home, 'state/skills'))).not.toContain('life.json')
  const texts = names.map(
    async (name) => [name, await readFile(join(folder, name, 'SKILL.md'), 'utf8')] as const,
  )
  return new Map(await Promise.all(texts))
}

const countSteps = async (
  work: (life: SkillsLife) => Promise<unknown>,
): Promise<readonly LifeStep[]> => {
  const steps: LifeStep[] = []
  await work(lifeIn(dir, { onStep: (step) => void steps.push(step) }))
  return steps
}

describe('a kill', () => {
  const WORKS: readonly (readonly [string, (life: SkillsLife) => Promise<unknown>])[] = [
    ['add', (one) => addSkills(one, { sources: ['src/y'] })],
    ['add --force', (one) => addSkills(one, { sources: ['src/x'], force: true })],
    ['update', (one) => updateSkills(one, {})],
    ['remove', (one) => removeSkills(one, { names: ['x'] })],
  ]
  it.each(WORKS)('at any step of %s leaves the old skill or the new one', async (name, work) => {
    const key = name === 'add' ? 'y' : 'x'
    const before = await begin()
    const steps = await countSteps(work)
    expect(steps.length).toBeGreaterThan(3)
    const after = await settled()
    for (let at = 1; at <= steps.length; at++) {
      await rm(life.home, { recursive: true })
      await cp(join(dir, 'before'), life.home, { recursive: true })
      await killAt(at, work)
      await repair()
      const found = (await settled()).get(key)
      expect([before.get(key), after.get(key)], `killed at ${steps[at - 1]}`).toContain(found)
    }
  })

  it('of the process itself leaves no more behind', async () => {
    const before = await begin()
    const newer = skillText('x', 'Newer.')
    for (const at of [4, 7]) {
      await rm(life.home, { recursive: true })
      await cp(join(dir, 'before'), life.home, { recursive: true })
      expect(await killedAt(at)).toBe('SIGKILL')
      await repair()
      const found = await settled()
      expect([before.get('x'), newer], `killed at ${at}`).toContain(found.get('x'))
    }
  }, 60_000)
})

/** A home with one skill, whose source is newer; a copy of it stands in `before`. */
async function begin(): Promise<ReadonlyMap<string, string>> {
  await addSkills(life, { sources: ['src/x'] })
  await putFiles(dir, { 'src/x/SKILL.md': skillText('x', 'Newer.') })
  await cp(life.home, join(dir, 'before'), { recursive: true })
  return settled()
}

/** Whatever comes next puts it right. */
function repair(): Promise<unknown> {
  return updateSkills(life, { names: [] })
}

/** Updates in a process of its own that ends by SIGKILL at a step; the signal that ended it. */
function killedAt(step: number): Promise<NodeJS.Signals | null> {
  const source = `
    import { updateSkills } from ${JSON.stringify(sourceUrl('packages/skills/src/index.ts'))}
    import { lifeIn } from ${JSON.stringify(sourceUrl('packages/skills/src/lib/fixtures/skill-texts.ts'))}
    let step = 0
    const onStep = () => { if (++step === ${step}) process.kill(process.pid, 'SIGKILL') }
    await updateSkills(lifeIn(${JSON.stringify(dir)}, { onStep }), {})`
  return new Promise((done) => {
    execFile(process.execPath, typescriptArgs(source), (error) => done(error?.signal ?? null))
  })
}
