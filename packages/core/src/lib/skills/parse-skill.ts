import type { YamlTree } from '../frontmatter/read-yaml-mapping.ts'
import type { Diagnostic, DiagnosticSource } from '../model/diagnostic.ts'
import type { TextRange } from '../model/source.ts'
import { decodeText } from '../text/decode.ts'
import { checkBody, checkDescription, checkKeys, checkName } from './check-skill.ts'
import { readSkillGates } from './read-skill-gates.ts'
import type { SkillFacts } from './skill.ts'
import {
  type PlacedFault,
  readSkillFrontmatter,
  type SkillFrontmatter,
} from './skill-frontmatter.ts'
import { MAX_SKILL_BYTES, SKILL_RULES, type SkillRule } from './skill-rules.ts'

export interface ParseSkillOptions {
  /** Name of the folder that the SKILL.md stands in. */
  readonly folder: string
  /** Where diagnostics say that it stands; the line is added. */
  readonly source: Pick<DiagnosticSource, 'root' | 'path'>
}

export interface ParsedSkill {
  readonly facts: SkillFacts
  /** The whole file, decoded. */
  readonly text: string
  /** Where in it the body stands. */
  readonly body: TextRange
  /** No fault keeps it from being used. */
  readonly usable: boolean
  /** Every rule that it breaks; their codes are those of `SKILL_RULES`. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Descriptions longer than this are cut in the facts; the file is what it is. */
const MAX_DESCRIPTION = 1024

/**
 * Reads a SKILL.md: what it says of itself, where its body begins, and every rule
 * of the Agent Skills format that it breaks. Never throws, executes nothing.
 */
export function parseSkill(given: string | Uint8Array, options: ParseSkillOptions): ParsedSkill {
  const size = typeof given === 'string' ? given.length : given.byteLength
  if (size > MAX_SKILL_BYTES) return tooLarge(size, options)
  const { text, issues } =
    typeof given === 'string' ? { text: given, issues: [] } : decodeText(given)
  const front = readSkillFrontmatter(text)
  const gates = readSkillGates(front)
  const faults: readonly PlacedFault[] = [
    ...issues.map(({ message, line }): PlacedFault => ({ code: 'skill.encoding', message, line })),
    ...front.faults,
    ...checkName(front, options.folder),
    ...checkDescription(front),
    ...checkKeys(front),
    ...gates.faults,
    ...checkBody(text, front),
  ]
  return {
    facts: { ...factsOf(front, options.folder), gates: gates.gates },
    text,
    body: front.body,
    usable: !faults.some(({ code }) => SKILL_RULES[code].fatal),
    diagnostics: faults.map((fault) => toSkillDiagnostic(fault, options.source)),
  }
}

/** A broken rule as a diagnostic. */
export function toSkillDiagnostic(
  { code, message, line, fix }: PlacedFault,
  source: ParseSkillOptions['source'],
): Diagnostic {
  const rule: SkillRule = SKILL_RULES[code]
  return {
    code,
    severity: rule.severity,
    message,
    source: { ...source, ...(line !== undefined && { line }) },
    fix: fix ?? rule.fix,
  }
}

/** The facts of a skill that nothing could be read of. */
export function unreadSkillFacts(folder: string): SkillFacts {
  const empty = new Map<string, never>()
  const front = { entries: empty, trees: empty, lines: empty }
  return { ...factsOf(front, folder), gates: readSkillGates(front).gates }
}

function tooLarge(size: number, { folder, source }: ParseSkillOptions): ParsedSkill {
  const message = `it has ${size.toLocaleString('en')} bytes and is not read; ${MAX_SKILL_BYTES.toLocaleString('en')} are allowed`
  return {
    facts: unreadSkillFacts(folder),
    text: '',
    body: { start: 0, end: 0 },
    usable: false,
    diagnostics: [toSkillDiagnostic({ code: 'skill.file-large', message }, source)],
  }
}

function factsOf(
  { entries, trees, lines }: Pick<SkillFrontmatter, 'entries' | 'trees' | 'lines'>,
  folder: string,
): Omit<SkillFacts, 'gates'> {
  const text = (key: string): string => {
    const value = entries.get(key)
    return typeof value === 'string' && !trees.has(key) ? value.trim() : ''
  }
  return {
    name: (text('name') || folder).normalize('NFKC'),
    description: [...text('description')].slice(0, MAX_DESCRIPTION).join(''),
    license: text('license') || null,
    compatibility: text('compatibility') || null,
    metadata: metadataOf(trees.get('metadata')),
    allowedTools: toolsOf(entries.get('allowed-tools')),
    byModel: text('disable-model-invocation') !== 'true',
    byPerson: text('user-invocable') !== 'false',
    lines: Object.fromEntries(lines),
  }
}

/** A value that is no text is kept as JSON. */
function metadataOf(tree: YamlTree | undefined): Readonly<Record<string, string>> {
  if (tree === undefined || typeof tree === 'string' || Array.isArray(tree)) return {}
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

/** At blanks and commas, but not inside of parentheses: `Bash(git add:*) Read`. */
function toolsOf(value: string | readonly string[] | undefined): readonly string[] {
  const list = typeof value === 'string' ? (value.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? []) : value
  return [...(list ?? [])]
}
