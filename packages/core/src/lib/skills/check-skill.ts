import { escapeForDisplay } from '../text/escape-for-display.ts'
import { countChars } from '../text/measure.ts'
import { suggest } from '../text/suggest.ts'
import { estimateTokens } from '../text/tokens.ts'
import { checkSkillName, normaliseSkillName } from './check-skill-name.ts'
import { isGateKey } from './read-skill-gates.ts'
import type { PlacedFault, SkillFrontmatter } from './skill-frontmatter.ts'
import type { SkillRuleCode } from './skill-rules.ts'

type Front = Pick<SkillFrontmatter, 'entries' | 'trees' | 'lines'>

const MAX_DESCRIPTION = 1024
const MAX_COMPATIBILITY = 500
const MAX_BODY_LINES = 500
const MAX_BODY_TOKENS = 5_000

/** Keys of the format. */
const OWN = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']

/** Keys that Claude Code, OpenClaw or Hermes read; the format's validator refuses them. */
const FOREIGN: ReadonlySet<string> = new Set([
  'agent',
  'argument-hint',
  'arguments',
  'author',
  'category',
  'command-arg-mode',
  'command-dispatch',
  'command-tool',
  'context',
  'disable-model-invocation',
  'effort',
  'homepage',
  'hooks',
  'model',
  'paths',
  'prerequisites',
  'required_environment_variables',
  'shell',
  'tags',
  'user-invocable',
  'version',
  'when_to_use',
])

export function checkName(front: Front, folder: string): readonly PlacedFault[] {
  const value = front.entries.get('name')
  const at = lineOf(front, 'name')
  if (value !== undefined && (typeof value !== 'string' || front.trees.has('name'))) {
    return [{ code: 'skill.name-characters', message: 'the name is no text', ...at }]
  }
  const stated = normaliseSkillName(value ?? '')
  if (stated === '') return [...nameless(folder, value), ...fatalOnly(folder)]
  const faults = checkSkillName(stated).map((fault) => ({ ...fault, ...at }))
  if (stated === normaliseSkillName(folder)) return faults
  const message = `the name ${escapeForDisplay(stated.slice(0, 64))} is not that of its folder, ${escapeForDisplay(folder)}`
  return [...faults, { code: 'skill.name-folder', message, ...at }]
}

function nameless(folder: string, value: string | undefined): readonly PlacedFault[] {
  const what = value === undefined ? 'there is no `name:`' : '`name:` is empty'
  const message = `${what}; it is called by the name of its folder, ${escapeForDisplay(folder)}`
  return [{ code: 'skill.name-missing', message }]
}

/** Where the folder's name has to serve, it has to be one. */
function fatalOnly(folder: string): readonly PlacedFault[] {
  return checkSkillName(folder).filter(({ code }) => code !== 'skill.name-letters')
}

export function checkDescription(front: Front): readonly PlacedFault[] {
  const value = front.entries.get('description')
  const at = lineOf(front, 'description')
  const code = 'skill.description-missing'
  if (value === undefined) return [{ code, message: 'there is no `description:`' }]
  if (typeof value !== 'string' || front.trees.has('description')) {
    return [{ code, message: 'the description is no text', ...at }]
  }
  if (value.trim() === '') return [{ code, message: 'the description is empty', ...at }]
  return tooLong('skill.description-long', { key: 'description', value, max: MAX_DESCRIPTION, at })
}

interface LongText {
  readonly key: string
  readonly value: string
  readonly max: number
  readonly at: { readonly line?: number }
}

function tooLong(code: SkillRuleCode, { key, value, max, at }: LongText): readonly PlacedFault[] {
  const chars = countChars(value)
  if (chars <= max) return []
  const figure = (count: number): string => count.toLocaleString('en')
  const message = `the ${key} has ${figure(chars)} characters; ${figure(max)} are allowed`
  return [{ code, message, ...at }]
}

/** All keys but name and description. */
export function checkKeys(front: Front): readonly PlacedFault[] {
  return [
    ...checkCompatibility(front),
    ...checkMetadata(front),
    ...checkTools(front),
    ...[...front.entries.keys()].flatMap((key) => checkKey(front, key)),
  ]
}

function checkCompatibility(front: Front): readonly PlacedFault[] {
  const value = front.entries.get('compatibility')
  if (value === undefined) return []
  const at = lineOf(front, 'compatibility')
  if (typeof value !== 'string' || front.trees.has('compatibility')) {
    return [{ code: 'skill.compatibility-form', message: 'compatibility is no text', ...at }]
  }
  const key = 'compatibility'
  return tooLong('skill.compatibility-long', { key, value, max: MAX_COMPATIBILITY, at })
}

function checkMetadata(front: Front): readonly PlacedFault[] {
  const value = front.entries.get('metadata')
  if (value === undefined || value === '') return []
  const at = lineOf(front, 'metadata')
  const code = 'skill.metadata-form'
  const tree = front.trees.get('metadata')
  if (tree === undefined || Array.isArray(tree)) {
    return [{ code, message: 'metadata is no map of keys and values', ...at }]
  }
  const deep = Object.entries(tree).flatMap(([key, one]) => (typeof one === 'string' ? [] : [key]))
  if (deep.length === 0) return []
  const message = `metadata holds what is no text: ${deep.map((key) => escapeForDisplay(key)).join(', ')}`
  return [{ code, message, ...at }]
}

function checkTools(front: Front): readonly PlacedFault[] {
  const value = front.entries.get('allowed-tools')
  if (value === undefined) return []
  const code = 'skill.allowed-tools-form'
  const at = lineOf(front, 'allowed-tools')
  if (typeof value !== 'string') {
    return [{ code, message: 'allowed-tools is a list; the format has one text', ...at }]
  }
  const outside = value.replace(/\([^)]*\)/g, '')
  if (!outside.includes(',')) return []
  return [{ code, message: 'allowed-tools has commas; the format has blanks', ...at }]
}

function checkKey(front: Front, key: string): readonly PlacedFault[] {
  if (OWN.includes(key)) return []
  const at = lineOf(front, key)
  const shown = escapeForDisplay(key.slice(0, 64))
  if (FOREIGN.has(key) || isGateKey(key)) {
    const message = `the key ${shown} is no part of the format; its validator refuses it`
    return [{ code: 'skill.foreign-key', message, ...at }]
  }
  const meant = suggest(key, OWN, 2)
  const message = `the key ${shown} has no effect${meant ? `; did you mean ${meant}?` : ''}`
  return [
    { code: 'skill.unknown-key', message, ...at, ...(meant && { fix: `rename it to ${meant}` }) },
  ]
}

export function checkBody(
  text: string,
  { body }: Pick<SkillFrontmatter, 'body'>,
): readonly PlacedFault[] {
  const held = text.slice(body.start, body.end)
  if (held.trim() === '')
    return [{ code: 'skill.body-empty', message: 'there is nothing below the frontmatter' }]
  const lines = held.trimEnd().split('\n').length
  const code = 'skill.body-long'
  if (lines > MAX_BODY_LINES) {
    return [{ code, message: `the body has ${lines.toLocaleString('en')} lines` }]
  }
  // No character costs more than two tokens: short bodies need no count.
  if (held.length <= MAX_BODY_TOKENS / 2) return []
  const tokens = estimateTokens(held)
  if (tokens <= MAX_BODY_TOKENS) return []
  return [{ code, message: `the body has about ${tokens.toLocaleString('en')} tokens` }]
}

function lineOf({ lines }: Front, key: string): { readonly line?: number } {
  const line = lines.get(key)
  return line === undefined ? {} : { line }
}
