import type { Severity } from '../model/diagnostic.ts'

export type SkillRuleCode =
  | 'skill.no-frontmatter'
  | 'skill.language-tag'
  | 'skill.invalid-yaml'
  | 'skill.refused-key'
  | 'skill.name-missing'
  | 'skill.name-long'
  | 'skill.name-characters'
  | 'skill.name-dash'
  | 'skill.name-letters'
  | 'skill.name-folder'
  | 'skill.description-missing'
  | 'skill.description-long'
  | 'skill.compatibility-long'
  | 'skill.compatibility-form'
  | 'skill.metadata-form'
  | 'skill.allowed-tools-form'
  | 'skill.foreign-key'
  | 'skill.unknown-key'
  | 'skill.gate-value'
  | 'skill.gate-ignored'
  | 'skill.body-empty'
  | 'skill.body-long'
  | 'skill.file-name'
  | 'skill.file-large'
  | 'skill.encoding'
  | 'skill.unreadable'
  | 'skill.link-outside'

/** A rule of the format, or of what we can work with. */
export interface SkillRule {
  /** `error`: the format's own validator refuses the folder. `warning` and `info`: advice. */
  readonly severity: Severity
  /** A skill that breaks it cannot be used at all. */
  readonly fatal: boolean
  readonly fix: string
}

const error = (fix: string): SkillRule => ({ severity: 'error', fatal: false, fix })
const fatal = (fix: string): SkillRule => ({ severity: 'error', fatal: true, fix })
const warning = (fix: string): SkillRule => ({ severity: 'warning', fatal: false, fix })
const info = (fix: string): SkillRule => ({ severity: 'info', fatal: false, fix })

const BEGIN = 'begin the file with `---`, `name: …`, `description: …`, `---`'
const NAME = 'use a-z, 0-9 and single dashes, 1 to 64 of them, e.g. `name: pdf-processing`'

/** Every rule by its code. The figures are those of the Agent Skills format, `file-large` is ours. */
export const SKILL_RULES: Readonly<Record<SkillRuleCode, SkillRule>> = {
  'skill.no-frontmatter': fatal(BEGIN),
  'skill.language-tag': fatal('write `---` alone: the block is YAML'),
  'skill.invalid-yaml': error('put the value in quotes: `description: "…: …"`'),
  'skill.refused-key': warning('remove it or give it another name'),
  'skill.name-missing': error('write `name:` with the name of the folder'),
  'skill.name-long': fatal(NAME),
  'skill.name-characters': fatal(NAME),
  'skill.name-dash': fatal(NAME),
  'skill.name-letters': warning('use a-z alone: not every agent takes other letters'),
  'skill.name-folder': error('give the folder and `name:` one name'),
  'skill.description-missing': fatal('say what the skill does and when to use it'),
  'skill.description-long': error('shorten it to 1,024 characters; details belong below'),
  'skill.compatibility-long': error('shorten it to 500 characters'),
  'skill.compatibility-form': error('write one text, e.g. `compatibility: Requires git`'),
  'skill.metadata-form': warning('write `metadata:` as `key: value` lines'),
  'skill.allowed-tools-form': warning('write one text, e.g. `allowed-tools: Read Grep`'),
  'skill.foreign-key': info('nothing, unless every agent is to take it'),
  'skill.unknown-key': warning('move it below `metadata:`, or remove it'),
  'skill.gate-value': warning('use a word that is known, or remove it'),
  'skill.gate-ignored': info(
    'use `requires-tools` or `session-platforms` where it is meant to count',
  ),
  'skill.body-empty': warning('write what to do below the frontmatter'),
  'skill.body-long': warning(
    'keep it under 500 lines and 5,000 tokens; move details to references/',
  ),
  'skill.file-name': warning('rename it to SKILL.md'),
  'skill.file-large': fatal('keep SKILL.md under 256 KB; move details to references/'),
  'skill.encoding': warning('save the file as UTF-8'),
  'skill.unreadable': fatal('make it a plain file that you can read'),
  'skill.link-outside': fatal('put the folder itself there'),
}

/** A rule that is broken, and how. */
export interface SkillFault {
  readonly code: SkillRuleCode
  /** One sentence, with the figures that matter. */
  readonly message: string
}

/** Largest SKILL.md that is read, in bytes. */
export const MAX_SKILL_BYTES: number = 256 * 1024
