import { execFileSync } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { SLOTS, type SlotDefinition, type SlotName } from '@onesoul/core'
import { describe, expect, it } from 'vitest'
import { asNobody } from '../../../test/as-nobody.ts'
import { createTempTree } from '../../../test/temp-tree.ts'
import { renderStarter } from '../starter/render-starter.ts'
import { resolveSlot } from './resolve-slot.ts'
import { resolveSlots } from './resolve-slots.ts'
import type { SlotPlace } from './slot-place.ts'
import type { SlotReader } from './slot-reader.ts'

const slotOf = (name: SlotName): SlotDefinition => {
  const found = SLOTS.find((slot) => slot.slot === name)
  if (!found) throw new Error(name)
  return found
}

const placeAt = (configsDir: string, more: Partial<SlotPlace> = {}): SlotPlace => ({
  configsDir,
  platform: 'slack',
  bot: 'dev-bot',
  userHome: '/nowhere',
  allowedRoots: [],
  suffixFiles: 'off',
  ...more,
})

const resolve = async (
  files: Readonly<Record<string, string>>,
  more: Partial<SlotPlace> & { slot?: SlotName; withHidden?: boolean; excludedBy?: string } = {},
) => {
  const { slot = 'SOUL', withHidden = false, excludedBy = null, ...place } = more
  const tree = await createTempTree(files)
  const found = await resolveSlot(slotOf(slot), {
    place: placeAt(tree.dir, place),
    excludedBy,
    required: false,
    withHidden,
  })
  return { ...found, resolution: found.input.resolution, tree }
}

const pathsOf = (resolution: object): readonly string[] =>
  'documents' in resolution
    ? (resolution.documents as { ref: { path: string } }[]).map((one) => one.ref.path)
    : []

const PATHS = { bot: 'slack/dev-bot/SOUL.md', platform: 'slack/SOUL.md', global: 'SOUL.md' }
const STATES = { missing: null, cleared: '---\nversion: 1\n---\n \n', content: 'You are X.\n' }
type State = keyof typeof STATES
const states = Object.keys(STATES) as State[]

describe('resolveSlot, every combination of scopes', () => {
  const rows = states.flatMap((bot) =>
    states.flatMap((platform) => states.map((global) => [bot, platform, global] as const)),
  )

  it.each(rows)('bot %s, platform %s, global %s', async (bot, platform, global) => {
    const given = { bot, platform, global }
    const scopes = ['bot', 'platform', 'global'] as const
    const files = scopes.flatMap((scope) => {
      const text = STATES[given[scope]]
      return text === null ? [] : [[PATHS[scope], text]]
    })
    const { resolution } = await resolve(Object.fromEntries(files))
    const winner = scopes.find((scope) => given[scope] !== 'missing')
    expect(resolution.outcome).toBe(winner ? given[winner] : 'missing')
    expect(pathsOf(resolution)).toEqual(winner ? [PATHS[winner]] : [])
    if ('documents' in resolution) expect(resolution.documents[0]?.ref.scope).toBe(winner)
  })

  it('searches the platform only with a platform, and the bot only with both names', async () => {
    const files = { [PATHS.bot]: 'b', [PATHS.platform]: 'p', [PATHS.global]: 'g' }
    const found = async (names: Partial<SlotPlace>) =>
      pathsOf((await resolve(files, names)).resolution)
    expect(await found({ bot: null })).toEqual([PATHS.platform])
    expect(await found({ platform: null, bot: null })).toEqual([PATHS.global])
    expect(await found({ platform: null })).toEqual([PATHS.global])
  })
})

describe('resolveSlot', () => {
  it('is cleared by a file of zero bytes and by white space alone', async () => {
    for (const text of ['', ' \n\t\r\n', '\ufeff\n']) {
      const { resolution } = await resolve({ 'slack/SOUL.md': text, 'SOUL.md': 'global' })
      expect(resolution.outcome).toBe('cleared')
    }
  })

  it('keeps the hash of the bytes and a path relative to the configs folder', async () => {
    const { resolution } = await resolve({ 'slack/SOUL.md': 'abc' })
    const [document] = 'documents' in resolution ? resolution.documents : []
    expect(document?.ref).toEqual({
      root: 'configs',
      kind: 'slot',
      name: 'SOUL.md',
      scope: 'platform',
      path: 'slack/SOUL.md',
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    })
  })

  it('strips frontmatter behind a byte order mark and keeps a thematic break', async () => {
    const marked = await resolve({ 'SOUL.md': '\ufeff---\nversion: 2\n---\nYou.\n' })
    const [document] = 'documents' in marked.resolution ? marked.resolution.documents : []
    expect(document?.frontmatter?.version).toBe('2')
    const rule = await resolve({ 'SOUL.md': '---\nOne rule of life.\n---\nAnother.\n' })
    const [whole] = 'documents' in rule.resolution ? rule.resolution.documents : []
    expect(whole?.body.start).toBe(0)
  })

  describe('inherit', () => {
    const files = (bot: string, platform: string, global = 'g') => ({
      [PATHS.bot]: bot,
      [PATHS.platform]: platform,
      [PATHS.global]: global,
    })
    const marked = (how: string, text = 'x') => `---\ninherit: ${how}\n---\n${text}\n`

    it.each([
      ['append', 'p', [PATHS.platform, PATHS.bot]],
      ['prepend', 'p', [PATHS.bot, PATHS.platform]],
      ['append', marked('append'), [PATHS.global, PATHS.platform, PATHS.bot]],
      ['prepend', marked('append'), [PATHS.bot, PATHS.global, PATHS.platform]],
      ['append', '', [PATHS.bot]],
    ])('%s to %j joins %j', async (how, platform, paths) => {
      const { resolution } = await resolve(files(marked(how), platform))
      expect(resolution.outcome).toBe('content')
      expect(pathsOf(resolution)).toEqual(paths)
    })

    it('replaces without it', async () => {
      expect(pathsOf((await resolve(files('b', 'p'))).resolution)).toEqual([PATHS.bot])
    })

    it('fails as a whole when the inherited part cannot be read', async () => {
      const tree = await createTempTree({ [PATHS.bot]: marked('append') })
      await tree.folder(PATHS.platform)
      const options = { place: placeAt(tree.dir), excludedBy: null, required: false }
      const { input } = await resolveSlot(slotOf('SOUL'), options)
      expect(input.resolution).toMatchObject({
        outcome: 'failed',
        source: { path: PATHS.platform },
      })
    })

    it('says that it has nothing to join', async () => {
      const atBottom = await resolve({ [PATHS.global]: marked('append') })
      expect(atBottom.diagnostics).toMatchObject([{ code: 'slot.inherit-unused' }])
      const inCleared = await resolve({ [PATHS.bot]: marked('append', ''), [PATHS.global]: 'g' })
      expect(inCleared.resolution.outcome).toBe('cleared')
      expect(inCleared.diagnostics).toMatchObject([{ code: 'slot.inherit-unused' }])
    })
  })

  describe('names', () => {
    it('reads webchat and web as one platform, web first', async () => {
      const place = { platform: 'webchat', bot: null }
      const older = await resolve({ 'webchat/SOUL.md': 'w' }, place)
      expect(pathsOf(older.resolution)).toEqual(['webchat/SOUL.md'])
      const both = await resolve({ 'webchat/SOUL.md': 'w', 'web/SOUL.md': 'x' }, place)
      expect(pathsOf(both.resolution)).toEqual(['web/SOUL.md'])
      expect(both.diagnostics).toMatchObject([
        { code: 'slot.alias-shadowed', source: { path: 'webchat/SOUL.md' } },
      ])
      const bot = await resolve({ 'webchat/b/SOUL.md': 'b' }, { platform: 'web', bot: 'b' })
      expect(pathsOf(bot.resolution)).toEqual(['webchat/b/SOUL.md'])
    })

    it('reports a name of the wrong case instead of ignoring it', async () => {
      const { resolution, diagnostics } = await resolve({ 'slack/soul.md': 'x', 'SOUL.md': 'g' })
      expect(pathsOf(resolution)).toEqual(['SOUL.md'])
      expect(diagnostics).toEqual([
        {
          code: 'slot.wrong-case',
          severity: 'warning',
          message: 'slack/soul.md is not read; did you mean SOUL.md?',
          fix: 'rename it to SOUL.md',
          source: { root: 'configs', path: 'slack/soul.md' },
        },
      ])
    })

    it('reports suffix files, or appends them to the file beside them', async () => {
      const files = { 'SOUL.md': 'base', 'SOUL.slack.md': 'more', 'SOUL.feishu.md': 'other' }
      const off = await resolve(files)
      expect(pathsOf(off.resolution)).toEqual(['SOUL.md'])
      expect(off.diagnostics).toMatchObject([
        { code: 'slot.suffix-ignored', source: { path: 'SOUL.slack.md' } },
      ])
      const on = await resolve(files, { suffixFiles: 'append' })
      expect(pathsOf(on.resolution)).toEqual(['SOUL.md', 'SOUL.slack.md'])
      expect(on.diagnostics).toEqual([])
      const alone = await resolve(
        { 'SOUL.webchat.md': 'w' },
        { platform: 'web', suffixFiles: 'append' },
      )
      expect(pathsOf(alone.resolution)).toEqual(['SOUL.webchat.md'])
    })

    it('reads SKILLS.md as TOOLS.md where there is no TOOLS.md, and says so', async () => {
      const files = { 'slack/SKILLS.md': 'old', 'TOOLS.md': 'new' }
      const older = await resolve(files, { slot: 'TOOLS' })
      expect(pathsOf(older.resolution)).toEqual(['slack/SKILLS.md'])
      expect(older.diagnostics).toMatchObject([
        { code: 'slot.skills-md', fix: 'rename it to TOOLS.md' },
      ])
      const newer = await resolve({ ...files, 'slack/TOOLS.md': 'x' }, { slot: 'TOOLS' })
      expect(pathsOf(newer.resolution)).toEqual(['slack/TOOLS.md'])
      expect(newer.diagnostics).toEqual([])
      expect((await resolve(files, { slot: 'SOUL' })).resolution.outcome).toBe('missing')
    })

    it('reports folders that differ in case alone', async () => {
      const tree = await createTempTree({ 'Slack/SOUL.md': 'x', 'slack/Dev-Bot/SOUL.md': 'y' })
      const { diagnostics } = await resolveSlots({
        place: placeAt(tree.dir),
        excluded: new Map(),
        required: new Set(),
      })
      expect(diagnostics.map((one) => [one.code, one.source?.path, one.fix])).toEqual([
        ['scope.wrong-case', 'Slack', 'rename it to slack'],
        ['scope.wrong-case', 'slack/Dev-Bot', 'rename it to dev-bot'],
      ])
    })
  })

  describe('an unedited starter SOUL', () => {
    it.each(['en', 'zh'] as const)(
      'in %s counts as missing, so that the real one is used',
      async (language) => {
        const { resolution, diagnostics } = await resolve({
          'slack/SOUL.md': renderStarter('SOUL', language).replaceAll('\n', '\r\n'),
          'SOUL.md': 'You are real.',
        })
        expect(pathsOf(resolution)).toEqual(['SOUL.md'])
        expect(diagnostics).toMatchObject([
          { code: 'slot.starter', source: { path: 'slack/SOUL.md' } },
        ])
      },
    )

    it('is named when there is no real one, with the reason', async () => {
      const { resolution } = await resolve({ 'SOUL.md': renderStarter('SOUL', 'en') })
      expect(resolution).toMatchObject({
        outcome: 'missing',
        unread: {
          source: { path: 'SOUL.md' },
          reason: 'the unedited starter text counts as missing',
        },
      })
      expect((await resolve({})).resolution).toEqual({ outcome: 'missing' })
    })

    it('is content as soon as a word is changed', async () => {
      const text = `${renderStarter('SOUL', 'en')}- You like tea.\n`
      expect((await resolve({ 'SOUL.md': text })).resolution.outcome).toBe('content')
    })
  })

  describe('what cannot be read', () => {
    it.each([
      ['a folder', async (path: string) => execFileSync('mkdir', ['-p', path])],
      ['a FIFO', async (path: string) => execFileSync('mkfifo', [path])],
      ['2 MiB and a byte', (path: string) => writeFile(path, Buffer.alloc(2_097_153))],
      ['a dangling link', async (path: string) => execFileSync('ln', ['-s', '/nowhere/x', path])],
      ['a link to itself', async (path: string) => execFileSync('ln', ['-s', path, path])],
    ])('%s fails that slot, hides nothing and touches no other slot', async (_, make) => {
      const tree = await createTempTree({ 'SOUL.md': 'global', 'AGENTS.md': 'rules' })
      await tree.folder('slack')
      await make(tree.path('slack/SOUL.md'))
      const { slots, diagnostics } = await resolveSlots({
        place: placeAt(tree.dir, { bot: null }),
        excluded: new Map(),
        required: new Set(['SOUL']),
      })
      const [soul, agents] = slots
      expect(soul).toMatchObject({ required: true, resolution: { outcome: 'failed' } })
      expect(agents?.resolution.outcome).toBe('content')
      const found = diagnostics.filter((one) => one.code === 'slot.unreadable')
      expect(found).toMatchObject([{ severity: 'warning', source: { path: 'slack/SOUL.md' } }])
      expect(found[0]?.message).not.toContain(tree.dir)
    })

    it('does not follow a link to credentials or to another place without leave', async () => {
      const secret = await createTempTree({ 'key.md': 'secret', '.aws/credentials': 'secret' })
      const tree = await createTempTree()
      await tree.link('SOUL.md', secret.path('key.md'))
      const options = { excludedBy: null, required: false }
      const refused = await resolveSlot(slotOf('SOUL'), { place: placeAt(tree.dir), ...options })
      expect(refused.input.resolution.outcome).toBe('failed')
      expect(refused.diagnostics[0]?.fix).toContain('allowedRoots')
      const allowed = await resolveSlot(slotOf('SOUL'), {
        place: placeAt(tree.dir, { allowedRoots: [secret.dir] }),
        ...options,
      })
      expect(allowed.input.resolution.outcome).toBe('content')
      expect(allowed.diagnostics).toMatchObject([{ code: 'slot.linked', severity: 'info' }])
      await tree.link('USER.md', secret.path('.aws/credentials'))
      const place = placeAt(tree.dir, { userHome: secret.dir })
      const user = await resolveSlot(slotOf('USER'), { place, ...options })
      expect(user.input.resolution.outcome).toBe('failed')
    })

    it('follows a whole configs folder that is a link', async () => {
      const dotfiles = await createTempTree({ 'agent-configs/slack/SOUL.md': 'x' })
      const tree = await createTempTree()
      await tree.link('agent-configs', dotfiles.path('agent-configs'))
      const place = placeAt(tree.path('agent-configs'))
      const { input, diagnostics } = await resolveSlot(slotOf('SOUL'), {
        place,
        excludedBy: null,
        required: false,
      })
      expect(pathsOf(input.resolution)).toEqual(['slack/SOUL.md'])
      expect(diagnostics).toEqual([])
    })
  })

  describe('excluded', () => {
    const closed: SlotReader = {
      read: (_slot, _scope, path) => Promise.reject(new Error(`read ${path}`)),
      list: (folder) => Promise.reject(new Error(`listed ${folder}`)),
    }
    const withClosed = (excludedBy: string | null) =>
      resolveSlot(slotOf('SOUL'), {
        place: placeAt('/x'),
        excludedBy,
        required: false,
        reader: closed,
      })

    it('opens and lists nothing', async () => {
      expect(await withClosed('bots[dev-bot].exclude')).toEqual({
        input: {
          slot: 'SOUL',
          required: false,
          resolution: { outcome: 'excluded', by: 'bots[dev-bot].exclude' },
        },
        diagnostics: [],
        hidden: [],
      })
      await expect(withClosed(null)).rejects.toThrow('read slack/dev-bot/SOUL.md')
    })

    it.each([
      ['a FIFO', async (path: string) => execFileSync('mkfifo', [path])],
      ['a file without permission', async (path: string) => writeFile(path, 'x', { mode: 0 })],
    ])('is not troubled by %s', async (_, make) => {
      const tree = await createTempTree()
      await make(tree.path('SOUL.md'))
      await chmod(tree.dir, 0o755)
      const place = placeAt(tree.dir)
      const look = (excludedBy: string | null) =>
        asNobody(() => resolveSlot(slotOf('SOUL'), { place, excludedBy, required: false }))
      expect(await look('exclude')).toMatchObject({
        input: { resolution: { outcome: 'excluded' } },
        diagnostics: [],
      })
      expect((await look(null)).input.resolution.outcome).toBe('failed')
    })

    it('reads it for explain alone, and then it is hidden', async () => {
      const { resolution, hidden } = await resolve(
        { 'slack/SOUL.md': 'secret words', 'SOUL.md': 'others' },
        { excludedBy: 'exclude', withHidden: true },
      )
      expect(resolution).toEqual({ outcome: 'excluded', by: 'exclude' })
      expect(hidden.map((one) => [one.document.ref.path, one.status, one.rule])).toEqual([
        ['slack/SOUL.md', 'excluded', 'excluded by exclude'],
        ['SOUL.md', 'excluded', 'excluded by exclude'],
      ])
    })
  })

  describe('withHidden', () => {
    const hiddenOf = async (
      files: Readonly<Record<string, string>>,
      place: Partial<SlotPlace> = {},
    ) =>
      (await resolve(files, { ...place, withHidden: true })).hidden.map((one) => ({
        path: one.document.ref.path,
        section: one.section,
        status: one.status,
        rule: one.rule,
      }))

    it('names what is shadowed and by what', async () => {
      expect(await hiddenOf({ [PATHS.bot]: 'b', [PATHS.global]: 'g' })).toEqual([
        {
          path: 'SOUL.md',
          section: 'persona',
          status: 'shadowed',
          rule: 'shadowed for bot dev-bot by slack/dev-bot/SOUL.md (no merge; `inherit: append` would join them)',
        },
      ])
    })

    it('names what is cleared, what stands behind an unreadable file, and the starter', async () => {
      expect(await hiddenOf({ [PATHS.platform]: ' ', [PATHS.global]: 'g' })).toMatchObject([
        {
          path: 'SOUL.md',
          status: 'cleared',
          rule: 'cleared by slack/SOUL.md, which is empty on purpose',
        },
      ])
      const starter = renderStarter('SOUL', 'en')
      expect(await hiddenOf({ [PATHS.platform]: starter, [PATHS.global]: 'g' })).toMatchObject([
        {
          path: 'slack/SOUL.md',
          status: 'missing',
          rule: 'an unedited starter SOUL counts as missing',
        },
      ])
      const tree = await createTempTree({ 'SOUL.md': 'g' })
      await tree.folder('slack/SOUL.md')
      const place = placeAt(tree.dir)
      const { hidden } = await resolveSlot(slotOf('SOUL'), {
        place,
        excludedBy: null,
        required: false,
        withHidden: true,
      })
      expect(hidden).toMatchObject([
        { status: 'blocked', rule: 'slack/SOUL.md stands before it and cannot be read' },
      ])
    })

    it('hides nothing that is joined', async () => {
      expect(
        await hiddenOf({ [PATHS.bot]: '---\ninherit: append\n---\nx', [PATHS.global]: 'g' }),
      ).toEqual([])
    })
  })
})

describe('resolveSlots', () => {
  it('gives the five slots in the order of the registry and names mixed scopes', async () => {
    const tree = await createTempTree({ 'slack/SOUL.md': 's', 'AGENTS.md': 'a', 'USER.md': 'u' })
    const { slots, diagnostics } = await resolveSlots({
      place: placeAt(tree.dir),
      excluded: new Map([['USER', 'exclude']]),
      required: new Set(),
    })
    expect(slots.map((one) => `${one.slot} ${one.resolution.outcome}`)).toEqual([
      'SOUL content',
      'AGENTS content',
      'TOOLS missing',
      'USER excluded',
      'MEMORY missing',
    ])
    expect(diagnostics).toEqual([
      {
        code: 'scope.mixed',
        severity: 'info',
        message: 'the slots come from different scopes: SOUL (platform); AGENTS (global)',
      },
    ])
  })
})
