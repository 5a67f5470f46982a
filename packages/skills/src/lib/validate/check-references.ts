import { createLineIndex, type Diagnostic, type ParsedSkill } from '@onesoul/core'

/** `[text](path)` and a path of the support folders between backticks. */
const LINK =
  /\[[^\]\n]*\]\(<?([^)\s>]+)>?[^)\n]*\)|`((?:references|assets|scripts|templates)\/[^`\s*{}<>$]+)`/g

/** Files that the body of a skill points at and that are not in its folder. */
export function checkReferences(
  { text, body }: Pick<ParsedSkill, 'text' | 'body'>,
  paths: readonly string[],
): readonly Diagnostic[] {
  const there = new Set(paths)
  const folders = new Set(paths.flatMap((path) => parentsOf(path)))
  const index = createLineIndex(text)
  const seen = new Set<string>()
  const found: Diagnostic[] = []
  for (const match of text.slice(body.start, body.end).matchAll(LINK)) {
    const path = localPath(match[1] ?? match[2] ?? '')
    if (path === null || there.has(path) || folders.has(path) || seen.has(path)) continue
    seen.add(path)
    const { line } = index.position(body.start + match.index)
    found.push({
      code: 'skill.reference-missing',
      severity: 'warning',
      message: `the text points at ${path}, which is not there`,
      source: { root: 'skills', path: 'SKILL.md', line },
      fix: 'add the file, or correct the path; it is relative to the folder of the skill',
    })
  }
  return found
}

function localPath(target: string): string | null {
  const path = decode(target.replace(/[#?].*$/, ''))
    .replace(/^\.\//, '')
    .replace(/\/$/, '')
  const isElsewhere = path === '' || /^[a-z][a-z0-9+.-]*:|^[/~$#]|^\.\.(?:\/|$)|[{}<>*]/i.test(path)
  return isElsewhere || !/[./]/.test(path) ? null : path
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone percent sign is part of the name.
    return text
  }
}

function parentsOf(path: string): readonly string[] {
  const steps = path.split('/')
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('/'))
}
