import type { TextRange } from '../model/source.ts'
import type { Block } from './blocks.ts'

/** A section that a cut keeps first: a heading with everything up to the next one of its level or higher. */
export interface KeptSection extends TextRange {
  /** The text of its heading; empty for the text in front of the first one. */
  readonly heading: string
}

const KEEP_MARK = /<!--[ \t]*keep[ \t]*-->/gi

/** The sections to keep, in the order in which they claim room. */
export interface KeptSections {
  readonly sections: readonly KeptSection[]
  /** Entries of `keep` that name no heading of the text. */
  readonly unmatched: readonly string[]
}

/**
 * Finds the sections to keep: first those whose heading is named in `keep`, in
 * that order, compared without case, heading marks and extra white space; then
 * those that hold `<!-- keep -->` outside fences, in the order of the text.
 */
export function findKeptSections(
  text: string,
  blocks: readonly Block[],
  keep: readonly string[],
): KeptSections {
  const sections = listSections(text, blocks)
  const headings = sections.map(({ heading }) => normalise(heading))
  const matching = (name: string): readonly KeptSection[] =>
    sections.filter((_, index) => index > 0 && headings[index] === normalise(name))
  const kept = [...keep.flatMap(matching), ...markedSections(text, blocks, sections)]
  return {
    sections: [...new Set(kept)],
    unmatched: keep.filter((name) => matching(name).length === 0),
  }
}

function normalise(heading: string): string {
  return heading
    .replace(/^#{1,6}[ \t]+/, '')
    .trim()
    .replace(/\s+/g, ' ')
    .normalize('NFC')
    .toLowerCase()
}

function listSections(text: string, blocks: readonly Block[]): readonly KeptSection[] {
  const headings = blocks.filter((block) => block.heading)
  const sections: KeptSection[] = []
  const open: { block: Block; level: number }[] = []
  const close = (level: number, end: number): void => {
    for (let last = open.at(-1); last && last.level >= level; last = open.at(-1)) {
      sections.push({ heading: last.block.heading?.text ?? '', start: last.block.start, end })
      open.pop()
    }
  }
  for (const block of headings) {
    const level = block.heading?.level ?? 1
    close(level, block.start)
    open.push({ block, level })
  }
  close(0, text.length)
  const preamble = { heading: '', start: 0, end: headings[0]?.start ?? text.length }
  return [preamble, ...sections.sort((a, b) => a.start - b.start)]
}

/** The innermost sections that hold a mark; `sections` are sorted by their start. */
function markedSections(
  text: string,
  blocks: readonly Block[],
  sections: readonly KeptSection[],
): readonly KeptSection[] {
  const marked: KeptSection[] = []
  let next = 0
  for (const block of blocks) {
    while ((sections[next + 1]?.start ?? text.length) <= block.start) next++
    const section = sections[next]
    if (section && holdsKeepMark(text, block)) marked.push(section)
  }
  return marked
}

function holdsKeepMark(text: string, block: Block): boolean {
  if (block.kind === 'code') return false
  for (const found of text.slice(block.start, block.end).matchAll(KEEP_MARK)) {
    const at = block.start + found.index
    const fenced = block.enclosures.some(
      ({ start, end, close }) => start <= at && at < end && close !== '-->',
    )
    if (!fenced && text.charAt(at - 1) !== '`') return true
  }
  return false
}
