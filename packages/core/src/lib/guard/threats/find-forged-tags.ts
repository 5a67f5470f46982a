import { type SeenTag, scanTags } from '../tag-scanner.ts'
import type { ThreatRule } from './threat-rule.ts'

/** What a forged tag is reported as. */
export const FORGED_TAG: ThreatRule = {
  id: 'forgery.reserved-tag',
  version: 1,
  family: 'forgery',
  severity: 'high',
  title: 'Closes or disguises an element of the prompt around it.',
  languages: ['code'],
  patterns: [],
}

/** The same for a tag alone between quotation marks: that is how a tag is named, and how code holds it. */
export const NAMED_TAG: ThreatRule = { ...FORGED_TAG, severity: 'medium' }

/** A stretch that forges structure, by `FORGED_TAG` or by `NAMED_TAG`. */
export interface ForgedTag {
  readonly start: number
  readonly end: number
  readonly rule: ThreatRule
}

/**
 * Finds reserved elements that are closed without having been opened, and reserved
 * tags in disguise: look-alike brackets or letters, invisible characters, line
 * breaks in the name. An element that a text opens and closes itself is its own.
 */
export function findForgedTags(text: string): readonly ForgedTag[] {
  if (!mayForge(text)) return []
  const open = new Map<string, number>()
  const forged: ForgedTag[] = []
  for (const tag of scanTags(text)) {
    if (tag.name === '!--') continue
    const shown = text.slice(tag.start, tag.end)
    const closes = /^.{1,2}[\s\S]{0,12}[/\\]/u.test(shown) && !/^<[a-z]/i.test(shown)
    const count = open.get(tag.name) ?? 0
    if (isDisguised(shown, tag) || (closes && count === 0))
      forged.push({
        start: tag.start,
        end: tag.end,
        rule: isNamed(text, tag) ? NAMED_TAG : FORGED_TAG,
      })
    open.set(tag.name, closes ? Math.max(0, count - 1) : count + 1)
  }
  return forged
}

/** Whether a bracket is followed by a slash somewhere, or the text has other letters than ASCII and a bracket. */
function mayForge(text: string): boolean {
  if (/<[^a-z<]{0,12}[/\\]/i.test(text)) return true
  return /[\u0080-\uffff]/.test(text) && /[<＜﹤‹⟨〈《«❮❰]/.test(text)
}

function isNamed(text: string, { start, end }: SeenTag): boolean {
  const mark = text.charAt(start - 1)
  return mark !== '' && `"'\``.includes(mark) && text.charAt(end) === mark
}

function isDisguised(shown: string, tag: SeenTag): boolean {
  if (/^<\s*\/?\s*[\x20-\x7e]*$/.test(shown)) return false
  return shown.charAt(0) !== '<' || !shown.toLowerCase().includes(tag.name)
}
