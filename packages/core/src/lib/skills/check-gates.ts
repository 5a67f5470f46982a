import type { SkillGates } from './skill.ts'

/** What of a machine and a session gates ask about. */
export interface GateSession {
  /** Node's name of the operating system. */
  readonly os: string
  /** Whether a program of that name stands in `PATH`. */
  readonly hasBin: (name: string) => boolean
  readonly env: Readonly<Record<string, string | undefined>>
  /** Names of the session's tools. Absent: unknown, and gates of tools hold. */
  readonly tools?: readonly string[]
  /** Canonical name of the platform. Absent: none or unknown, and its gate holds. */
  readonly platform?: string
}

/** One gate of a skill in a session. */
export interface GateVerdict {
  readonly gate: keyof SkillGates
  readonly wanted: readonly string[]
  readonly pass: boolean
  /** One phrase for people: what is there or missing. */
  readonly reason: string
}

/** Judges every gate that a skill has; a skill is gated when one does not pass. */
export function checkGates(gates: SkillGates, session: GateSession): readonly GateVerdict[] {
  const { tools, platform } = session
  const named = (name: string): boolean => (session.env[name] ?? '') !== ''
  return [
    ...one('os', gates.os, {
      holds: (list) => list.includes(session.os),
      not: (list) => `is for ${list.map(systemName).join(', ')}; this is ${systemName(session.os)}`,
    }),
    ...all('bins', gates.bins, { has: session.hasBin, kind: 'program', where: 'is not in PATH' }),
    ...one('anyBins', gates.anyBins, {
      holds: (list) => list.some(session.hasBin),
      not: (list) => `none of the programs ${list.join(', ')} is in PATH`,
    }),
    ...all('env', gates.env, { has: named, kind: 'variable', where: 'is not set' }),
    ...all('tools', gates.tools, {
      has: (name) => tools?.includes(name) ?? true,
      kind: 'tool',
      where: 'is not in this session',
    }),
    ...one('sessionPlatforms', gates.sessionPlatforms, {
      holds: (list) => platform === undefined || list.includes(platform),
      not: (list) => `is for sessions on ${list.join(', ')}; this one is on ${platform}`,
    }),
    ...one('fallbackFor', gates.fallbackFor, {
      holds: (list) => !list.some((name) => tools?.includes(name) ?? false),
      not: (list) =>
        `the session has ${list.filter((name) => tools?.includes(name)).join(', ')}, which it stands in for`,
    }),
  ]
}

interface OneGate {
  readonly holds: (wanted: readonly string[]) => boolean
  readonly not: (wanted: readonly string[]) => string
}

function one(
  gate: keyof SkillGates,
  wanted: readonly string[],
  { holds, not }: OneGate,
): readonly GateVerdict[] {
  if (wanted.length === 0) return []
  const pass = holds(wanted)
  return [{ gate, wanted, pass, reason: pass ? 'holds' : not(wanted) }]
}

interface AllGate {
  readonly has: (name: string) => boolean
  readonly kind: string
  readonly where: string
}

function all(
  gate: keyof SkillGates,
  wanted: readonly string[],
  { has, kind, where }: AllGate,
): readonly GateVerdict[] {
  const missing = (): readonly string[] => wanted.filter((name) => !has(name))
  return one(gate, wanted, {
    holds: () => missing().length === 0,
    not: () =>
      missing()
        .map((name) => `the ${kind} ${name} ${where}`)
        .join(', '),
  })
}

const SYSTEM_NAMES: Readonly<Record<string, string>> = { darwin: 'macos', win32: 'windows' }

function systemName(os: string): string {
  return SYSTEM_NAMES[os] ?? os
}
