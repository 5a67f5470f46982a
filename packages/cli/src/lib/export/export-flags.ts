import type { SlotName } from '@onesoul/core'
import { PRIVATE_SLOTS } from '@onesoul/sources'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import { knownValue } from '../terminal/known-value.ts'

/** Flags of `export`. */
export interface ExportFlags {
  readonly agent?: readonly string[]
  readonly platform?: string
  readonly bot?: string
  readonly language?: string
  readonly with?: string
  readonly skills?: boolean
  readonly check?: boolean
  readonly dryRun?: boolean
  readonly force?: boolean
  readonly prune?: boolean
  readonly remove?: boolean
}

/** Refuses flags that contradict each other. */
export function checkExportFlags(flags: ExportFlags): void {
  const pairs = [
    ['check', 'force'],
    ['check', 'prune'],
    ['check', 'remove'],
    ['check', 'dryRun'],
    ['remove', 'agent'],
    ['remove', 'skills'],
  ] as const
  const found = pairs.find(([one, other]) => flags[one] && flags[other])
  if (!found) return
  const [one, other] = found.map((name) => `--${name === 'dryRun' ? 'dry-run' : name}`)
  throw new CliError(EXIT.usage, `${one} and ${other} cannot be used together`)
}

/** `--agent a --agent b,c` as a list. */
export function agentNames({ agent = [] }: ExportFlags): readonly string[] {
  return agent
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** `--with user,memory` as slots; none without it. */
export function parseWith(value: string | undefined): readonly SlotName[] {
  const choices = PRIVATE_SLOTS.map((slot) => slot.toLowerCase())
  const names = (value?.split(',') ?? []).map((name) =>
    knownValue('--with', name.trim().toLowerCase(), choices),
  )
  return PRIVATE_SLOTS.filter((slot) => names.includes(slot.toLowerCase()))
}
