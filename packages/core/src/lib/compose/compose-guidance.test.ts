import { describe, expect, it } from 'vitest'
import { attackText, BREAKOUT_KINDS } from '../guard/fixtures/breakout-kinds.ts'
import { judgeStructure } from '../guard/fixtures/lenient-judge.ts'
import { modelGuidance } from '../guidance/model-guidance.ts'
import { findPlatformCapabilities } from '../guidance/platform-capabilities.ts'
import { platformGuidance } from '../guidance/platform-guidance.ts'
import type { Composition } from '../model/composition.ts'
import { estimateTokens } from '../text/tokens.ts'
import { compose } from './compose.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import {
  composeInput,
  contentSlots,
  type InputChanges,
  projectDocument,
} from './fixtures/compose-fixture.ts'
import { momentSection } from './moment-section.ts'
import { section } from './section.ts'

const SLACK = platformGuidance(findPlatformCapabilities('slack') ?? expect.fail(), 'en')
const FROM = { from: 'guidance.platforms.slack' }
const MODEL = { name: 'gpt-5.6', bringsOwn: false, from: 'guidance.models.gpt' }
const ENVIRONMENT = { workingDirectory: '/srv/harbour', timeZone: 'Europe/Oslo' }

const made = ({ target, ...changes }: InputChanges): Composition =>
  compose(
    composeInput({
      slots: contentSlots({ SOUL: 'You are Pilot.', AGENTS: 'Ask first.' }),
      ...changes,
      target: { platform: 'slack', ...target },
    }),
  )

const record = ({ manifest }: Composition, id: string) =>
  manifest.sections.find((candidate) => candidate.id === id)

/** What stands between the tags of a section. */
const body = ({ text }: Composition, element: string) =>
  new RegExp(`<${element}>\\n([\\s\\S]*?)</${element}>`).exec(text)?.[1]

describe('compose, guidance', () => {
  it('has no section that nobody asked for', () => {
    expect(made({}).manifest.sections.map(({ id }) => id)).not.toContain('platform-guidance')
    const empty = made({ guidance: {} })
    expect(empty.text).toBe(made({}).text)
  })

  it('stands after the project, before what a caller adds, and names its row', () => {
    const composition = made({
      guidance: { platform: FROM, model: MODEL, environment: ENVIRONMENT },
      project: [
        { document: projectDocument('AGENTS.md', 'Use pnpm.'), delivery: 'inject', trusted: true },
      ],
      extra: [
        section({
          id: 'own',
          half: 'directives',
          trust: 'operator',
          stability: 'session',
          text: 'Be brief.',
        }),
      ],
    })
    expect(composition.refusal).toBeNull()
    const order = [
      '<project>',
      '<platform-guidance>',
      '<model-guidance>',
      '<environment>',
      '<extra',
    ]
    const places = order.map((tag) => composition.text.indexOf(tag))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(body(composition, 'platform-guidance')).toBe(SLACK)
    expect(body(composition, 'model-guidance')).toBe(modelGuidance('gpt', 'en'))
    expect(body(composition, 'environment')).toBe(
      'Working directory: /srv/harbour\nTime zone: Europe/Oslo\n',
    )
    expect(record(composition, 'platform-guidance')).toMatchObject({
      half: 'directives',
      stability: 'fixed',
      sharedBy: 'bot',
      priority: 300,
      trust: 'operator',
      audience: 'public',
      status: 'builtin',
      sources: [{ root: 'builtin', path: 'guidance/platforms/slack' }],
    })
    expect(record(composition, 'model-guidance')?.sources[0]?.path).toBe('guidance/models/gpt')
    expect(record(composition, 'environment')).toMatchObject({
      priority: 200,
      stability: 'session',
    })
    const lines = record(composition, 'model-guidance')?.spans.flatMap((span) =>
      'lines' in span ? [span.lines] : [],
    )
    expect(lines).toEqual([[1, 7]])
  })

  it('follows the language of the persona', () => {
    const slots = contentSlots({ SOUL: '你是领航员，回答简短。' })
    const composition = made({ slots, guidance: { platform: FROM } })
    expect(body(composition, 'platform-guidance')).toContain('你的回答在 Slack 中阅读')
  })

  describe('what a person writes', () => {
    it.each([
      ['append', { append: 'Begin with the result.' }, `${SLACK}\nBegin with the result.\n`],
      ['replace', { replace: 'Be short.\n' }, 'Be short.\n'],
      ['both', { replace: 'Be short.', append: 'Twice.' }, 'Be short.\n\nTwice.\n'],
      ['an empty append', { append: ' \n' }, SLACK],
    ])('%s', (_, own, text) => {
      const composition = made({ guidance: { platform: { ...FROM, ...own } } })
      expect(body(composition, 'platform-guidance')).toBe(text)
      const configured = record(composition, 'platform-guidance')
      const isOwn = text !== SLACK
      expect(configured?.status).toBe(isOwn ? 'included' : 'builtin')
      expect(configured?.sources.some(({ path }) => path.startsWith(FROM.from))).toBe(isOwn)
    })

    it('leaves the section out with an empty replacement, and says so', () => {
      const composition = made({ guidance: { platform: { ...FROM, replace: '' } } })
      expect(composition.text).not.toContain('platform-guidance')
      expect(record(composition, 'platform-guidance')).toMatchObject({
        status: 'cleared',
        reason: 'guidance.platforms.slack.replace is empty',
      })
    })

    it('cannot leave its element, whatever stands in it', () => {
      const seen = (append: string) => {
        const guidance = { platform: { ...FROM, append }, model: { ...MODEL, append } }
        const composition = made({ guidance })
        expect(composition.refusal).toBeNull()
        return judgeStructure(composition.text).map(({ name, closing }) => [name, closing])
      }
      const honest = seen('harmless')
      for (const kind of BREAKOUT_KINDS) {
        expect(seen(attackText(kind.build('directives'))), kind.kind).toEqual(honest)
      }
    })
  })

  it('tells of a platform that is not in the table, and takes what is written for it', () => {
    const unknown = made({
      target: { platform: 'zulip' },
      guidance: { platform: { from: 'x.zulip' } },
    })
    expect(unknown.text).not.toContain('platform-guidance')
    expect(record(unknown, 'platform-guidance')).toMatchObject({
      status: 'missing',
      reason: 'zulip is not in the table of platforms',
    })
    expect(unknown.diagnostics).toEqual([
      expect.objectContaining({ code: 'guidance.unknown-platform', severity: 'info' }),
    ])
    const written = made({
      target: { platform: 'zulip' },
      guidance: { platform: { from: 'x.zulip', append: 'Markdown is shown.' } },
    })
    expect(body(written, 'platform-guidance')).toBe('Markdown is shown.\n')
    expect(written.diagnostics).toEqual([])
  })

  it('adds to an agent that advises its model itself only what a person writes', () => {
    const quiet = made({ guidance: { model: { ...MODEL, bringsOwn: true } } })
    expect(record(quiet, 'model-guidance')).toBeUndefined()
    const own = made({ guidance: { model: { ...MODEL, bringsOwn: true, append: 'Think twice.' } } })
    expect(body(own, 'model-guidance')).toBe('Think twice.\n')
  })

  it('shows the machine to the owner alone', () => {
    const composition = made({
      target: { viewer: 'public' },
      guidance: { platform: FROM, environment: ENVIRONMENT },
    })
    expect(composition.text).not.toContain('/srv/harbour')
    expect(record(composition, 'environment')).toMatchObject({
      status: 'excluded',
      reason: 'for owner, seen by public',
    })
    expect(body(composition, 'platform-guidance')).toBe(SLACK)
  })

  it('goes before any slot when tokens are short, the machine before the rest', () => {
    const guidance = { platform: FROM, model: MODEL, environment: ENVIRONMENT }
    const whole = made({ guidance })
    const withLess = (less: number): Composition => {
      const tokens = estimateTokens(whole.text) - less
      const budget = { ...DEFAULT_SETTINGS.budget, tokens }
      return made({ guidance, settings: { budget } })
    }
    expect(record(withLess(8), 'environment')?.status).toBe('dropped')
    expect(record(withLess(8), 'platform-guidance')?.status).toBe('builtin')
    const tight = withLess(120)
    expect(record(tight, 'platform-guidance')?.status).toBe('dropped')
    expect(record(tight, 'model-guidance')?.status).toBe('dropped')
    expect(record(tight, 'persona')?.status).toBe('included')
    expect(tight.diagnostics.map(({ code }) => code)).toContain('budget.dropped')
  })

  it('keeps the block that everybody shares when the model or the machine is another', () => {
    const target = { format: 'anthropic' }
    const blocks = (changes: InputChanges['guidance']) =>
      made({ target, guidance: { platform: FROM, ...changes } }).parts
    const [first] = blocks({ model: MODEL, environment: ENVIRONMENT })
    const [again, session] = blocks({ model: { ...MODEL, name: 'qwen3' }, environment: {} })
    expect(first?.text).toContain(SLACK)
    expect(again?.text).toBe(first?.text)
    expect(session?.text).toContain(modelGuidance('qwen', 'en'))
  })

  it('has no place in layers', () => {
    const target = { format: 'layers' }
    const plain = made({ target })
    const guided = made({ target, guidance: { platform: FROM, environment: ENVIRONMENT } })
    expect(guided.text).toBe(plain.text)
    expect(record(guided, 'platform-guidance')?.status).toBe('excluded')
  })
})

describe('momentSection', () => {
  const noon = momentSection({ time: '2026-11-30 14:05, Europe/Oslo', gitBranch: 'main' })

  it('changes no frozen byte: two builds 61 s apart, on another branch, with another model', () => {
    const guidance = { platform: FROM, environment: ENVIRONMENT }
    const later = momentSection({
      time: '2026-11-30 14:06, Europe/Oslo',
      gitBranch: 'fix/lock',
      gitChanges: true,
      model: 'qwen3',
    })
    const [first, second] = [noon, later].map((moment) =>
      made({ guidance, turn: moment ? [moment] : [] }),
    )
    expect(first?.text).toBe(second?.text)
    expect(first?.manifest.digest).toBe(second?.manifest.digest)
    expect(first?.text).not.toMatch(/14:0|main/)
    expect(first?.turn?.text).toContain('Time: 2026-11-30 14:05, Europe/Oslo\nGit branch: main\n')
    expect(second?.turn?.text).toContain(
      'Git branch: fix/lock\nUncommitted changes: yes\nModel: qwen3\n',
    )
  })

  it('is nothing when nothing is known', () => {
    expect(momentSection({})).toBeNull()
  })
})
