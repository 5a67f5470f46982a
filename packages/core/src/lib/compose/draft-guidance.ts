import { environmentText } from '../guidance/environment-text.ts'
import { findModelFamily } from '../guidance/model-families.ts'
import { modelGuidance } from '../guidance/model-guidance.ts'
import { findPlatformCapabilities } from '../guidance/platform-capabilities.ts'
import { platformGuidance } from '../guidance/platform-guidance.ts'
import type { ComposeInput, GuidanceOverride } from '../model/compose-input.ts'
import type { SectionTraits } from '../model/section.ts'
import { PRIORITY } from '../model/slots.ts'
import type { SourceDocument } from '../model/source.ts'
import type { Language } from '../model/target.ts'
import { maySee } from '../select/audience.ts'
import { type Draft, withoutText } from './draft.ts'
import { joinBodies } from './draft-slots.ts'

/** What surrounds the slots: the platform, the model and the machine, each when it is known. */
export function draftGuidance(input: ComposeInput, language: Language): readonly Draft[] {
  return [
    ...draftPlatform(input, language),
    ...draftModel(input, language),
    ...draftEnvironment(input, language),
  ]
}

function draftPlatform(input: ComposeInput, language: Language): readonly Draft[] {
  const { platform } = input.target
  const own = input.guidance?.platform
  if (!own || platform === null) return []
  const row = findPlatformCapabilities(platform)
  const table = row && {
    path: `guidance/platforms/${row.platform}`,
    text: platformGuidance(row, language),
  }
  const draft = fromTable('platform-guidance', { table, own, input })
  if (row || draft.text) return [draft]
  const reason = `${platform} is not in the table of platforms`
  return [{ ...draft, reason, diagnostics: [unknownPlatform(platform, own)] }]
}

function unknownPlatform(
  platform: string,
  { from }: GuidanceOverride,
): Draft['diagnostics'][number] {
  return {
    code: 'guidance.unknown-platform',
    severity: 'info',
    message: `${platform} is not in the table of platforms: the model is not told what it shows`,
    fix: `say it with \`${from}.append\` in config.yaml`,
  }
}

function draftModel(input: ComposeInput, language: Language): readonly Draft[] {
  const own = input.guidance?.model
  if (!own) return []
  const family = findModelFamily(own.name)
  const table = own.bringsOwn
    ? undefined
    : { path: `guidance/models/${family}`, text: modelGuidance(family, language) }
  const draft = fromTable('model-guidance', { table, own, input })
  return draft.status === 'missing' ? [] : [draft]
}

function draftEnvironment(input: ComposeInput, language: Language): readonly Draft[] {
  const facts = input.guidance?.environment
  const text = facts ? environmentText(facts, language) : ''
  if (text === '') return []
  const draft = draftOf('environment', [
    builtinDocument({ path: 'guidance/environment', text }, input),
  ])
  const { audience } = draft.traits
  if (maySee(input.target.viewer, audience)) return [draft]
  const reason = `for ${audience}, seen by ${input.target.viewer}`
  return [withoutText(draft, { status: 'excluded', reason, because: 'audience' })]
}

interface TableText {
  readonly path: string
  readonly text: string
}

interface TableSection {
  /** `undefined`: the table has nothing for it. */
  readonly table: TableText | undefined
  readonly own: GuidanceOverride
  readonly input: ComposeInput
}

/** The row of a table, or what a person put in its place, then what they added to it. */
function fromTable(id: GuidanceId, { table, own, input }: TableSection): Draft {
  const written = (how: 'replace' | 'append'): readonly SourceDocument[] => {
    const text = own[how] ?? ''
    return text.trim() === '' ? [] : [configDocument(`${own.from}.${how}`, text, input)]
  }
  const base = own.replace === undefined ? [] : written('replace')
  const row = own.replace === undefined && table ? [builtinDocument(table, input)] : []
  const draft = draftOf(id, [...row, ...base, ...written('append')])
  if (draft.documents.length > 0) return draft
  return own.replace === undefined
    ? { ...draft, status: 'missing' }
    : { ...draft, status: 'cleared', reason: `${own.from}.replace is empty` }
}

type GuidanceId = 'platform-guidance' | 'model-guidance' | 'environment'

/** The platform belongs to the bot; a model can change with every session, and so can a machine. */
const TRAITS: Readonly<
  Record<GuidanceId, Pick<SectionTraits, 'stability' | 'sharedBy' | 'priority' | 'audience'>>
> = {
  'platform-guidance': {
    stability: 'fixed',
    sharedBy: 'bot',
    priority: PRIORITY.guidance,
    audience: 'public',
  },
  'model-guidance': {
    stability: 'session',
    sharedBy: 'session',
    priority: PRIORITY.guidance,
    audience: 'public',
  },
  environment: {
    stability: 'session',
    sharedBy: 'session',
    priority: PRIORITY.environment,
    audience: 'owner',
  },
}

function draftOf(id: GuidanceId, documents: readonly SourceDocument[]): Draft {
  const isOurs = documents.every(({ ref }) => ref.root === 'builtin')
  return {
    traits: {
      ...TRAITS[id],
      id,
      element: id,
      half: 'directives',
      required: false,
      trust: 'operator',
    },
    place: 'guidance',
    line: 'none',
    status: isOurs ? 'builtin' : 'included',
    ...(isOurs && { reason: 'built in' }),
    documents,
    refs: [],
    text: documents.length > 0 ? joinBodies(documents) : null,
    limit: null,
    keep: [],
    omitted: [],
    changes: [],
    diagnostics: [],
  }
}

function builtinDocument({ path, text }: TableText, { ports }: ComposeInput): SourceDocument {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const ref = { root: 'builtin', kind: 'builtin', name, path, sha256: ports.sha256(text) } as const
  return { ref, text, frontmatter: null, body: { start: 0, end: text.length } }
}

/** Its lines are those of the value, not of the file. */
function configDocument(key: string, text: string, { ports }: ComposeInput): SourceDocument {
  const ref = {
    root: 'config',
    kind: 'config',
    name: key,
    path: key,
    sha256: ports.sha256(text),
  } as const
  return { ref, text, frontmatter: null, body: { start: 0, end: text.length } }
}
