import { BLANK, type TextLines } from './text-lines.ts'

/** A stretch that a person who reads the rendered text does not see. */
export interface HiddenRegion {
  readonly start: number
  readonly end: number
}

const MAX_ELEMENT = 4_000
const BLANK_LINES = 60
const SPACES = ' '.repeat(300)
const STYLED =
  /<([a-z][a-z0-9]{0,15})\b[^<>]{0,300}?(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|opacity\s{0,3}:\s{0,3}0(?![.\d])|font-size\s{0,3}:\s{0,3}[01](?:px|pt|em)?(?![.\d])|color\s{0,3}[:=]\s{0,3}["']?(?:white|#fff(?:fff)?|transparent)|(?:height|width)\s{0,3}:\s{0,3}0(?![.\d])|(?:left|top|text-indent)\s{0,3}:\s{0,3}-\d{4}|\bhidden\b|aria-hidden|\bsize\s{0,2}=\s{0,2}["']?0\b)[^<>]{0,300}>/giu
const SILENT = /<(template|script|style|noscript|title)\b[^<>]{0,200}>/gi
const REFERENCE = /^[ \t]{0,3}\[[^\]\n]{1,80}\]:[ \t]*(?:#|<>|\S{1,300})[ \t]+["'(]/gm
const LINK = /\]\([^()\s]{0,300}[ \t]{1,3}["'][^\n]{12,400}?["']\)|!\[[^\]\n]{20,400}\]\(/g

/**
 * Finds comments, styled-away elements, reference definitions, link titles,
 * alternative texts and what follows much white space; ascending, without overlap.
 */
export function hiddenRegions(text: string, lines: TextLines): readonly HiddenRegion[] {
  const regions: HiddenRegion[] = []
  if (text.includes('<')) {
    addComments(text, regions)
    addElements(text, STYLED, regions)
    addElements(text, SILENT, regions)
  }
  if (text.includes(']')) {
    addUntilLineEnd(text, REFERENCE, regions)
    for (const match of text.matchAll(LINK)) {
      regions.push({ start: match.index, end: match.index + match[0].length })
    }
  }
  addPadded(text, lines, regions)
  return merge(regions)
}

/** Whether an offset lies in a region; the regions as `hiddenRegions` gives them. */
export function isHidden(regions: readonly HiddenRegion[], offset: number): boolean {
  let low = 0
  let high = regions.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const region = regions[middle]
    if (!region) return false
    if (offset < region.start) high = middle - 1
    else if (offset >= region.end) low = middle + 1
    else return true
  }
  return false
}

const STYLING: readonly string[] = ['style', 'STYLE', 'hidden', 'HIDDEN', '<font', '<FONT']

/** The insides of elements that are styled away; ascending. */
export function styledAway(text: string): readonly HiddenRegion[] {
  const regions: HiddenRegion[] = []
  if (STYLING.some((word) => text.includes(word))) addElements(text, STYLED, regions)
  return regions
}

function merge(regions: readonly HiddenRegion[]): readonly HiddenRegion[] {
  const merged: HiddenRegion[] = []
  for (const region of regions.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && region.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, region.end) }
    } else merged.push(region)
  }
  return merged
}

function addComments(text: string, regions: HiddenRegion[]): void {
  let at = text.indexOf('<!--')
  while (at >= 0) {
    const close = text.indexOf('-->', at + 2)
    const end = close < 0 ? text.length : close + 3
    regions.push({ start: at, end })
    at = close < 0 ? -1 : text.indexOf('<!--', end)
  }
}

function addElements(text: string, pattern: RegExp, regions: HiddenRegion[]): void {
  for (const match of text.matchAll(pattern)) {
    const start = match.index + match[0].length
    const close = text.slice(start, start + MAX_ELEMENT).indexOf(`</${match[1] ?? ''}`)
    const end = close < 0 ? Math.min(text.length, start + MAX_ELEMENT) : start + close
    regions.push({ start, end })
  }
}

function addUntilLineEnd(text: string, pattern: RegExp, regions: HiddenRegion[]): void {
  for (const match of text.matchAll(pattern)) {
    const newline = text.indexOf('\n', match.index)
    regions.push({ start: match.index, end: newline < 0 ? text.length : newline })
  }
}

/** The line after sixty blank ones, and what follows three hundred spaces on a line. */
function addPadded(text: string, lines: TextLines, regions: HiddenRegion[]): void {
  let blanks = 0
  for (const [index, flags] of lines.flags.entries()) {
    if ((flags & BLANK) !== 0) blanks++
    else {
      if (blanks >= BLANK_LINES) {
        regions.push({ start: lines.starts[index] ?? 0, end: lines.ends[index + 8] ?? text.length })
      }
      blanks = 0
    }
  }
  let at = text.indexOf(SPACES)
  while (at >= 0) {
    const newline = text.indexOf('\n', at)
    const end = newline < 0 ? text.length : newline
    regions.push({ start: at, end })
    at = text.indexOf(SPACES, end)
  }
}
