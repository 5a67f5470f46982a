import type { Diagnostic } from '../model/diagnostic.ts'
import type { SourceDocument } from '../model/source.ts'
import { createLineIndex } from '../text/line-index.ts'
import { limitFindings } from './limit-findings.ts'
import { readProse } from './read-prose.ts'
import { showExcerpt } from './show-excerpt.ts'
import { VOLATILE_RULES, type VolatileRule } from './volatile-rules.ts'

/**
 * Finds text in a stable file (SOUL, AGENTS, TOOLS) that changes its bytes
 * whenever somebody writes it again: clocks, dates with a time, the day's date,
 * commits, ids of sessions, counters. Code, inline code and frontmatter are left
 * alone. At most one finding a line. Linear.
 */
export function findVolatile(document: SourceDocument): readonly Diagnostic[] {
  const found = readProse(document).flatMap((line) => {
    const text = withoutCode(line.text)
    const hit = firstHit(text)
    return hit ? [{ ...hit, start: line.start + hit.index }] : []
  })
  if (found.length === 0) return []
  const index = createLineIndex(document.text)
  const { root, path } = document.ref
  const findings = found.map(
    ({ rule, excerpt, start }): Diagnostic => ({
      code: 'stability.volatile',
      severity: rule.severity,
      message: `${rule.what} in a file that should stay the same: ${showExcerpt(excerpt)}`,
      source: { root, path, ...index.position(start) },
      fix: 'take it out, or let the agent find it out when it needs it; each change of these bytes costs the prompt cache',
    }),
  )
  return limitFindings(findings)
}

interface Hit {
  readonly rule: VolatileRule
  readonly index: number
  readonly excerpt: string
}

/** Most lines hold no digit and none of the few words that count without one. */
const MAY_BE_VOLATILE =
  /\d|today|tomorrow|yesterday|this (?:week|month)|right now|今天|明天|昨天|本周|本月/i

function firstHit(text: string): Hit | null {
  if (!MAY_BE_VOLATILE.test(text)) return null
  for (const rule of VOLATILE_RULES) {
    const match = rule.pattern.exec(text)
    if (match) return { rule, index: match.index, excerpt: match[0] }
  }
  return null
}

/** Blanks in the place of inline code, so that offsets stay. */
function withoutCode(text: string): string {
  if (!text.includes('`')) return text
  return text.replace(/`[^`]+`/g, (code) => ' '.repeat(code.length))
}
