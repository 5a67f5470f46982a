import type { Dirent } from 'node:fs'
import { join } from 'node:path'
import { canonicalPlatform, validateName } from '@onesoul/core'
import type { ImportNotes } from '../import-notes.ts'
import { below, listSource, type SourcePlace } from '../read-source.ts'
import { refusePlace } from '../source-bounds.ts'
import { platformNameFault } from './platform-fault.ts'
import type { HotplexBots } from './read-bots.ts'

/** A folder of slots that is taken over. */
export interface SlotFolder {
  /** Relative to the source's folder of slots; `''` is the folder itself. */
  readonly from: string
  /** Relative to `agent-configs`. */
  readonly to: string
}

export interface FolderSearch {
  /** Absolute path of the source's folder of slots. */
  readonly slots: string
  /** Its name in the report. */
  readonly label: string
  readonly place: SourcePlace
  readonly notes: ImportNotes
  /** `null`: there is no configuration, so that folders alone say what there is. */
  readonly bots: HotplexBots | null
}

/** The folders that HotPlex reads, and the ones of a lone bot; every other one is noted with the reason. */
export async function planFolders(search: FolderSearch): Promise<readonly SlotFolder[]> {
  const folders: SlotFolder[] = [{ from: '', to: '' }]
  const entries = (await listSource(search.slots, search.place, search.notes)).filter(isFolder)
  const names = entries.map((entry) => entry.name)
  for (const name of names) {
    const label = below(search.label, name)
    const fault =
      platformFault(name, names, search) ??
      twinFault(name, names) ??
      (await refusePlace(join(search.slots, name), search.place))
    if (fault !== null) {
      search.notes.warn(`${label}/`, fault)
      continue
    }
    const to = canonicalPlatform(name)
    folders.push({ from: name, to })
    if (to !== name)
      search.notes.map(`${label}/`, `agent-configs/${to}/`, `${name} is called ${to} here`)
    folders.push(...(await planBotFolders(name, search)))
  }
  return folders
}

/** Whether the source holds folders of platforms, which replaced files with a platform in their name. */
export function hasPlatformFolders(folders: readonly SlotFolder[]): boolean {
  return folders.some((folder) => folder.from !== '')
}

/** Whether an entry is taken for a folder: links are, unless they have the name of a text. */
export function isFolder(entry: Dirent): boolean {
  return (entry.isDirectory() || entry.isSymbolicLink()) && !/\.md$/i.test(entry.name)
}

function platformFault(
  name: string,
  names: readonly string[],
  { bots }: FolderSearch,
): string | null {
  const fault = platformNameFault(name)
  if (fault !== null) return `it holds no slots that HotPlex reads: ${fault}`
  if (name === 'web' && names.includes('webchat')) {
    return 'HotPlex reads webchat/; both would be the platform web here'
  }
  const platforms = bots?.platforms ?? []
  const twin = platforms.find((one) => one.toLowerCase() === name.toLowerCase())
  return twin === undefined || platforms.includes(name)
    ? null
    : `HotPlex does not read it: the platform is spelt ${twin}`
}

async function planBotFolders(
  platform: string,
  search: FolderSearch,
): Promise<readonly SlotFolder[]> {
  const entries = (
    await listSource(join(search.slots, platform), search.place, search.notes)
  ).filter(isFolder)
  const names = entries.map((entry) => entry.name)
  const folders: SlotFolder[] = []
  for (const name of names) {
    const label = `${below(search.label, `${platform}/${name}`)}/`
    const fault =
      botFault(platform, name, search) ??
      twinFault(name, names) ??
      (await refusePlace(join(search.slots, platform, name), search.place))
    if (fault !== null) {
      search.notes.warn(label, fault)
      continue
    }
    if (isAlone(platform, search.bots)) {
      const to = `agent-configs/${canonicalPlatform(platform)}/${name}/`
      const note =
        'HotPlex does not read the folder of a lone bot; compat.singleBotIgnoresName keeps it unread here'
      search.notes.map(label, to, note)
    }
    folders.push({ from: `${platform}/${name}`, to: `${canonicalPlatform(platform)}/${name}` })
  }
  return folders
}

/** Two names that differ in case alone are one folder on some disks. */
function twinFault(name: string, names: readonly string[]): string | null {
  const twins = names.filter((one) => one.toLowerCase() === name.toLowerCase())
  const kept = twins.find((one) => one === one.toLowerCase()) ?? twins[0]
  return kept === undefined || kept === name
    ? null
    : `its name differs from ${kept} in case alone, which some disks take for the same; it was left out: rename it`
}

function botFault(platform: string, name: string, { bots }: FolderSearch): string | null {
  const check = validateName('bot', name)
  if (!check.ok) return check.message
  if (bots === null) return null
  const here = botsOf(platform, bots)
  if (here.some((bot) => bot.name === name)) return null
  const known = here.find((bot) => bot.values.has(name))
  if (known) {
    return `HotPlex does not read it: it is named by an id of the bot ${known.name}, as releases before 1.26 wanted it; rename it to ${known.name} if it is meant to count`
  }
  const twin = here.find((bot) => bot.name.toLowerCase() === name.toLowerCase())
  if (twin) return `HotPlex does not read it: the bot is spelt ${twin.name}`
  return `HotPlex does not read it: no bot of ${platform} has this name`
}

/** The rule of HotPlex: the only bot of a platform has no name where files are looked up. */
export function isAlone(platform: string, bots: HotplexBots | null): boolean {
  return bots !== null && botsOf(platform, bots).length === 1
}

function botsOf(platform: string, bots: HotplexBots): HotplexBots['bots'] {
  return bots.bots.filter((bot) => bot.platform === platform)
}
