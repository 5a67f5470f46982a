import { FENCED, FRONTMATTER, lineAt, QUOTED, TABLE, type TextLines, WARNED } from './text-lines.ts'
import type { ThreatForm } from './threat-finding.ts'

/** A text with its lines. */
export interface LinedText {
  readonly text: string
  readonly lines: TextLines
}

const CLAUSE = 140
const CLAUSE_END = /[.!?;。！？；](?=\s|$|[^\x20-\x7e])|\n(?=[\s\x80-\uffff])/g

const NEGATION =
  /(?:\b(?:not|never|n['’]t|no|cannot|without|avoid\w*|refus\w+|reject\w*|prevent\w*|block\w*|prohibit\w*|forbid\w*|forbidden|disallow\w*|decline|detect\w*|flag\w*|resist\w*|stop\w*|defend\w*|against|instead of|rather than|nicht|keine?[nmrs]?|niemals|nie|ne|jamais|pas|aucun\w*|nunca|jam[aá]s|n[aã]o|non|mai|не|нельзя|никогда)\b|[不别勿莫禁拒❌🚫✗✘⛔]|切勿|绝不|しない|ないで)/iu

const CONDITION =
  /(?:\b(?:if|when|whenever|in case|even if|should|unless|where|any|some|an?|such as|e\.g\.|like|claim\w*|attempt\w*|tries|trying|try|(?<!\b(?:i|we) )asks?|asking|tells?|telling|says?|saying|reads?|contains?|containing|wants?|such|wenn|falls|si|quand|se|если)\b|如果|若|当|试图|もし|場合)/iu

const SPEAKER =
  /\b(?:users?|attackers?|adversar\w+|pages?|websites?|files?|documents?|comments?|contents?|emails?|messages?|texts?|input|inputs|tool|tools|output|outputs|results?|someone|anyone|anything|it|they|that|which|issue|issues|data|prompts?|payloads?|patterns?|phrases?|strings?|instructions?|requests?|injections?|attempts?)\b|用户|页面|文件|内容/iu

/**
 * How the words stand: read from the clause before them, from quotation marks
 * around them and from what the line is. `fenced` before `quoted` before
 * `negated` before `conditional`.
 */
export function formOf(subject: LinedText, start: number, end: number): ThreatForm {
  const flags = subject.lines.flags[lineAt(subject.lines, start)] ?? 0
  if ((flags & FENCED) !== 0) return 'fenced'
  if ((flags & (QUOTED | TABLE | WARNED)) !== 0 || isQuoted(subject.text, start, end))
    return 'quoted'
  const before = clauseBefore(subject.text, start)
  if (NEGATION.test(before)) return 'negated'
  if ((flags & FRONTMATTER) === 0 && CONDITION.test(before) && SPEAKER.test(before))
    return 'conditional'
  return 'plain'
}

function clauseBefore(text: string, start: number): string {
  const window = text.slice(Math.max(0, start - CLAUSE), start)
  let cut = 0
  for (const match of window.matchAll(CLAUSE_END)) cut = match.index + match[0].length
  return window.slice(cut)
}

const PAIRS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '‘': '’',
  '«': '»',
  '„': '“',
  '「': '」',
  '『': '』',
  '《': '》',
}
const QUOTE_REACH = 200

/** Where a paragraph ends: at an empty line, or a line that is more than prose. */
const PARAGRAPH_END = /\n[ \t]*(?:\n|[-*+>|#]|\d{1,3}[.)])/g

/** Whether a quotation mark opens before the words in their paragraph and its partner closes after them. */
function isQuoted(text: string, start: number, end: number): boolean {
  const before = paragraphBefore(text, { start, reach: QUOTE_REACH })
  const right = text.slice(end, end + QUOTE_REACH)
  const stop = right.search(PARAGRAPH_END)
  const after = stop < 0 ? right : right.slice(0, stop)
  return Object.entries(PAIRS).some(
    ([open, close]) => isOpen(before, open, close) && closes(after, close),
  )
}

/** At most so many characters before an offset that belong to the same paragraph. */
export function paragraphBefore(
  text: string,
  { start, reach }: { readonly start: number; readonly reach: number },
): string {
  const window = text.slice(Math.max(0, start - reach), start)
  let cut = 0
  for (const match of window.matchAll(PARAGRAPH_END)) cut = match.index + 1
  return window.slice(cut)
}

function isOpen(before: string, open: string, close: string): boolean {
  if (open !== close) return before.lastIndexOf(open) > before.lastIndexOf(close)
  const pattern = open === "'" ? /(?:^|[\s([{:,])'(?=\S)|\S'(?=$|[\s).,;:!?\]}])/g : undefined
  const count = pattern ? (before.match(pattern)?.length ?? 0) : before.split(open).length - 1
  return count % 2 === 1
}

function closes(after: string, close: string): boolean {
  if (close !== "'") return after.includes(close)
  return /'(?=$|[\s).,;:!?\]}])/.test(after)
}
