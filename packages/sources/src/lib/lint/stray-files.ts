import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Diagnostic, SLOTS, validateName } from '@onesoul/core'
import type { HomePlace } from '../home/home.ts'
import { platformSpellings } from '../slots/slot-place.ts'

/** Folders below the slots that are looked into: one more than a bot's. */
const MAX_DEPTH = 3
/** A home of ten thousand bots has fewer; a folder of slots that is somebody's whole disk has more. */
const MAX_FOLDERS = 50_000

/**
 * Finds slot files that no prompt can hold, wherever it is composed: deeper than
 * a bot's folder, in a folder whose name is no platform or bot, or under an
 * older name beside the file that replaced it. Says so when there are too many
 * folders to look into all of them.
 */
export async function findStrayFiles(
  home: HomePlace,
  maxFolders: number = MAX_FOLDERS,
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = []
  let left: string | null = null
  const queue: { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }]
  for (const folder of queue) {
    const entries = await listFolder(join(home.configsDir, folder.path))
    const names = entries.map((entry) => entry.name)
    found.push(...judgeFolder(folder.path, names, home))
    if (folder.depth >= MAX_DEPTH) continue
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name === 'node_modules' || entry.name === '.git') continue
      const path = inFolder(folder.path, entry.name)
      if (queue.length <= maxFolders) queue.push({ path, depth: folder.depth + 1 })
      else left ??= path
    }
  }
  return left === null ? found : [...found, unsearched(left, maxFolders)]
}

function unsearched(path: string, maxFolders: number): Diagnostic {
  return {
    code: 'slot.unsearched',
    severity: 'warning',
    message: `${path} and others were not searched for files that nobody reads: there are more than ${maxFolders} folders`,
    source: { root: 'configs', path },
    fix: 'move what holds no slots out of the folder of slots',
  }
}

function judgeFolder(
  folder: string,
  names: readonly string[],
  home: HomePlace,
): readonly Diagnostic[] {
  const reason = whyUnread(folder)
  const slots = names.filter((name) => SLOTS.some((slot) => slot.file === name))
  if (reason !== null) return slots.map((name) => stray(inFolder(folder, name), reason))
  const both = names.includes('SKILLS.md') && names.includes('TOOLS.md')
  const suffixed =
    home.config.settings.compat.suffixFiles === 'off' ? names.filter(isSuffixFile) : []
  return [
    ...(both ? [olderTools(folder)] : []),
    ...suffixed.map((name) => suffixIgnored(inFolder(folder, name))),
  ]
}

function whyUnread(folder: string): string | null {
  if (folder === '') return null
  const parts = folder.split('/')
  if (parts.length > 2) return 'it lies deeper than the folder of a bot'
  const kinds = ['platform', 'bot'] as const
  const bad = parts.find((part, index) => !validateName(kinds[index] ?? 'bot', part).ok)
  return bad === undefined ? null : `${bad} is no name of a platform or a bot`
}

function stray(path: string, reason: string): Diagnostic {
  return {
    code: 'slot.stray',
    severity: 'warning',
    message: `${path} is never read: ${reason}`,
    source: { root: 'configs', path },
    fix: 'move it to <platform>/ or <platform>/<bot>/, or out of the folder of slots',
  }
}

function olderTools(folder: string): Diagnostic {
  const path = inFolder(folder, 'SKILLS.md')
  return {
    code: 'slot.skills-md',
    severity: 'warning',
    message: `${path} is not read: TOOLS.md beside it has taken its place`,
    source: { root: 'configs', path },
    fix: 'move what is missing into TOOLS.md and remove SKILLS.md',
  }
}

/** `SOUL.slack.md`: a slot, a name, and the ending. */
function isSuffixFile(name: string): boolean {
  const [slot = '', middle = '', ending, more] = name.split('.')
  if (ending !== 'md' || more !== undefined) return false
  return SLOTS.some((one) => one.slot === slot) && validateName('platform', middle).ok
}

function suffixIgnored(path: string): Diagnostic {
  const file = path.split('/').at(-1) ?? path
  const [slot = '', middle = ''] = file.split('.')
  const platform = platformSpellings(middle)[0] ?? middle
  return {
    code: 'slot.suffix-ignored',
    severity: 'warning',
    message: `${path} is not read: files with a platform in their name are an older convention`,
    source: { root: 'configs', path },
    fix: `move its text to ${platform}/${slot}.md, or set compat.suffixFiles: append`,
  }
}

async function listFolder(path: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    // A folder that cannot be listed is named where its slots are read.
    return []
  }
}

function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}
