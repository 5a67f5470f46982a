/** What a line is; flags that may come together. */
export const FENCED = 1
export const HEADING = 2
export const QUOTED = 4
export const TABLE = 8
export const ITEM = 16
export const BLANK = 32
export const FRONTMATTER = 64
/** Under a heading that speaks of attacks or of what not to do. */
export const WARNED = 128
/** The line that opens or closes a fence. */
export const FENCE = 256
/** In a fence that a person reads as text: no language, or one of text. */
export const TEXT_FENCE = 512

/** The lines of a text: offsets of their starts and ends (without the line break), and what each is. */
export interface TextLines {
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  readonly flags: readonly number[]
}

const FENCE_OPEN = /^ {0,12}(?:[-*+] +|> *)*(`{3,}|~{3,})[ \t]*([\w+#.-]*)/
const TEXT_LANGUAGE =
  /^(?:|te?xt|plain|plaintext|markdown|md|mdc|prompt|text\w*|none|quote|log|output)$/i
const QUOTE_MARKS = /^\s*>(?:\s*>)*[ \t]?/
const HEADING_LINE = /^ {0,3}(#{1,6})[ \t]+(.*)$/
const BOLD_LINE = /^ {0,3}(?:\*\*|__)(.{2,80}?)(?:\*\*|__):?[ \t]*$/
const WARNING =
  /\b(?:attacks?|attackers?|adversar\w+|threats?|inject(?:ions?|ed)|exploit\w*|malicious|malware|vulnerab\w+|red flags?|anti-?patterns?|never|avoid|unsafe|dangerous|insecure|jailbreak\w*|detect\w*|indicators?|suspicious|payloads?|abuse|exfiltrat\w+|phishing|poison\w*|hijack\w*|warning signs?|rationali[sz]ations?|bad examples?|wrong|false (?:positives?|negatives?)|must not|do not|don'?ts?|forbidden|prohibited|bypass(?:es)?|evasions?|obfuscat\w+|persistence|reverse shells?|red team\w*|pentest\w*|penetration|sandbox escapes?|smuggling|spoofing|hunting|forensics?|yara|sigma|incident)\b|攻击|注入|恶意|危险|禁止|漏洞/i

/** Splits a text into lines and tells what each one is. No Markdown tree: one look at each line. */
export function readLines(text: string): TextLines {
  const lines = { starts: [] as number[], ends: [] as number[], flags: [] as number[] }
  const closes = text.slice(0, MAX_FRONTMATTER).search(FRONTMATTER_END) > 0
  const state: LineState = { fence: undefined, headings: [], frontmatter: 'possible', closes }
  let start = 0
  while (start <= text.length) {
    const newline = text.indexOf('\n', start)
    const stop = newline < 0 ? text.length : newline
    const end = stop > start && text.charCodeAt(stop - 1) === 0x0d ? stop - 1 : stop
    lines.starts.push(start)
    lines.ends.push(end)
    lines.flags.push(end === start ? blankFlags(state) : flagsOf(text, { start, end }, state))
    if (newline < 0) break
    start = newline + 1
  }
  return lines
}

/** The index of the line that holds an offset. */
export function lineAt(lines: TextLines, offset: number): number {
  let low = 0
  let high = lines.starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lines.starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

interface LineState {
  fence: { readonly mark: string; readonly flags: number } | undefined
  /** Levels of headings that are open, and whether each warns. */
  headings: { readonly level: number; readonly warned: boolean }[]
  frontmatter: 'possible' | 'inside' | 'over'
  /** Whether a line that could end frontmatter follows the first one. */
  readonly closes: boolean
}

interface LineRange {
  readonly start: number
  readonly end: number
}

const MAX_LOOK = 400
const MAX_FRONTMATTER = 65_536
const FRONTMATTER_END = /\n(?:---|\.\.\.)[ \t]*(?=\r?\n|$)/

function flagsOf(text: string, { start, end }: LineRange, state: LineState): number {
  const first = firstVisible(text, start, end)
  if (first < 0) return blankFlags(state)
  const warned = warnedFlag(state)
  const code = text.charCodeAt(first)
  if (state.frontmatter === 'over' && !state.fence && isPlain(code)) return warned
  const line = text.slice(start, Math.min(end, start + MAX_LOOK))
  if (state.frontmatter !== 'over')
    return frontmatterFlags(line, state, start) ?? flagsOf(text, { start, end }, state)
  if (code === 0x60 || code === 0x7e || code === 0x2d || code === 0x3e || state.fence) {
    const fence = fenceFlags(line, state)
    if (fence !== undefined) return fence | warned | (isEmptyQuote(line) ? BLANK : 0)
  }
  return markFlags(code, line, state) | warnedFlag(state)
}

function warnedFlag(state: LineState): number {
  return state.headings.at(-1)?.warned === true ? WARNED : 0
}

/** Whether a line that begins so is neither a mark of Markdown nor an item of a list: a Latin letter. */
function isPlain(code: number): boolean {
  return (code | 0x20) > 0x60 && (code | 0x20) < 0x7b
}

function blankFlags(state: LineState): number {
  return BLANK | warnedFlag(state) | (state.fence ? FENCED | state.fence.flags : 0)
}

function firstVisible(text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return at
  }
  return -1
}

function frontmatterFlags(line: string, state: LineState, start: number): number | undefined {
  const rule = /^\ufeff?---[ \t]*\w*[ \t]*$/.test(line)
  if (state.frontmatter === 'inside') {
    if (rule || /^\.\.\.\s*$/.test(line)) state.frontmatter = 'over'
    return FRONTMATTER
  }
  if (rule && start <= 1 && state.closes) {
    state.frontmatter = 'inside'
    return FRONTMATTER
  }
  state.frontmatter = 'over'
  return undefined
}

function fenceFlags(line: string, state: LineState): number | undefined {
  const match = FENCE_OPEN.exec(line)
  const open = state.fence
  if (open) {
    const mark = match?.[1]
    if (mark !== undefined && match?.[2] === '' && mark.startsWith(open.mark)) {
      state.fence = undefined
      return FENCED | FENCE
    }
    return FENCED | open.flags
  }
  if (!match) return undefined
  const flags = fenceKind(match[2] ?? '')
  state.fence = { mark: match[1] ?? '```', flags }
  return FENCED | FENCE | flags
}

/** Rules of other scanners name what they look for. */
const DETECTION_LANGUAGE =
  /^(?:yara?|sigma|semgrep|regexp?|rego|snort|suricata|kql|spl|ql|codeql)$/i

function fenceKind(language: string): number {
  if (DETECTION_LANGUAGE.test(language)) return WARNED
  return TEXT_LANGUAGE.test(language) ? TEXT_FENCE : 0
}

function markFlags(code: number, line: string, state: LineState): number {
  if (code === 0x23) {
    const heading = HEADING_LINE.exec(line)
    if (heading) {
      openHeading(state, heading[1]?.length ?? 1, heading[2] ?? '')
      return HEADING
    }
  }
  if (code === 0x2a || code === 0x5f) {
    const bold = BOLD_LINE.exec(line)
    if (bold) {
      openHeading(state, 7, bold[1] ?? '')
      return HEADING
    }
  }
  if (code === 0x3e) return QUOTED | quotedFlags(line, state)
  if (code === 0x7c) return TABLE
  return /^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line.slice(0, 40)) ? ITEM : 0
}

/** What the line is inside of the quote: a heading of a quoted text warns as any other. */
function quotedFlags(line: string, state: LineState): number {
  const inner = line.replace(QUOTE_MARKS, '')
  const first = inner.search(/\S/)
  return first < 0 ? BLANK : markFlags(inner.charCodeAt(first), inner, state)
}

function isEmptyQuote(line: string): boolean {
  return line.replace(QUOTE_MARKS, '').trim() === ''
}

const SHORT_TITLE = 2

/** A heading closes those of its level and below; what stands under a warning one is warned too. */
function openHeading(state: LineState, level: number, title: string): void {
  while ((state.headings.at(-1)?.level ?? 0) >= level) state.headings.pop()
  const outer = state.headings.at(-1)?.warned === true
  state.headings.push({
    level,
    warned: (outer && level > 1) || (title.length > SHORT_TITLE && WARNING.test(title)),
  })
}
