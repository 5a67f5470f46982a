import { type Diagnostic, parseSkill, type SkillFacts, toSkillDiagnostic } from '@onesoul/core'
import type { ScanRules } from '@onesoul/sources'
import { isDeviceName } from '../archive/entry-names.ts'
import type { SkillPackageFile } from '../sync/skill-package.ts'
import { checkFiles } from './check-files.ts'
import { checkReferences } from './check-references.ts'
import { type SkillScan, scanDiagnostics, scanSkill } from './scan-skill.ts'

/** The files of one skill, with paths relative to its folder. */
export interface SkillFolder {
  /** Name of the folder; null when the skill is a whole source, whose own name says nothing. */
  readonly folder: string | null
  readonly files: readonly SkillPackageFile[]
  /** What is no plain file. */
  readonly links: readonly string[]
}

export interface JudgedSkill {
  readonly facts: SkillFacts
  readonly diagnostics: readonly Diagnostic[]
  readonly scan: SkillScan
  /** What keeps it from being added, worst first; empty: nothing. */
  readonly refusals: readonly Diagnostic[]
}

/** A value that YAML does not read is read by lines, and every agent of ours takes the skill. */
const FORGIVEN: readonly string[] = ['skill.invalid-yaml']

/** Holds a skill against every rule: of the format, of the folder, of the guard. */
export function judgeSkill(given: SkillFolder, rules: ScanRules): JudgedSkill {
  const { files, links } = given
  const file = files.find(({ path }) => /^skill\.md$/i.test(path))
  const source = { root: 'skills', path: file?.path ?? 'SKILL.md' } as const
  const bytes = file?.bytes ?? new Uint8Array()
  const folder = given.folder ?? parseSkill(bytes, { folder: '', source }).facts.name
  const parsed = parseSkill(bytes, { folder, source })
  const scan = scanSkill(files, rules)
  const misspelt = file === undefined || file.path === 'SKILL.md' ? [] : [misnamed(file.path)]
  const format = [
    ...misspelt,
    ...(isDeviceName(parsed.facts.name) ? [deviceName(parsed.facts.name)] : []),
    ...parsed.diagnostics,
    ...checkReferences(
      parsed,
      files.map(({ path }) => path),
    ),
    ...checkFiles(files, links),
  ]
  const refusals = format.filter(
    ({ code, severity }) => severity === 'error' && !(FORGIVEN.includes(code) && parsed.usable),
  )
  return { facts: parsed.facts, diagnostics: [...format, ...scanDiagnostics(scan)], scan, refusals }
}

function deviceName(name: string): Diagnostic {
  return {
    code: 'skill.file-path',
    severity: 'error',
    message: `${name} is what Windows calls a device, so that no folder there can have that name`,
    source: { root: 'skills', path: 'SKILL.md' },
    fix: 'give the folder and `name:` another name',
  }
}

function misnamed(path: string): Diagnostic {
  const message = `the file is called ${path}`
  return toSkillDiagnostic({ code: 'skill.file-name', message }, { root: 'skills', path })
}
