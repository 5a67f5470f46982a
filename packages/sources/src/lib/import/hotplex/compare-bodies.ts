import { countBytes, createLineIndex, type SourceDocument } from '@onesoul/core'
import type { ImportNotes } from '../import-notes.ts'
import { bodyOf, documentOf } from '../read-source.ts'
import { HOTPLEX_FILE_BYTES, hotplexBody } from './hotplex-body.ts'
import type { TakenFile } from './plan-files.ts'

/** Lists where a file reaches the model otherwise than through HotPlex, and what differs for all of them. */
export function compareBodies(taken: readonly TakenFile[], notes: ImportNotes): void {
  for (const { source } of taken) {
    const document = documentOf(source)
    for (const { about, message, line } of differencesOf(document)) {
      notes.decide(about, message, [line === undefined ? source.name : `${source.name}:${line}`])
    }
  }
  for (const [about, message] of ALWAYS) notes.decide(about, message)
}

interface Difference {
  readonly about: string
  readonly message: string
  readonly line?: number
}

function differencesOf(document: SourceDocument): readonly Difference[] {
  const theirs = hotplexBody(document.text)
  const ours = bodyOf(document)
  return [...cutOf(theirs), ...headOf(theirs, ours), ...wordsOf(document)]
}

function cutOf(theirs: string): readonly Difference[] {
  const bytes = countBytes(theirs)
  if (bytes <= HOTPLEX_FILE_BYTES) return []
  const message = `HotPlex cuts a file at byte ${HOTPLEX_FILE_BYTES} without a word; here it is whole.`
  return [{ about: 'length', message }]
}

function headOf(theirs: string, ours: string): readonly Difference[] {
  if (theirs === ours) return []
  if (withoutEdges(theirs) === withoutEdges(ours)) {
    const message =
      'Below frontmatter HotPlex drops carriage returns, leading blank lines and the last line end; here these bytes stay.'
    return [{ about: 'white space', message }]
  }
  const message =
    theirs.length > ours.length
      ? 'HotPlex does not recognise the frontmatter and sends it to the model; here it is metadata.'
      : 'HotPlex takes the lines between two `---` for frontmatter and drops them; they are no YAML mapping and are content here.'
  return [{ about: 'frontmatter', message }]
}

function withoutEdges(text: string): string {
  return text.replaceAll('\r', '').trim()
}

/** Reserved names of HotPlex's sanitizer. */
const RESERVED =
  /<\/?(?:agent-configuration|directives|context|persona|rules|skills|tool-guidance|runtime-facts|user|memory|user-data|memory-data|hotplex|notice)\b/i
const BUILT_IN = /\{\{[ \t]*(?:workspaceDir|platform|bot|agent)[ \t]*\}\}|\\\{\{/
const ACTING = ['inherit', 'budget', 'audience', 'language'] as const

function wordsOf(document: SourceDocument): readonly Difference[] {
  const found: Difference[] = []
  const reserved = lineOf(document, RESERVED)
  if (reserved !== null) {
    const message =
      'HotPlex writes both brackets of a reserved tag as entities, in two spellings only; here the opening bracket alone becomes `&lt;`, in every spelling.'
    found.push({ about: 'sanitizer', message, line: reserved })
  }
  const builtIn = lineOf(document, BUILT_IN)
  if (builtIn !== null) {
    const message =
      '`{{platform}}`, `{{bot}}`, `{{agent}}` and `{{workspaceDir}}` are filled in here; HotPlex fills in nothing. `\\{{` keeps one as it is.'
    found.push({ about: 'variables', message, line: builtIn })
  }
  const keys = ACTING.filter((key) => document.frontmatter?.[key] !== undefined)
  if (keys.length > 0) {
    const message = `Its frontmatter sets ${keys.join(', ')}, which HotPlex ignores and OneSoul follows.`
    found.push({ about: 'frontmatter keys', message })
  }
  return found
}

/** The first line of the body that matches; `null` when none does. */
function lineOf(document: SourceDocument, pattern: RegExp): number | null {
  const found = pattern.exec(bodyOf(document))
  if (!found) return null
  return createLineIndex(document.text).position(document.body.start + found.index).line
}

const ALWAYS: readonly (readonly [string, string])[] = [
  [
    'metacognition',
    'The built-in text about the program itself is OneSoul’s: it stands first in the directives, in an element `onesoul`. `compat.elementName: hotplex` gives the element its old name.',
  ],
  [
    'lead-ins',
    'The sentences that introduce each part are OneSoul’s, in the language of SOUL. They let a user override persona and style, never the rules.',
  ],
  [
    'limits',
    'Limits count characters, not bytes, and are set so that nothing imported is cut; what would be cut later is marked in the prompt and reported.',
  ],
  [
    'unreadable files',
    'A file that cannot be read fails its own slot with a warning; HotPlex starts the agent without any prompt. `required: [AGENTS.md]` refuses the start.',
  ],
  [
    'who sees USER and MEMORY',
    'HotPlex shows both to everybody; `compat.userDataPublic: true` keeps it so. Remove it to keep them for their owner.',
  ],
]
