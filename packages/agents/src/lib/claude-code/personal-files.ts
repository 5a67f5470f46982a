import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { findImports, withoutFrontmatter } from '@onesoul/core'
import type { PersonalFile, PersonalFilesInput } from '../port/personal-file.ts'
import { MAX_HOPS } from './native-files.ts'
import { readText } from './read-text.ts'

/**
 * The files of the person's own that Claude Code sends in every directory:
 * `CLAUDE.md` of its configuration folder with what that imports, then the rules
 * beside it that wait for no path. Imports may lead anywhere here, other than
 * those of a project (measured on 2.1.197 and 2.1.332).
 */
export async function readPersonalFiles({
  env,
}: PersonalFilesInput): Promise<readonly PersonalFile[]> {
  const { CLAUDE_CONFIG_DIR: named, HOME = '/' } = env
  const configDir = named || join(HOME, '.claude')
  const found = new Map<string, PersonalFile>()
  for (const path of [join(configDir, 'CLAUDE.md'), ...(await listRules(configDir))]) {
    await readWithImports(path, { home: HOME, found, hops: 0 })
  }
  return [...found.values()]
}

interface ImportWalk {
  readonly home: string
  readonly found: Map<string, PersonalFile>
  readonly hops: number
}

async function readWithImports(path: string, walk: ImportWalk): Promise<void> {
  const { home, found, hops } = walk
  if (found.has(path)) return
  const file = await readText(path)
  if (file === null) return
  const { realPath, text } = file
  const imports = findImports(text).map((written) => ({
    written,
    path: written.startsWith('~/') ? join(home, written.slice(2)) : resolve(dirname(path), written),
  }))
  found.set(path, { path, realPath, text, body: sentText(text), imports })
  if (hops === MAX_HOPS) return
  for (const one of imports) await readWithImports(one.path, { ...walk, hops: hops + 1 })
}

/** A fence with everything in it, or a comment that begins a line, with the blank lines after it. */
const FENCE_OR_COMMENT =
  /(^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\2[`~]*[ \t]*$)|^<!--[\s\S]*?-->(?:[ \t]*\r?\n)*/gm

/**
 * What arrives of such a file: no frontmatter, no HTML comment that begins a
 * line; others stay (measured on 2.1.197 and 2.1.332).
 */
function sentText(text: string): string {
  const body = withoutFrontmatter(text)
  return body.replace(FENCE_OR_COMMENT, (_, fence: string | undefined) => fence ?? '')
}

async function listRules(configDir: string): Promise<readonly string[]> {
  const folder = join(configDir, 'rules')
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const rules: string[] = []
  for (const name of names.filter((one) => one.endsWith('.md')).sort()) {
    const file = await readText(join(folder, name))
    // A rule with `paths:` waits until a file that matches is touched.
    if (file && !/^---\r?\n(?:.*\r?\n)*?paths:/.test(file.text)) rules.push(join(folder, name))
  }
  return rules
}
