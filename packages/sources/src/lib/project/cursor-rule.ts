/** When a rule of Cursor counts, as its frontmatter says it. */
export interface CursorRule {
  /** In every conversation, whatever files it is about. */
  readonly always: boolean
  /** Patterns of the files that it is about. */
  readonly globs: readonly string[]
}

/** Cursor writes `globs: *.ts,*.tsx`, which is no YAML: its keys are read by line. */
const KEY = /^(alwaysApply|globs)[ \t]*:[ \t]*(.*)$/

/** A pattern goes to the model as part of a tag: letters, digits and what patterns are made of. */
const PATTERN = /^[\p{L}\p{N}_.\-*?/{}[\]!@+()~,]{1,128}$/u

/**
 * Reads the frontmatter of a `.cursor/rules/*.mdc` file, given without the `---`
 * lines. A file without frontmatter counts always.
 */
export function readCursorRule(block: string | null): CursorRule {
  if (block === null) return { always: true, globs: [] }
  let always = false
  const globs: string[] = []
  let inGlobs = false
  for (const line of block.split(/\r?\n/)) {
    const item = inGlobs ? /^[ \t]*-[ \t]+(.*)$/.exec(line)?.[1] : undefined
    const [, key, value = ''] = KEY.exec(line) ?? []
    if (item !== undefined) globs.push(...patternsOf(item))
    else inGlobs = key === 'globs'
    if (key === 'alwaysApply') always = /^true\b/i.test(value)
    if (key === 'globs') globs.push(...patternsOf(value))
  }
  return { always, globs: globs.slice(0, 16) }
}

/** `["a", b]`, `a, b` or one pattern; a comma inside braces divides nothing. */
function patternsOf(value: string): readonly string[] {
  const inner = /^\[(.*)\][ \t]*$/.exec(value.trim())?.[1] ?? value
  return inner
    .split(/,(?![^{]*\})/)
    .map((one) => one.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((one) => PATTERN.test(one))
}
