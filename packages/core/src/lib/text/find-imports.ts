const FRONTMATTER = /^---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/
const COMMENT = /<!--[\s\S]*?-->/g
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const IMPORT = /(?:^|\s)@((?:[^\s\\]|\\ )+)/g

/** What Claude Code leaves of an instruction file: no frontmatter, no HTML comments. */
export function visibleText(text: string): string {
  return withoutFrontmatter(text).replace(COMMENT, '')
}

/** A text less the block between `---` lines at its top, YAML or not. */
export function withoutFrontmatter(text: string): string {
  return text.replace(FRONTMATTER, '')
}

/**
 * The paths that an instruction file imports with `@path`, as written, less a
 * `#fragment`. They count at the start of a word of running text; not in code,
 * HTML blocks, comments, frontmatter, or after a bracket or quote. A full stop
 * or comma belongs to the path. Measured on 2.1.197 and 2.1.332.
 */
export function findImports(text: string): readonly string[] {
  return runningLines(visibleText(text)).flatMap((line) =>
    [...withoutMarks(line).matchAll(IMPORT)]
      .map((match) => (match[1] ?? '').replace(/#.*$/, '').replaceAll('\\ ', ' '))
      .filter((path) => /^(?:\.{0,2}\/|~\/|[\w.-])/.test(path)),
  )
}

/** Lines of running text: neither in a fence, nor indented code, nor in an HTML block. */
function runningLines(text: string): readonly string[] {
  const state: BlockState = { fence: null, inHtml: false, inList: false, afterBlank: true }
  return text.split(/\r?\n/).filter((line) => isRunning(line, state))
}

interface BlockState {
  /** The marks that opened the fence that is open. */
  fence: string | null
  inHtml: boolean
  inList: boolean
  /** The line before, indented code left aside, is blank. */
  afterBlank: boolean
}

function isRunning(line: string, state: BlockState): boolean {
  if (crossFence(line, state)) return false
  if (line.trim() === '') {
    state.inHtml = false
    state.afterBlank = true
    return false
  }
  if (isIndentedCode(line, state)) return false
  state.inHtml ||= /^ {0,3}<\/?[a-z]/i.test(line)
  if (/^\s*(?:[-*+]|\d+[.)])\s/.test(line)) state.inList = true
  else if (/^\S/.test(line)) state.inList = false
  state.afterBlank = false
  return !state.inHtml
}

/** True for a fence and for everything inside one. */
function crossFence(line: string, state: BlockState): boolean {
  const mark = FENCE.exec(line)?.[1]
  if (state.fence === null) {
    state.fence = mark ?? null
    return mark !== undefined
  }
  if (mark?.startsWith(state.fence)) state.fence = null
  return true
}

/** Four columns of indent start code only after a blank line, and not inside a list. */
function isIndentedCode(line: string, state: BlockState): boolean {
  return state.afterBlank && !state.inList && /^(?: {4}|\t)/.test(line)
}

/** Code spans are blanked out, emphasis marks around an import are removed. */
function withoutMarks(line: string): string {
  return line.replace(/(`+)[^`]+\1/g, '``').replace(/(^|\s)(\*\*|__|\*|_)(@[^\s*]+)\2/g, '$1$3')
}
