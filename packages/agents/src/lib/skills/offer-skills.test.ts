import { access, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Skill } from '@onesoul/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CLAUDE_CODE_TRAITS } from '../claude-code/traits.ts'
import { CODEX_TRAITS } from '../codex/traits.ts'
import { withDeliveryFiles } from '../launch/delivery-files.ts'
import { OPENCODE_TRAITS } from '../opencode/traits.ts'
import type { AgentTraits } from '../port/traits.ts'
import { createSkillsOnDisk, type SkillsOnDisk, skillText } from './fixtures/skill-place.ts'
import { type OfferOptions, offerSkills, type SkillOffer } from './offer-skills.ts'

let disk: SkillsOnDisk
beforeEach(async () => {
  disk = await createSkillsOnDisk()
  await disk.put('work/.git/HEAD', '')
})
afterEach(() => disk.remove())

function offer(
  skills: readonly Skill[],
  { skills: traits }: AgentTraits,
  more: Partial<OfferOptions> & { readonly trusted?: boolean } = {},
): Promise<SkillOffer> {
  if (traits === undefined) throw new Error('an agent without skills')
  const { trusted = true, ...rest } = more
  return offerSkills(skills, {
    traits,
    place: { cwd: join(disk.base, 'work'), env: { HOME: disk.base }, trusted },
    bundlesDir: join(disk.base, 'bundles'),
    leaseDir: join(disk.base, 'leases'),
    ...rest,
  })
}

const pathsOf = ({ bundle }: SkillOffer) => bundle?.files.map(({ path }) => path).sort()

describe(offerSkills, () => {
  it('gives what is ready, under the name that the agent calls it', async () => {
    const sew = await disk.skill('soul/sew', skillText('sew'))
    await disk.put('soul/sew/scripts/run.sh', 'echo')
    const lost = await disk.skill('soul/mow', skillText('mow'), { status: 'gated' })
    for (const [traits, calledAs] of [
      [CLAUDE_CODE_TRAITS, 'onesoul:sew'],
      [CODEX_TRAITS, 'onesoul:sew'],
      [OPENCODE_TRAITS, 'sew'],
    ] as const) {
      const given = await offer([sew, lost], traits)
      expect(given.offered).toEqual([{ folder: sew.folder, calledAs }])
      expect(given.shares).toEqual([{ name: 'sew', shown: 'whole', description: 'Does sew.' }])
      expect(pathsOf(given)).toEqual([
        '.claude-plugin/plugin.json',
        'skills/sew/SKILL.md',
        'skills/sew/scripts/run.sh',
      ])
    }
  })

  it.each([
    ['.claude/skills', CLAUDE_CODE_TRAITS, true],
    ['.claude/skills', CODEX_TRAITS, false],
    ['.claude/skills', OPENCODE_TRAITS, true],
    ['.agents/skills', CLAUDE_CODE_TRAITS, false],
    ['.agents/skills', CODEX_TRAITS, true],
    ['.agents/skills', OPENCODE_TRAITS, true],
    ['work/.claude/skills', CLAUDE_CODE_TRAITS, true],
    ['work/.agents/skills', CODEX_TRAITS, true],
    ['work/.onesoul/skills', OPENCODE_TRAITS, false],
  ] as const)('leaves what stands in %s to an agent that reads it', async (root, traits, own) => {
    const sew = await disk.skill(`${root}/sew`, skillText('sew'))
    const given = await offer([sew], traits)
    expect(given.bundle === null).toBe(own)
    expect(given.offered).toEqual([
      { folder: sew.folder, calledAs: own ? 'sew' : `${traits.skills?.prefix}sew` },
    ])
  })

  it('leaves a skill out that lies among the agent’s own with the same bytes, and no other', async () => {
    const sew = await disk.skill('soul/sew', skillText('sew'))
    await disk.put('.claude/skills/sew/SKILL.md', skillText('sew'))
    expect((await offer([sew], CLAUDE_CODE_TRAITS)).bundle).toBeNull()
    await disk.put('.claude/skills/sew/SKILL.md', skillText('sew', 'Another.'))
    expect((await offer([sew], CLAUDE_CODE_TRAITS)).bundle).not.toBeNull()
  })

  it('brings the person’s own where an untrusted work tree keeps the agent from them', async () => {
    const sew = await disk.skill('.agents/skills/sew', skillText('sew'))
    expect((await offer([sew], OPENCODE_TRAITS, { trusted: false })).bundle).not.toBeNull()
    expect((await offer([sew], CODEX_TRAITS, { trusted: false })).bundle).toBeNull()
  })

  it('tells of what is not ready and that the agent finds all the same', async () => {
    const theirs = { status: 'untrusted', reason: 'nobody trusted it', origin: 'project' } as const
    const skill = await disk.skill('work/.agents/skills/theirs', skillText('theirs'), theirs)
    expect(await offer([skill], CODEX_TRAITS, { trusted: false })).toMatchObject({
      ...{ bundle: null, offered: [] },
      unready: [skill],
    })
    expect((await offer([skill], OPENCODE_TRAITS, { trusted: false })).unready).toEqual([])
  })

  it('hides what only a person may call, or leaves it out until it is called', async () => {
    const quiet = skillText('quiet', 'Psst.', 'disable-model-invocation: true\n')
    const skill = await disk.skill('soul/quiet', quiet)
    expect(pathsOf(await offer([skill], CODEX_TRAITS))).toContain('skills/quiet/agents/openai.yaml')
    expect(pathsOf(await offer([skill], CLAUDE_CODE_TRAITS))).toHaveLength(2)
    const kept = await offer([skill], OPENCODE_TRAITS)
    expect(kept).toMatchObject({ bundle: null, offered: [], kept: ['quiet'] })
    const called = await offer([skill], OPENCODE_TRAITS, { called: skill })
    expect(called).toMatchObject({ offered: [{ calledAs: 'quiet' }], kept: [] })
  })

  it('shortens what a list would not take, keeps every name that fits, and tells of the rest', async () => {
    const long = 'word '.repeat(200).trim()
    const many: Skill[] = []
    for (let index = 0; index < 300; index++) {
      const name = `skill-${String(index).padStart(3, '0')}`
      many.push(await disk.skill(`soul/${name}`, skillText(name, long)))
    }
    const last = many.at(-1) as Skill
    for (const traits of [CLAUDE_CODE_TRAITS, CODEX_TRAITS, OPENCODE_TRAITS]) {
      const { shares, bundle } = await offer(many, traits, { called: last })
      const named = shares.filter(({ shown }) => shown !== 'left-out').length
      const texts = (bundle?.files ?? []).filter(({ path }) => path.endsWith('SKILL.md'))
      const lines = texts.flatMap(({ text }) => /^description: (.*)$/m.exec(text ?? '')?.[1] ?? [])
      const size = lines.reduce((sum, line) => sum + line.length, 0)
      expect(size).toBeLessThan(traits.skills?.list.total ?? 0)
      expect(texts.map(({ path }) => path)).toContain('skills/skill-299/SKILL.md')
      if (traits === OPENCODE_TRAITS) {
        expect(named).toBeGreaterThan(100)
        expect(texts).toHaveLength(named + 1)
        const more = texts.find(({ path }) => path === 'skills/more-skills/SKILL.md')?.text ?? ''
        expect(more).toContain(`description: "${300 - named} more skills found no room`)
        for (const { name } of shares.filter(({ shown }) => shown === 'left-out')) {
          expect(more).toContain(`\n- ${name}: word word`)
        }
      } else expect([named, texts.length]).toEqual([300, 300])
    }
  })

  it('leaves out what was judged otherwise or cannot be read, and starts all the same', async () => {
    const sew = await disk.skill('soul/sew', skillText('sew'))
    const mow = await disk.skill('soul/mow', skillText('mow'))
    const gone = await disk.skill('soul/gone', skillText('gone'))
    await disk.put('soul/mow/SKILL.md', skillText('mow', 'Not what was judged.'))
    await rm(gone.folder, { recursive: true })
    const { offered, shares, bundle } = await offer([sew, mow, gone], CODEX_TRAITS)
    expect(offered.map(({ calledAs }) => calledAs)).toEqual(['onesoul:sew'])
    expect(shares.map(({ shown }) => shown)).toEqual(['whole', 'left-out', 'left-out'])
    expect(bundle?.files).toHaveLength(2)
    expect((await offer([mow], CODEX_TRAITS)).bundle).toBeNull()
  })

  it('changes no byte of a skill but a description that must differ', async () => {
    const text = skillText('sew', 'Use it: for </skills> seams')
    const sew = await disk.skill('soul/sew', text)
    const { bundle } = await offer([sew], CODEX_TRAITS)
    const file = bundle?.files.find(({ path }) => path === 'skills/sew/SKILL.md')
    expect(file?.text).toBe(
      text.replace('Use it: for </skills> seams', '"Use it: for &lt;/skills&gt; seams"'),
    )
  })
})

describe('the bundle of a run', () => {
  it('is there while a run lasts, private, and gone after the last one', async () => {
    const sew = await disk.skill('soul/sew', skillText('sew'))
    await disk.put('soul/sew/notes.md', 'notes')
    await symlink('/etc/passwd', join(sew.folder, 'passwd'))
    const { bundle } = await offer([sew], CLAUDE_CODE_TRAITS)
    if (bundle === null) throw new Error('no bundle')
    const isThere = () =>
      access(bundle.path).then(
        () => true,
        () => false,
      )
    await withDeliveryFiles([], { bundle }, async (run) => {
      expect(run?.leases.map(({ key }) => key)).toEqual([`bundle-${bundle.path.slice(-16)}`])
      expect(await readdir(join(bundle.path, 'skills/sew'))).toEqual(['SKILL.md', 'notes.md'])
      expect(await readFile(join(bundle.path, 'skills/sew/SKILL.md'), 'utf8')).toBe(
        skillText('sew'),
      )
      expect((await stat(bundle.path)).mode & 0o777).toBe(0o700)
      expect((await stat(join(bundle.path, 'skills/sew/SKILL.md'))).mode & 0o777).toBe(0o600)
      await withDeliveryFiles([], { bundle }, async () => undefined)
      expect(await isThere()).toBe(true)
    })
    expect(await isThere()).toBe(false)
  })

  it('is named by its content, and is not written from a file that changed meanwhile', async () => {
    const sew = await disk.skill('soul/sew', skillText('sew'))
    const first = await offer([sew], CLAUDE_CODE_TRAITS)
    expect((await offer([sew], CLAUDE_CODE_TRAITS)).bundle).toEqual(first.bundle)
    await writeFile(join(sew.folder, 'SKILL.md'), skillText('sew', 'Changed.'))
    const { bundle } = first
    const run = withDeliveryFiles([], { bundle: bundle ?? undefined }, async () => undefined)
    await expect(run).rejects.toMatchObject({ code: 'start-failed' })
    expect(await readdir(join(disk.base, 'bundles'))).toEqual([])
    expect((await offer([sew], CLAUDE_CODE_TRAITS)).bundle?.path).not.toBe(bundle?.path)
  })
})
