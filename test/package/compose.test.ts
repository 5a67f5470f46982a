import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Place, root } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
})
afterEach(() => place.remove())

const home = () => ['--home', join(place.dir, 'home')]

interface Span {
  readonly start: number
  readonly end: number
}

describe('onesoul compose --manifest --json', () => {
  it.each([
    [],
    ['--platform', 'slack', '--bot', 'dev-bot'],
    ['--platform', 'feishu', '--bot', 'ops-bot', '--agent', 'dry-run'],
    ['--platform', 'slack', '--viewer', 'public'],
  ])('validates against the published schema: %s %s %s %s %s %s', async (...target) => {
    const schema = JSON.parse(
      await readFile(join(root, 'packages/cli/schema/manifest.schema.json'), 'utf8'),
    )
    const validate = new Ajv({ allErrors: true }).compile(schema)
    const args = target.filter((word) => typeof word === 'string')
    const { stdout, code } = await place.onesoul([
      'compose',
      '--manifest',
      '--json',
      ...home(),
      ...args,
    ])
    expect(code).toBe(0)
    expect(validate(JSON.parse(stdout)), JSON.stringify(validate.errors)).toBe(true)
  })

  it('has spans that are the parts exactly', async () => {
    const { stdout } = await place.onesoul([
      'compose',
      '--json',
      ...home(),
      '--platform',
      'slack',
      '--bot',
      'dev-bot',
    ])
    const { parts, manifest } = JSON.parse(stdout)
    const spans: Span[] = manifest.sections
      .flatMap((section: { spans: Span[] }) => section.spans)
      .sort((a: Span, b: Span) => a.start - b.start)
    expect(spans.map((span) => parts[0].text.slice(span.start, span.end)).join('')).toBe(
      parts[0].text,
    )
  })

  it('rejects a manifest with a wrong shape, so that the schema is known to bite', async () => {
    const schema = JSON.parse(
      await readFile(join(root, 'packages/cli/schema/manifest.schema.json'), 'utf8'),
    )
    const validate = new Ajv({ allErrors: true }).compile(schema)
    const { stdout } = await place.onesoul(['compose', '--manifest', '--json', ...home()])
    const manifest = JSON.parse(stdout)
    expect(validate({ ...manifest, schemaVersion: 2 })).toBe(false)
    expect(validate({ ...manifest, sections: [{ ...manifest.sections[0], status: 'lost' }] })).toBe(
      false,
    )
    expect(
      validate({
        ...manifest,
        sections: [
          {
            ...manifest.sections[2],
            sources: [{ root: 'home', kind: 'slot', name: 'x', path: '/abs', sha256: '' }],
          },
        ],
      }),
    ).toBe(false)
  })
})

describe('onesoul compose', () => {
  it('prints the same bytes every time', async () => {
    const first = await place.onesoul(['compose', ...home()])
    const second = await place.onesoul(['compose', ...home()])
    expect(first.stdout).toBe(second.stdout)
    expect(first.stdout).toContain('<agent-configuration schema-version="3">')
  })

  it('reads a folder of slots alone, without a home', async () => {
    await place.write('configs/SOUL.md', 'You are Lone.')
    const { stdout, code } = await place.onesoul([
      'compose',
      '--configs',
      join(place.dir, 'configs'),
    ])
    expect(code).toBe(0)
    expect(stdout).toContain('You are Lone.')
  })

  it('ends with 4, the file and the reason when a required slot cannot be read', async () => {
    await place.write('home/config.yaml', 'required: [AGENTS.md]\n')
    await place.write('home/agent-configs/slack/AGENTS.md/file', 'a folder where a file should be')
    const { code, stderr, stdout } = await place.onesoul([
      'compose',
      ...home(),
      '--platform',
      'slack',
    ])
    expect(code).toBe(4)
    expect(stderr).toContain('slack/AGENTS.md')
    expect(stderr).toMatch(/directory|folder/)
    expect(stdout).toBe('')
  })

  it('ends with 2 and a suggestion for a typo in an exclude list', async () => {
    await place.write('home/config.yaml', 'language: auto\nexclude: [MEMROY.md]\n')
    const { code, stderr, stdout } = await place.onesoul(['compose', ...home()])
    expect(code).toBe(2)
    expect(stderr).toContain('config.yaml:2')
    expect(stderr).toContain('did you mean MEMORY.md')
    expect(stdout).toBe('')
  })

  it('ends with 2 and a suggestion for an unknown key', async () => {
    await place.write('home/config.yaml', 'langauge: zh\n')
    const { code, stderr } = await place.onesoul(['compose', ...home()])
    expect(code).toBe(2)
    expect(stderr).toMatch(/config\.yaml:1[\s\S]*did you mean (`|")?language/)
  })

  it('quotes an untrusted work tree as data and lets a trusted one bind', async () => {
    await place.write('work/.git/HEAD', 'ref: refs/heads/main\n')
    await place.write('work/AGENTS.md', 'Use <b>make</b> & care.')
    const before = await place.onesoul(['compose', ...home()])
    const context = before.stdout.slice(before.stdout.indexOf('</directives>'))
    expect(context).toContain('Use &lt;b&gt;make&lt;/b&gt; &amp; care.')
    const refused = await place.onesoul(['trust', ...home()])
    expect(refused.code).toBe(4)
    expect((await place.onesoul(['trust', '--yes', ...home()])).code).toBe(0)
    const after = await place.onesoul(['compose', ...home()])
    const directives = after.stdout.slice(0, after.stdout.indexOf('</directives>'))
    expect(directives).toContain('Use <b>make</b> & care.')
    await place.write('work/AGENTS.md', 'Something else.')
    const changed = await place.onesoul(['compose', ...home()])
    expect(changed.stdout.slice(0, changed.stdout.indexOf('</directives>'))).not.toContain(
      'Something else',
    )
  })

  const texts = (blocks: readonly { readonly text: string }[]): string =>
    blocks.map(({ text }) => text).join('')

  it.each([
    ['anthropic', (document) => texts(document.system)],
    ['openai', (document) => document.instructions],
    ['gemini', (document) => texts(document.systemInstruction.parts)],
    ['json', (document) => texts(document.parts)],
    // biome-ignore lint/suspicious/noExplicitAny: each provider has a shape of its own.
  ] as readonly (readonly [string, (document: any) => string])[])(
    'prints %s as JSON that holds the prompt',
    async (format, promptOf) => {
      const plain = await place.onesoul(['compose', ...home()])
      const { stdout } = await place.onesoul(['compose', ...home(), '--format', format])
      expect(promptOf(JSON.parse(stdout))).toBe(plain.stdout.trimEnd())
    },
  )

  it('prints the developer instructions for codex', async () => {
    const plain = await place.onesoul(['compose', ...home()])
    const { stdout } = await place.onesoul(['compose', ...home(), '--format', 'codex'])
    expect(stdout).toBe(plain.stdout)
  })

  it('has a block for what never changes and one for the context, and none of them marked', async () => {
    const { stdout } = await place.onesoul(['compose', ...home(), '--format', 'anthropic'])
    const { system } = JSON.parse(stdout)
    expect(system.map((block: object) => Object.keys(block))).toEqual([
      ['type', 'text'],
      ['type', 'text'],
    ])
    expect(system[0].text).toMatch(/<\/tool-guidance>\n$/)
    const viewer = ['--viewer', 'public', '--format', 'anthropic']
    const other = await place.onesoul(['compose', ...home(), ...viewer])
    expect(JSON.parse(other.stdout).system[0]).toEqual(system[0])
  })

  it('ends with 2 and a suggestion for a mistyped format', async () => {
    const { code, stderr } = await place.onesoul(['compose', ...home(), '--format', 'antropic'])
    expect(code).toBe(2)
    expect(stderr).toContain('did you mean anthropic?')
  })

  it('prints Markdown with a heading for every section', async () => {
    const { stdout } = await place.onesoul(['compose', ...home(), '--format', 'markdown'])
    expect(stdout).toMatch(/^# directives$/m)
    expect(stdout).toMatch(/^## persona$/m)
  })
})

describe('onesoul explain', () => {
  const explain = (words: string, ...more: string[]) =>
    place.onesoul(['explain', words, ...home(), '--platform', 'slack', '--bot', 'dev-bot', ...more])

  it('names file, line and scope', async () => {
    const missing = await explain('grep-like search')
    expect(missing.stdout).toContain('no source of this composition holds')
    expect(missing.code).toBe(1)
    expect((await explain('grep-like search', '--json')).code).toBe(1)
    const found = await explain('Answer in the thread where you were asked')
    expect(found.stdout).toMatch(/in\s+persona\s+slack\/SOUL\.md:7 \(platform\)/)
    expect(found.code).toBe(0)
  })

  it('names the rule that hid words: shadowed, cut, excluded, cleared', async () => {
    expect((await explain('always use pnpm')).stdout).toMatch(
      /not\s+tool-guidance\s+TOOLS\.md:3 \(global\)\s+shadowed/,
    )
    expect((await explain('A feature flag has an owner')).stdout).toMatch(
      /not\s+rules\s+AGENTS\.md:\d+ \(global\)\s+cut \d+ lines/,
    )
    const ops = ['--platform', 'feishu', '--bot', 'ops-bot', ...home()]
    const excluded = await place.onesoul(['explain', 'Ingrid Solbakk', ...ops])
    expect(excluded.stdout).toMatch(
      /not\s+user\s+USER\.md:3 \(global\)\s+excluded by bots\[ops-bot\]\.exclude/,
    )
    const cleared = await place.onesoul(['explain', 'advisory locks', ...ops])
    expect(cleared.stdout).toMatch(
      /not\s+memory\s+MEMORY\.md:3 \(global\)\s+.*feishu\/ops-bot\/MEMORY\.md/,
    )
  })

  it('draws the tree of sections with bars for their share when no words are given', async () => {
    const target = ['--platform', 'slack', '--bot', 'dev-bot']
    const { stdout, code } = await place.onesoul(['explain', ...home(), ...target])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^onesoul · slack\/dev-bot → any agent +[\d,]+ tokens\n/)
    expect(stdout).toMatch(/^ {2}directives +[\d,]+\n {4}onesoul +█/m)
    expect(stdout).toMatch(/^ {4}rules +█+\S* +AGENTS\.md +[\d,]+ +global +cut \d+ lines/m)
    expect(stdout).toMatch(/^ {2}context +[\d,]+\n {4}user +[█▏▎▍▌▋▊▉]/m)
  })

  it('prints JSON and nothing else with --json', async () => {
    const { stdout } = await explain('always use pnpm', '--json')
    expect(JSON.parse(stdout).places[0]).toMatchObject({
      verdict: 'not',
      section: 'tool-guidance',
      line: 3,
    })
  })
})
