import type { RecordedRequest } from '../port/request.ts'
import { readSlots } from '../wire/read-slots.ts'
import type { JudgedSkills, ListedVerdict } from './receipt.ts'

/** What was meant to reach the model of skills. */
export interface ExpectedSkills {
  /** Those that its list should name; the description is the skill's own, whole. */
  readonly listed: readonly { readonly calledAs: string; readonly description: string }[]
  /** The one that the run begins with. */
  readonly called?: {
    readonly calledAs: string
    /** Its text without the frontmatter. */
    readonly body: string
  }
}

/** Worst first. */
const VERDICTS: readonly ListedVerdict[] = ['missing', 'name', 'shortened', 'whole']

/** Says what the turns of a run hold of skills: of the list the worst of all turns. Pure. */
export function judgeSkills(
  expected: ExpectedSkills,
  turns: readonly RecordedRequest[],
): JudgedSkills {
  const texts = turns.map((turn) => readSlots(turn).map((slot) => slot.text))
  const { called } = expected
  return {
    listed: expected.listed.map(({ calledAs, description }) => {
      const seen = texts.map((slots) => listedIn(slots, calledAs, description))
      const worst = VERDICTS.find((verdict) => seen.includes(verdict)) ?? 'missing'
      return { name: calledAs, verdict: worst }
    }),
    ...(called && {
      called: {
        name: called.calledAs,
        verdict: texts.some((slots) => holdsBody(slots, called.body)) ? 'delivered' : 'missing',
      },
    }),
  }
}

function listedIn(slots: readonly string[], name: string, description: string): ListedVerdict {
  const entry = new RegExp(`(?:^- ${literal(name)}(?=:|$)|<name>${literal(name)}</name>)`, 'mu')
  const found = slots.flatMap((text) => {
    const at = entry.exec(text)
    return at === null ? [] : [text.slice(at.index + at[0].length)]
  })
  const [after] = found
  if (after === undefined) return 'missing'
  const shown = plain(after.replace(/^:?\s*(?:<description>)?/u, ''))
  const whole = plain(description)
  if (shown.startsWith(whole)) return 'whole'
  return shown[0] !== undefined && shown[0] === whole[0] ? 'shortened' : 'name'
}

/** Parts of the text that an agent fills in: arguments, variables, commands, files. */
const FILLED = /\$ARGUMENTS(?:\[\d+\])?|\$\d+|\$\{\w+\}|!`[^`]*`|(?<=^|\s)@\S+/u

function holdsBody(slots: readonly string[], body: string): boolean {
  const parts = body
    .split(FILLED)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.length > 0 && slots.some((text) => inOrder(text, parts))
}

function inOrder(text: string, parts: readonly string[]): boolean {
  let from = 0
  return parts.every((part) => {
    const at = text.indexOf(part, from)
    from = at + part.length
    return at >= 0
  })
}

/** One line, without what an agent or we escaped. */
function plain(text: string): string {
  return text
    .slice(0, 4096)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/gu, ' ')
    .trim()
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
}
