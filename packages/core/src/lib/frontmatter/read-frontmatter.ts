import type { Frontmatter } from '../model/source.ts'
import { parseAudience } from '../select/audience.ts'
import { escapeForDisplay } from '../text/escape-for-display.ts'
import { suggest } from '../text/suggest.ts'
import type { YamlMapping, YamlValue } from './read-yaml-mapping.ts'

export interface FrontmatterComplaint {
  readonly code: 'frontmatter.bad-value' | 'frontmatter.refused-key' | 'frontmatter.unknown-key'
  readonly message: string
  readonly fix: string
  /** 1-based, within the block. */
  readonly line: number
}

export interface ReadFrontmatter {
  readonly frontmatter: Frontmatter
  readonly complaints: readonly FrontmatterComplaint[]
}

const KNOWN = [
  'version',
  'description',
  'inherit',
  'keep',
  'audience',
  'budget',
  'language',
  'ownedBy',
  'ownedText',
  'ownedFiles',
] as const
type KnownKey = (typeof KNOWN)[number]

const EXAMPLES: Readonly<Record<KnownKey, string>> = {
  version: '1',
  description: 'who reads this',
  inherit: 'append',
  keep: '[Release]',
  audience: 'owner',
  budget: '12000',
  language: 'en',
  ownedBy: 'claude-code',
  ownedText: 'the SHA-256 of the text',
  ownedFiles: '["<SHA-256>  ~/.claude/CLAUDE.md"]',
}

/** What is said of a file whose audience cannot be read. */
export const HIDDEN: string = 'until that is mended the owner alone sees the file'

/**
 * Reads the known keys; a value that does not fit is reported and ignored. An
 * unknown key is kept, and reported when it is one typing error away from a known
 * one. An audience that is misspelt, key or value, is the owner alone: who meant
 * to hide a file must not show it by a typing error.
 */
export function readFrontmatter(
  mapping: Extract<YamlMapping, { kind: 'mapping' }>,
): ReadFrontmatter {
  const complaints: FrontmatterComplaint[] = mapping.refusedKeys.map((key) => ({
    code: 'frontmatter.refused-key',
    message: `the key ${escapeForDisplay(key)} is ignored`,
    fix: 'remove it or give it another name',
    line: lineOf(mapping, key),
  }))
  const known: Draft = {}
  const unknown: Record<string, string> = {}
  for (const [key, value] of mapping.entries) {
    const complaint = isKnown(key) ? badValue(known, key, value) : unknownKey(known, key)
    if (complaint) complaints.push({ ...complaint, line: lineOf(mapping, key) })
    if (!isKnown(key)) unknown[key] = typeof value === 'string' ? value : value.join(', ')
  }
  return { frontmatter: { ...known, keep: known.keep ?? [], unknown }, complaints }
}

type Unplaced = Omit<FrontmatterComplaint, 'line'>

function badValue(draft: Draft, key: KnownKey, value: YamlValue): Unplaced | undefined {
  const fault = setKnown(draft, key, value)
  if (!fault) return undefined
  const fix = `write for example \`${key}: ${EXAMPLES[key]}\`, or remove the line`
  return { code: 'frontmatter.bad-value', message: `${key}: ${fault}`, fix }
}

function unknownKey(draft: Draft, key: string): Unplaced | undefined {
  const meant = suggest(key, KNOWN, 1)
  if (meant === undefined) return undefined
  if (meant === 'audience') draft.audience ??= 'owner'
  const message = `the key ${escapeForDisplay(key)} has no effect; did you mean ${meant}?${hidden(meant)}`
  return { code: 'frontmatter.unknown-key', message, fix: `rename it to ${meant}` }
}

function lineOf({ lines }: Extract<YamlMapping, { kind: 'mapping' }>, key: string): number {
  return lines.get(key) ?? 1
}

function isKnown(key: string): key is KnownKey {
  return (KNOWN as readonly string[]).includes(key)
}

type Draft = { -readonly [K in keyof Frontmatter]?: Frontmatter[K] }

/** Sets one known key; returns what is wrong with the value, if anything. */
function setKnown(draft: Draft, key: KnownKey, value: YamlValue): string | undefined {
  if (key === 'keep' || key === 'ownedFiles') {
    const list = typeof value === 'string' ? [value] : value
    draft[key] = list.map((name) => name.trim()).filter(Boolean)
    return undefined
  }
  if (key === 'audience') draft.audience = 'owner'
  if (typeof value !== 'string') return `must be one value, not a list${hidden(key)}`
  return setScalar(draft, key, value.trim())
}

function setScalar(
  draft: Draft,
  key: Exclude<KnownKey, 'keep' | 'ownedFiles'>,
  value: string,
): string | undefined {
  switch (key) {
    case 'inherit':
      if (value !== 'append' && value !== 'prepend') return 'must be append or prepend'
      draft.inherit = value
      return undefined
    case 'language':
      if (value !== 'en' && value !== 'zh') return 'must be en or zh'
      draft.language = value
      return undefined
    case 'audience':
      if (!parseAudience(value)) {
        return `must be public, owner, user:<id> or group:<id>${hidden(key)}`
      }
      draft.audience = value
      return undefined
    case 'budget':
      if (!/^[1-9]\d{0,8}$/.test(value)) return 'must be a positive number of characters'
      draft.budget = Number(value)
      return undefined
    case 'ownedText':
      if (!/^[0-9a-f]{64}$/.test(value)) return 'must be a SHA-256 in hexadecimal digits'
      draft.ownedText = value
      return undefined
    default:
      draft[key] = value
      return undefined
  }
}

function hidden(key: string): string {
  return key === 'audience' ? `; ${HIDDEN}` : ''
}
