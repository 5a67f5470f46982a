import type { Language } from '../model/target.ts'

/**
 * Facts about the machine that stay the same while a session lives. Neither a
 * clock nor a branch nor what is uncommitted is among them: they would change
 * the frozen bytes, and a model takes an old date for today's.
 */
export interface EnvironmentFacts {
  /** Name and version: `Linux 6.1.0 (x64)`. */
  readonly operatingSystem?: string
  /** Path or name of the shell that commands run in. */
  readonly shell?: string
  /** Absolute path. */
  readonly workingDirectory?: string
  /** Absolute path of the git work tree around it; `null`: there is none. */
  readonly gitRoot?: string | null
  /** IANA name: `Europe/Oslo`. */
  readonly timeZone?: string
}

const LABELS = {
  en: {
    operatingSystem: 'Operating system',
    shell: 'Shell',
    workingDirectory: 'Working directory',
    gitRoot: 'Git work tree',
    timeZone: 'Time zone',
    none: 'none',
    joint: ': ',
  },
  zh: {
    operatingSystem: '操作系统',
    shell: 'Shell',
    workingDirectory: '工作目录',
    gitRoot: 'Git 工作树',
    timeZone: '时区',
    none: '无',
    joint: '：',
  },
} as const

const ORDER = ['operatingSystem', 'shell', 'workingDirectory', 'gitRoot', 'timeZone'] as const

/** The facts, one a line, in a fixed order; what is not known has no line. `''` when nothing is. */
export function environmentText(facts: EnvironmentFacts, language: Language): string {
  const labels = LABELS[language]
  return ORDER.flatMap((key) => {
    const value = facts[key]
    if (value === undefined) return []
    return [`${labels[key]}${labels.joint}${value === null ? labels.none : oneLine(value)}\n`]
  }).join('')
}

/** Names of folders can hold anything; here they are one line without invisible characters. */
function oneLine(value: string): string {
  return value.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
}
