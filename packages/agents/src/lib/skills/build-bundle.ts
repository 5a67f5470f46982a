import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Skill } from '@onesoul/core'
import { listTree, readEach, readFileSafely } from '@onesoul/disk'
import { sha256Hex } from '../launch/content-address.ts'
import type { BundleFile, SkillBundle, SkillTraits } from '../port/skills.ts'
import { MORE_SKILLS, tellOfMore } from './more-skills.ts'
import { needsQuotes, toListed, withDescription } from './skill-text.ts'

/** A skill of a bundle. */
export interface BundledSkill {
  readonly skill: Skill
  /** As a list shows it; `null`: no list does, and its text stays as it is. */
  readonly description: string | null
}

export interface BundleOptions {
  readonly bundlesDir: string
  readonly leaseDir: string
  readonly hides: SkillTraits['hides']
  /** Skills that found no room in the list; one more skill tells of them. */
  readonly lost: readonly Skill[]
}

/** Agents that know plugins name our skills by it. */
const MANIFEST = `${JSON.stringify({ name: 'onesoul', version: '1.0.0', description: 'Skills that OneSoul found for this session.' }, null, 2)}\n`

/** Keeps a skill from Codex's model; a person can still call it. */
const HIDING_POLICY = 'policy:\n  allow_implicit_invocation: false\n'

export interface BuiltBundle {
  readonly bundle: SkillBundle
  /** Skills that are not in it: a file of theirs cannot be read, or is not the one that was judged. */
  readonly unread: readonly Skill[]
}

/** Says what a bundle of these skills holds. Reads their files, writes nothing. */
export async function buildBundle(
  skills: readonly BundledSkill[],
  { bundlesDir, leaseDir, hides, lost }: BundleOptions,
): Promise<BuiltBundle> {
  const files: BundleFile[] = [textFile('.claude-plugin/plugin.json', MANIFEST)]
  const read = await readEach(skills, (one) => filesOf(one, hides))
  files.push(...read.flatMap((one) => one ?? []))
  if (lost.length > 0) files.push(textFile(`skills/${MORE_SKILLS}/SKILL.md`, tellOfMore(lost)))
  const hash = sha256Hex(
    JSON.stringify(files.map(({ path, sha256, executable }) => [path, sha256, executable])),
  )
  return {
    bundle: { path: join(bundlesDir, hash.slice(0, 16)), leaseDir, files },
    unread: skills.flatMap(({ skill }, index) => (read[index] === null ? [skill] : [])),
  }
}

/** Below a skill these are nobody's support files. */
const EXCLUDED = ['.git', 'node_modules'] as const

async function filesOf(
  { skill, description }: BundledSkill,
  hides: SkillTraits['hides'],
): Promise<readonly BundleFile[] | null> {
  const base = `skills/${skill.name}`
  const folder = await realpath(skill.folder).catch(() => skill.folder)
  // One skill that cannot be read must not keep a run from starting.
  const entries = await listTree(folder, { exclude: EXCLUDED }).catch(() => [])
  const files = entries.flatMap(({ path, type, content, mode }): BundleFile[] => {
    if (type !== 'file') return []
    const copyOf = join(folder, path)
    const executable = (mode & 0o100) !== 0
    return [{ path: `${base}/${path}`, text: null, copyOf, sha256: content, executable }]
  })
  const main = files.find(({ path }) => path.toLowerCase() === `${base}/skill.md`)
  if (main?.sha256 !== skill.sha256) return null
  const text = description === null ? null : await editedText(skill, main, description)
  const others = files.filter((file) => file !== main)
  const own =
    text === null ? { ...main, path: `${base}/SKILL.md` } : textFile(`${base}/SKILL.md`, text)
  const policy = `${base}/agents/openai.yaml`
  const isHidden = hides === 'agents/openai.yaml' && !skill.facts.byModel
  return isHidden && !others.some(({ path }) => path === policy)
    ? [own, ...others, textFile(policy, HIDING_POLICY)]
    : [own, ...others]
}

/** The text of a SKILL.md that must differ from the file; `null`: it need not. */
async function editedText(
  skill: Skill,
  { copyOf }: BundleFile,
  description: string,
): Promise<string | null> {
  const found = await readFileSafely(copyOf ?? '')
  if (found.outcome !== 'content') return null
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(found.bytes)
  const whole = skill.facts.description.replace(/\s+/gu, ' ').trim()
  const same = description === whole && toListed(whole) === whole
  if (same && !needsQuotes(text)) return null
  // No agent lists a skill without a description.
  return withDescription(text, description || '…')
}

function textFile(path: string, text: string): BundleFile {
  return { path, text, copyOf: null, sha256: sha256Hex(text), executable: false }
}
