import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Diagnostic } from '@onesoul/core'

/** More rules than this in one directory are no longer written by hand. */
const MAX_RULES = 100

const FOLDER = '.cursor/rules'

export interface CursorRuleNames {
  /** Relative to the directory, `/`-separated, sorted. */
  readonly names: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

/** The `.mdc` files under `.cursor/rules` of one directory; folders reached by links are left alone. */
export async function listCursorRules(
  root: string,
  directory: string,
  names: readonly string[] | null,
): Promise<CursorRuleNames> {
  if (names !== null && !names.includes('.cursor')) return { names: [], diagnostics: [] }
  const found = await listFolder(join(root, directory, FOLDER))
  const rules = found
    .filter((name) => name.endsWith('.mdc'))
    .map((name) => `${FOLDER}/${name.split(sep).join('/')}`)
    .sort()
  return { names: rules.slice(0, MAX_RULES), diagnostics: tooMany(rules, directory) }
}

function tooMany(rules: readonly string[], directory: string): readonly Diagnostic[] {
  if (rules.length <= MAX_RULES) return []
  const path = directory === '' ? FOLDER : `${directory}/${FOLDER}`
  const message = `${path} holds ${rules.length} rules; the first ${MAX_RULES} by name are read`
  const source = { root: 'worktree', path } as const
  return [{ code: 'project.too-many', severity: 'warning', message, source }]
}

async function listFolder(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path, { recursive: true })
  } catch {
    // No such folder, or one that may not be listed: there is no rule to name.
    return []
  }
}
