import {
  type Diagnostic,
  describeThreat,
  type ThreatAction,
  type ThreatSeverity,
} from '@onesoul/core'
import { keepsSkillBack, type ScanRules, scanBytes } from '@onesoul/sources'
import { errorText } from '../sync/error-text.ts'
import type { SkillPackageFile } from '../sync/skill-package.ts'

/** A finding of the guard in a file of a skill. */
export interface SkillFinding {
  /** Relative to the skill's folder. */
  readonly path: string
  /** 1-based. */
  readonly line: number
  readonly rule: string
  readonly severity: ThreatSeverity
  readonly action: ThreatAction
  /** Hex, of the block around it: what an override names beside the rule. */
  readonly sha256: string
  /** One clause. */
  readonly message: string
}

export interface SkillScan {
  /** Those that count: overridden ones and those that pass are not among them. */
  readonly findings: readonly SkillFinding[]
  /** The policy would not let a model have the words as they are. */
  readonly blocked: boolean
  /** Why a part was not looked at, one sentence each. */
  readonly partial: readonly string[]
}

/** Looks for threats in every file of a skill that came from elsewhere. A guard that fails blocks. */
export function scanSkill(files: readonly SkillPackageFile[], rules: ScanRules): SkillScan {
  const findings: SkillFinding[] = []
  const partial: string[] = []
  try {
    for (const { path, bytes } of files) {
      const place = { path, absolute: '', trust: 'external' } as const
      const scanned = scanBytes(bytes, { ...rules, place })
      for (const one of scanned.findings) {
        if (one.action === 'pass' || one.override !== undefined) continue
        const { line, rule, severity, action, block } = one
        const message = describeThreat(one)
        findings.push({ path, line, rule, severity, action, sha256: block, message })
      }
      if (!scanned.opaque) partial.push(...scanned.partial.map((why) => `${path}: ${why}`))
    }
  } catch (error) {
    return { findings, blocked: true, partial: [`the guard failed: ${errorText(error)}`] }
  }
  return { findings, blocked: findings.some(keepsSkillBack), partial }
}

/** Findings as diagnostics: what the policy blocks is an error. */
export function scanDiagnostics({ findings, partial }: SkillScan): readonly Diagnostic[] {
  const found = findings.map((one): Diagnostic => {
    const isBlocked = keepsSkillBack(one)
    return {
      code: isBlocked ? 'skill.threat-blocked' : 'skill.threat',
      severity: isBlocked ? 'error' : 'warning',
      message: `${one.severity}: ${one.message}`,
      source: { root: 'skills', path: one.path, line: one.line },
      ...(isBlocked && {
        fix: `to accept it, name rule ${one.rule} and sha256 ${one.sha256} in the file of guard.overrides`,
      }),
    }
  })
  const unseen = partial.map(
    (message): Diagnostic => ({
      code: 'skill.not-scanned',
      severity: 'warning',
      message,
      source: { root: 'skills', path: 'SKILL.md' },
    }),
  )
  return [...found, ...unseen]
}
