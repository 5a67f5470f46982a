/**
 * The workload of the figures: five slots of 8 KB of believable Markdown, a list
 * of 50 skills, runtime facts. `seed` changes words, so that no cache knows them.
 */
import { createHash } from 'node:crypto'

const WORDS =
  'always review the change before merging and name the file that it touches because a reader wants to know where to look first use short sentences prefer plain words keep the log of every release under docs run the tests of the package before you push never commit a secret ask when a request is unclear'.split(
    ' ',
  )

export const SLOT_FILES = ['SOUL.md', 'AGENTS.md', 'TOOLS.md', 'USER.md', 'MEMORY.md']
export const SKILL_COUNT = 50

/** A small deterministic generator (mulberry32). */
export function createRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Headings, lists, a table, a fence with a generic type in it, and paragraphs. */
export function markdown(seed, chars) {
  const random = createRandom(seed)
  const pick = () => WORDS[Math.floor(random() * WORDS.length)]
  const sentence = () => {
    const words = Array.from({ length: 8 + Math.floor(random() * 10) }, pick).join(' ')
    return `${words[0].toUpperCase()}${words.slice(1)}.`
  }
  const blocks = [`# Notes ${seed}\n`]
  let size = 0
  for (let index = 0; size < chars; index++) {
    const block = blockOf(index, { sentence, pick })
    blocks.push(block)
    size += block.length + 1
  }
  return `${blocks
    .join('\n')
    .slice(0, chars - 1)
    .trimEnd()}\n`
}

function blockOf(index, { sentence, pick }) {
  switch (index % 6) {
    case 0:
      return `## ${pick()} ${pick()} ${index}\n`
    case 1:
      return `${sentence()} ${sentence()}\n`
    case 2:
      return `${Array.from({ length: 4 }, () => `- ${sentence()}`).join('\n')}\n`
    case 3:
      return `\`\`\`ts\nconst ${pick()}${index}: Map<string, Item> = new Map()\n\`\`\`\n`
    case 4:
      return `| ${pick()} | ${pick()} |\n|---|---|\n| \`${pick()}\` | ${pick()} |\n`
    default:
      return `${sentence()} ${sentence()} ${sentence()}\n`
  }
}

export function skillLines(seed) {
  const random = createRandom(seed)
  const pick = () => WORDS[Math.floor(random() * WORDS.length)]
  return Array.from(
    { length: SKILL_COUNT },
    (_, index) => `- skill-${index}: ${Array.from({ length: 14 }, pick).join(' ')}`,
  ).join('\n')
}

const sha256 = (text) => createHash('sha256').update(text, 'utf8').digest('hex')

/** The same workload as an input of `compose`: reading files is not part of these figures. */
export function composeInput(core, seed) {
  const documents = SLOT_FILES.map((file, index) =>
    slotDocument(core, file, markdown(seed * 10 + index, 8000)),
  )
  return {
    target: {
      agent: 'none',
      platform: 'slack',
      bot: 'bench',
      viewer: 'owner',
      session: null,
      format: 'xml',
    },
    slots: core.SLOTS.map(({ slot }, index) => ({
      slot,
      required: false,
      resolution: { outcome: 'content', documents: [documents[index]] },
    })),
    project: [],
    extra: [
      {
        id: 'skills',
        half: 'directives',
        trust: 'user',
        stability: 'fixed',
        sharedBy: 'bot',
        audience: 'public',
        priority: 400,
        text: skillLines(seed),
      },
    ],
    facts: {
      schemaVersion: 1,
      platform: 'slack',
      agent: 'none',
      scope: 'bot',
      capabilities: ['resume'],
    },
    hidden: [],
    diagnostics: [],
    settings: core.DEFAULT_SETTINGS,
    ports: { sha256 },
  }
}

function slotDocument(core, file, text) {
  const ref = {
    root: 'configs',
    kind: 'slot',
    name: file,
    scope: 'global',
    path: file,
    sha256: sha256(text),
  }
  return core.parseText(ref, text).value
}
