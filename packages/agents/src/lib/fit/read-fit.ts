import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readSkillFrontmatter } from '@onesoul/core'
import { readEach, readFileSafely } from '@onesoul/disk'
import type { DocumentLimit, SkillLimit } from '../port/limits.ts'
import { personalFolder } from '../skills/skill-folders.ts'
import type { FitFile } from './fit-documents.ts'
import type { FitSkill } from './fit-skills.ts'

/** The folder that an agent would be started in. */
export interface FitPlace {
  /** Absolute path of the root of the work tree. */
  readonly root: string
  /** Working directory relative to the root, `/`-separated; `''` is the root. */
  readonly cwd: string
  readonly userHome: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Reads the files that a limit is about, as the agent would find them: from the root down, by its names. */
export async function readFitFiles(
  { names, reach }: DocumentLimit,
  place: FitPlace,
): Promise<readonly FitFile[]> {
  const directories = reach === 'way' ? directoriesOf(place.cwd) : [place.cwd]
  const wanted = directories.flatMap((directory) => names.map((name) => ({ directory, name })))
  const found = await readEach(wanted, async ({ directory, name }) => {
    const path = below(directory, name)
    const text = await readText(join(place.root, path), place.root)
    return text === null ? [] : [{ path, name, directory, text }]
  })
  return found.flat()
}

/** Reads the skills of a folder and the person's own, in the order of the agent's list. */
export async function readFitSkills(
  limit: SkillLimit,
  place: FitPlace,
): Promise<readonly FitSkill[]> {
  const folders = directoriesOf(place.cwd).flatMap((directory) =>
    limit.roots.map((root) => ({
      folder: join(place.root, directory, root),
      label: below(directory, root),
      within: place.root,
    })),
  )
  const personal = limit.personal.map((root) => {
    const { path: folder, label, within } = personalFolder(root, place)
    return { folder, label, within }
  })
  const project = await Promise.all(folders.map((one) => readFolder(one, limit)))
  const own = await Promise.all(personal.map((one) => readFolder(one, limit)))
  return [...byName(project.flat()), ...byName(own.flat())]
}

interface SkillFolder {
  readonly folder: string
  /** As people write it. */
  readonly label: string
  /** What a link may not leave. */
  readonly within: string
}

async function readFolder(
  { folder, label, within }: SkillFolder,
  limit: SkillLimit,
): Promise<readonly FitSkill[]> {
  const names = await readdir(folder).catch(() => [])
  const found = await readEach(names.sort(), async (name) => {
    const text = await readText(join(folder, name, 'SKILL.md'), within)
    return text === null ? null : toSkill(text, { name, path: `${label}/${name}/SKILL.md`, limit })
  })
  return found.flatMap((skill) => (skill === null ? [] : [skill]))
}

interface SkillPlace {
  /** Of its folder. */
  readonly name: string
  readonly path: string
  readonly limit: SkillLimit
}

/** A skill without a description is in no list, nor one that holds no YAML. */
function toSkill(text: string, { name, path, limit }: SkillPlace): FitSkill | null {
  const { entries, lines, faults } = readSkillFrontmatter(text.replace(/^\ufeff/, ''))
  if (faults.some(({ code }) => code === 'skill.invalid-yaml')) return null
  const textOf = (key: string | undefined): string => {
    const value = entries.get(key ?? '')
    return typeof value === 'string' ? value : ''
  }
  const { hiddenBy, alsoListed } = limit
  const description = textOf('description')
  if (description === '' || textOf(hiddenBy) === 'true') return null
  const parts = [description, textOf(alsoListed)].filter((part) => part !== '')
  return {
    name: textOf('name') || name,
    description: parts.map((part) => part.replace(/\s+/g, ' ').trim()).join(' - '),
    path,
    shown: `r1/${name}/SKILL.md`,
    line: lines.get('description') ?? 1,
  }
}

function byName(skills: readonly FitSkill[]): readonly FitSkill[] {
  return [...skills].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

async function readText(path: string, root: string): Promise<string | null> {
  const found = await readFileSafely(path, { roots: [root] })
  return found.outcome === 'content'
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(found.bytes)
    : null
}

/** `''`, `pkg`, `pkg/app` for `pkg/app`. */
function directoriesOf(cwd: string): readonly string[] {
  const names = cwd === '' ? [] : cwd.split('/')
  return ['', ...names.map((_, index) => names.slice(0, index + 1).join('/'))]
}

function below(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`
}
