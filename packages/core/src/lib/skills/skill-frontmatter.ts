import {
  type RefusedYaml,
  readYamlMapping,
  type YamlMapping,
  type YamlTree,
  type YamlValue,
} from '../frontmatter/read-yaml-mapping.ts'
import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts'
import type { TextRange } from '../model/source.ts'
import type { SkillRuleCode } from './skill-rules.ts'

/** A fault with the line that it stands on, 1-based in the file. */
export interface PlacedFault {
  readonly code: SkillRuleCode
  readonly message: string
  readonly line?: number
  /** In place of the rule's own. */
  readonly fix?: string
}

/** What stands above the body. */
export interface SkillFrontmatter {
  readonly entries: ReadonlyMap<string, YamlValue>
  readonly trees: ReadonlyMap<string, YamlTree>
  /** 1-based, of the file. */
  readonly lines: ReadonlyMap<string, number>
  readonly body: TextRange
  readonly faults: readonly PlacedFault[]
}

type Mapping = Extract<YamlMapping, { kind: 'mapping' }>

/**
 * Reads the frontmatter of a SKILL.md: YAML, and where that fails `key: value`
 * line by line. Nothing in it is executed or expanded.
 */
export function readSkillFrontmatter(text: string): SkillFrontmatter {
  const split = splitFrontmatter(text)
  if (split.kind === 'language-tag') {
    const message = `\`---${split.tag}\` opens no frontmatter; nothing in the block is executed`
    return none(text, { code: 'skill.language-tag', message, line: 1 })
  }
  if (split.kind !== 'block') return none(text, withoutBlock(split.kind))
  const block = text.slice(split.yamlStart, split.yamlEnd)
  const body = { start: split.bodyStart, end: text.length }
  const mapping = readYamlMapping(block)
  if (mapping.kind === 'mapping') return { ...placed(mapping), body, faults: refused(mapping) }
  if (mapping.kind === 'other') {
    return none(text, {
      code: 'skill.no-frontmatter',
      message: 'the block between the --- lines holds no `key: value`',
      line: 2,
    })
  }
  return { ...placed(readLines(block)), body, faults: [unreadYaml(mapping)] }
}

/** What to do about YAML that is none, or more than a frontmatter may hold. */
const FIXES: Readonly<Record<RefusedYaml, string>> = {
  alias: 'write the text itself: an alias is not followed; put a text that begins with * in quotes',
  tag: 'remove the tag, or put a text that begins with ! in quotes',
  duplicate: 'keep one of the two keys',
}

function unreadYaml({
  message,
  line,
  cause,
}: Extract<YamlMapping, { kind: 'invalid' }>): PlacedFault {
  const what = cause === undefined ? 'is no readable YAML and' : 'is no plain YAML and'
  return {
    code: 'skill.invalid-yaml',
    message: `the frontmatter ${what} was read line by line: ${message}`,
    line: line + 1,
    ...(cause !== undefined && { fix: FIXES[cause] }),
  }
}

function withoutBlock(kind: 'none' | 'unclosed'): PlacedFault {
  const message =
    kind === 'none'
      ? 'it does not begin with frontmatter'
      : 'the frontmatter opened on line 1 has no closing --- line'
  return { code: 'skill.no-frontmatter', message, line: 1 }
}

function none(text: string, fault: PlacedFault): SkillFrontmatter {
  const empty = new Map<string, never>()
  const body = { start: 0, end: text.length }
  return { entries: empty, trees: empty, lines: empty, body, faults: [fault] }
}

function placed(mapping: Pick<Mapping, 'entries' | 'trees' | 'lines'>): {
  readonly entries: Mapping['entries']
  readonly trees: Mapping['trees']
  readonly lines: Mapping['lines']
} {
  // The opening fence is line 1 of the file.
  const lines = new Map([...mapping.lines].map(([key, line]) => [key, line + 1]))
  return { entries: mapping.entries, trees: mapping.trees, lines }
}

function refused({ refusedKeys, lines }: Mapping): readonly PlacedFault[] {
  return refusedKeys.map((key) => ({
    code: 'skill.refused-key',
    message: `the key ${key} is ignored`,
    line: (lines.get(key) ?? 0) + 1,
  }))
}

const LINE = /^([A-Za-z][\w.-]{0,63})[ \t]*:(?:[ \t]+(.*))?$/
const REFUSED = new Set(['constructor', 'prototype'])

/** `key: value` at the beginning of a line; further lines that are indented belong to it. The first of a key counts. */
function readLines(block: string): Pick<Mapping, 'entries' | 'trees' | 'lines'> {
  const entries = new Map<string, string>()
  const lines = new Map<string, number>()
  let key = ''
  for (const [index, raw] of block.split(/\r?\n/).entries()) {
    const found = LINE.exec(raw)
    const [, name = '', value = ''] = found ?? []
    if (found && !entries.has(name) && !REFUSED.has(name)) {
      key = name
      entries.set(key, unquoted(value.trim()))
      lines.set(key, index + 1)
    } else if (found) key = ''
    else if (key !== '' && /^[ \t]+\S/.test(raw)) {
      entries.set(key, `${entries.get(key)} ${raw.trim()}`.trim())
    }
  }
  return { entries, trees: new Map(), lines }
}

function unquoted(value: string): string {
  if (/^[|>][+-]?$/.test(value)) return ''
  const [, inner] = /^"(.*)"$|^'(.*)'$/.exec(value)?.filter((part) => part !== undefined) ?? []
  return inner ?? value
}
