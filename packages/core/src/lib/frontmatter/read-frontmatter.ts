import type { Frontmatter } from '../model/source.ts'
import { parseAudience } from '../select/audience.ts'
import { escapeForDisplay } from '../text/escape-for-display.ts'
import type { YamlMapping, YamlValue } from './read-yaml-mapping.ts'

export interface FrontmatterComplaint {
  readonly code: 'frontmatter.bad-value' | 'frontmatter.refused-key'
  readonly message: string
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
] as const
type KnownKey = (typeof KNOWN)[number]

/** Reads the known keys; a value that does not fit is reported and ignored, an unknown key is kept. */
export function readFrontmatter(
  mapping: Extract<YamlMapping, { kind: 'mapping' }>,
): ReadFrontmatter {
  const complaints: FrontmatterComplaint[] = mapping.refusedKeys.map((key) => ({
    code: 'frontmatter.refused-key',
    message: `the key ${escapeForDisplay(key)} is ignored`,
  }))
  const known: { -readonly [K in keyof Frontmatter]?: Frontmatter[K] } = {}
  const unknown: Record<string, string> = {}
  for (const [key, value] of mapping.entries) {
    if (!isKnown(key)) unknown[key] = typeof value === 'string' ? value : value.join(', ')
    else {
      const fault = setKnown(known, key, value)
      if (fault) complaints.push({ code: 'frontmatter.bad-value', message: `${key}: ${fault}` })
    }
  }
  return { frontmatter: { ...known, keep: known.keep ?? [], unknown }, complaints }
}

function isKnown(key: string): key is KnownKey {
  return (KNOWN as readonly string[]).includes(key)
}

type Draft = { -readonly [K in keyof Frontmatter]?: Frontmatter[K] }

/** Sets one known key; returns what is wrong with the value, if anything. */
function setKnown(draft: Draft, key: KnownKey, value: YamlValue): string | undefined {
  if (key === 'keep') {
    draft.keep = (typeof value === 'string' ? [value] : value)
      .map((name) => name.trim())
      .filter(Boolean)
    return undefined
  }
  if (typeof value !== 'string') return 'must be one value, not a list'
  return setScalar(draft, key, value.trim())
}

function setScalar(
  draft: Draft,
  key: Exclude<KnownKey, 'keep'>,
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
      if (!parseAudience(value)) return 'must be public, owner, user:<id> or group:<id>'
      draft.audience = value
      return undefined
    case 'budget':
      if (!/^[1-9]\d{0,8}$/.test(value)) return 'must be a positive number of characters'
      draft.budget = Number(value)
      return undefined
    default:
      draft[key] = value
      return undefined
  }
}
