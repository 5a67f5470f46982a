import { itemColumn } from '../budget/block-starts.ts'
import { type Block, scanBlocks } from '../budget/blocks.ts'
import { type MarkdownLine, scanMarkdownLines } from '../budget/markdown-lines.ts'
import type { TextRange } from '../model/source.ts'

/** A file of a skill, wherever it lies: `~/.codex/skills/review/SKILL.md`. */
const SKILL_FILE = /(?<![\w.-])skills[/\\]([A-Za-z0-9][\w.-]{0,63})[/\\]SKILL\.md(?![\w-])/g

/** A list item, a row of a table or a paragraph that points at files of skills. */
export interface SkillMention extends TextRange {
  /** Names of the skills, each once. */
  readonly skills: readonly string[]
}

/**
 * The smallest whole pieces of a Markdown text that point at skills by the paths
 * of their files, all of which give way: a list item with what belongs to it, a
 * row of a table below its head, a paragraph. They do not overlap. Headings,
 * code, quotes and HTML are left alone, and so is a `$name`, which means whatever
 * skill has that name.
 */
export function findSkillMentions(
  text: string,
  givesWay: (skill: string) => boolean,
): readonly SkillMention[] {
  if (!text.includes('SKILL.md')) return []
  const found = allMentions(text).map((piece, _, all) => ({
    ...piece,
    skills: skillsIn(piece, all),
  }))
  const chosen: SkillMention[] = []
  for (const piece of found) {
    const isInside = piece.start < (chosen.at(-1)?.end ?? 0)
    if (!isInside && piece.skills.every(givesWay)) chosen.push(piece)
  }
  return chosen
}

/** In order, an item before the items in it. */
function allMentions(text: string): readonly SkillMention[] {
  const lines = scanMarkdownLines(text)
  const pieces: SkillMention[] = []
  for (const block of scanBlocks(text)) {
    for (const match of text.slice(block.start, block.end).matchAll(SKILL_FILE)) {
      const piece = pieceAt(block, lines, block.start + match.index)
      if (piece) pieces.push({ ...piece, skills: [match[1] ?? ''] })
    }
  }
  return pieces.sort((a, b) => a.start - b.start)
}

/** Also those of the items inside. */
function skillsIn(piece: TextRange, all: readonly SkillMention[]): readonly string[] {
  const inside = all.filter(({ start, end }) => start >= piece.start && end <= piece.end)
  return [...new Set(inside.flatMap(({ skills }) => skills))]
}

function pieceAt(block: Block, lines: readonly MarkdownLine[], offset: number): TextRange | null {
  if (block.enclosures.some(({ start, end }) => offset >= start && offset < end)) return null
  const own = lines.filter(({ start, end }) => start >= block.start && end <= block.end)
  const at = own.findIndex(({ start, end }) => offset >= start && offset < end)
  switch (block.kind) {
    case 'paragraph':
      return { start: block.start, end: block.end }
    case 'table':
      return at < 2 ? null : rangeOf(own, at, at + 1)
    case 'list-item':
      return itemAt(block, own, at)
    default:
      return null
  }
}

/** The innermost item that a line belongs to: from its marker to the next line that stands no deeper. */
function itemAt(block: Block, lines: readonly MarkdownLine[], at: number): TextRange {
  const isItem = (line: MarkdownLine): boolean =>
    itemColumn(line) > 0 &&
    !block.enclosures.some(({ start, end }) => line.start >= start && line.start < end)
  let first = at
  while (first > 0 && !isMarkerFor(lines, { first, at, isItem })) first--
  const marker = lines[first]
  let next = first + 1
  for (let line = lines[next]; line && marker; line = lines[++next]) {
    if (line.body === '' || line.indent > marker.indent) continue
    const lazy = !isItem(line) && lines[next - 1]?.body !== ''
    if (!lazy) break
  }
  while (next > first + 1 && lines[next - 1]?.body === '' && next < lines.length) next--
  return rangeOf(lines, first, next)
}

interface MarkerQuestion {
  readonly first: number
  readonly at: number
  readonly isItem: (line: MarkdownLine) => boolean
}

/** Whether the item that begins at `first` holds the line `at`: itself, a line that stands deeper, or one that goes on lazily. */
function isMarkerFor(
  lines: readonly MarkdownLine[],
  { first, at, isItem }: MarkerQuestion,
): boolean {
  const [marker, line] = [lines[first], lines[at]]
  if (!marker || !line || !isItem(marker)) return false
  if (first === at || line.indent > marker.indent) return true
  return lines.slice(first + 1, at + 1).every((between) => between.body !== '')
}

function rangeOf(lines: readonly MarkdownLine[], first: number, next: number): TextRange {
  return { start: lines[first]?.start ?? 0, end: lines[next - 1]?.end ?? 0 }
}
