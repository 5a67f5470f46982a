import { type OfferedSkill, type Skill, type SkillShare, shareDescriptions } from '@onesoul/core'
import type { PlannedSkills, SkillBundle, SkillListTraits, SkillTraits } from '../port/skills.ts'
import { buildBundle } from './build-bundle.ts'
import { MORE_SKILLS } from './more-skills.ts'
import { findOwnSkills, type SkillPlace } from './own-skills.ts'
import { toListed } from './skill-text.ts'

export interface OfferOptions {
  readonly traits: SkillTraits
  readonly place: SkillPlace
  /** Folder of bundles. */
  readonly bundlesDir: string
  readonly leaseDir: string
  /** The skill that the run begins with: it is there whatever the list holds. Default: none. */
  readonly called?: Skill
}

/** What an agent gets of skills, and what it finds by itself. */
export interface SkillOffer {
  readonly bundle: PlannedSkills['bundle']
  /** Everything that it can be asked for. */
  readonly offered: readonly OfferedSkill[]
  /** What became of the skills of the bundle in its list. */
  readonly shares: readonly SkillShare[]
  /** Names of skills that its model may not call, and that it cannot hide from it. */
  readonly kept: readonly string[]
  /** Skills that are not ready here, and that it finds by itself all the same. */
  readonly unready: readonly Skill[]
}

/**
 * Decides what an agent gets: the skills that are ready and that it does not
 * find by itself, with descriptions that find room in its list. Reads the files
 * of those skills, writes nothing.
 */
export async function offerSkills(
  skills: readonly Skill[],
  options: OfferOptions,
): Promise<SkillOffer> {
  const { traits, called } = options
  const ready = skills.filter(({ status }) => status === 'ready')
  const found = await findOwnSkills(skills, traits, options.place)
  const own = new Set(ready.filter((skill) => found.has(skill)))
  const ours = ready.filter((skill) => !own.has(skill))
  const listed = calledFirst(ours, called).filter((skill) => skill.facts.byModel)
  const silent = ours.filter((skill) => !skill.facts.byModel)
  const hidden = silent.filter((skill) => traits.hides !== null || skill === called)
  const shares = shareList(listed, options)
  const shown = listed.flatMap((skill, index) => {
    const share = shares[index]
    const isLost = share === undefined || share.shown === 'left-out'
    return isLost ? [] : [{ skill, description: share.description }]
  })
  const isTaken = ready.some(({ name }) => name === MORE_SKILLS)
  const lost = isTaken ? [] : listed.filter((_, index) => shares[index]?.shown === 'left-out')
  const given = [...shown, ...hidden.map((skill) => ({ skill, description: null }))]
  const { bundle, unread } = await bundleOf(given, lost, options)
  const names = new Set(unread.map(({ name }) => name))
  return {
    bundle,
    offered: [
      ...[...own].map((skill) => ({ folder: skill.folder, calledAs: skill.name })),
      ...given
        .filter(({ skill }) => !unread.includes(skill))
        .map(({ skill }) => ({ folder: skill.folder, calledAs: traits.prefix + skill.name })),
    ],
    shares: shares.map((share) =>
      names.has(share.name) ? { ...share, shown: 'left-out', description: '' } : share,
    ),
    kept: silent.filter((skill) => !hidden.includes(skill)).map(({ name }) => name),
    unready: [...found].filter(({ status }) => status !== 'ready'),
  }
}

/** The one that is called is the last to lose its place. */
function calledFirst(skills: readonly Skill[], called: Skill | undefined): readonly Skill[] {
  return [...skills].sort((a, b) => Number(b === called) - Number(a === called))
}

interface Bundled {
  readonly bundle: SkillBundle | null
  readonly unread: readonly Skill[]
}

async function bundleOf(
  given: Parameters<typeof buildBundle>[0],
  lost: readonly Skill[],
  { bundlesDir, leaseDir, traits }: OfferOptions,
): Promise<Bundled> {
  const built = await buildBundle(given, { bundlesDir, leaseDir, lost, hides: traits.hides })
  return built.unread.length === given.length ? { ...built, bundle: null } : built
}

/** The path of a bundle is as long as this one. */
const SAMPLE_HASH = '0123456789abcdef'

function shareList(
  skills: readonly Skill[],
  { traits, bundlesDir }: OfferOptions,
): readonly SkillShare[] {
  const { list, prefix } = traits
  const listed = skills.map(({ name, facts }) => ({
    name,
    description: toListed(facts.description),
  }))
  return shareDescriptions(listed, {
    total: list.total,
    perDescription: list.perDescription,
    entry: ({ name }, description) => {
      const path = list.path ? `${bundlesDir}/${SAMPLE_HASH}/skills/${name}/SKILL.md` : ''
      return (
        `${prefix}${name}`.padEnd(list.perEntry + prefix.length + name.length * list.names) +
        path +
        description
      )
    },
    size: sizeOf(list),
  })
}

function sizeOf({ unit }: SkillListTraits): (text: string) => number {
  return unit === 'bytes' ? (text) => Buffer.byteLength(text) : (text) => Array.from(text).length
}
