import {
  addOwnEntry,
  bodyOf,
  findSlotTargets,
  type Home,
  MEMORY_SLOTS,
  measureFor,
  type ProposalTarget,
  propose,
  readProposals,
  readSlotContent,
  type SlotTarget,
} from '@onesoul/sources'
import { formatTable } from '../format/format-table.ts'
import { visible } from '../format/visible.ts'
import { requireKeepingHome } from '../prepare/require-keeping-home.ts'
import { readStandardInput } from '../scan/read-standard-input.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { knownValue } from '../terminal/known-value.ts'
import { printJson } from '../terminal/print-json.ts'
import { isInRun, listProposals, refusalError, reportAccepted } from './proposals.ts'

/** Which file is meant: the one that counts for a platform and a bot. */
export interface MemoryTargetFlags {
  readonly platform?: string
  readonly bot?: string
}

export interface AddMemoryFlags extends MemoryTargetFlags {
  readonly to?: string
  readonly reason?: string
  readonly dryRun?: boolean
}

/** What `--to` takes. */
export const MEMORY_FILES = ['memory', 'user'] as const

/**
 * `onesoul memory add TEXT`: adds an entry to MEMORY.md or USER.md; `-` reads it from standard input. In the run of an
 * agent it is kept as a proposal instead.
 */
export async function addMemoryCommand(
  invocation: Invocation,
  text: string,
  flags: AddMemoryFlags,
): Promise<number> {
  const to = knownValue('--to', flags.to ?? 'memory', MEMORY_FILES)
  const slot = to === 'user' ? 'USER' : 'MEMORY'
  const home = await requireKeepingHome(invocation)
  const said = text === '-' ? await readText() : text
  const target = targetOf(invocation, flags)
  if (!isInRun(invocation)) {
    const dryRun = flags.dryRun ?? false
    return reportAccepted(
      invocation,
      await addOwnEntry(home, { slot, text: said, target }, { dryRun }),
    )
  }
  const reason = flags.reason ?? 'none was given'
  const kept = await propose(home, { kind: 'memory', slot, text: said, reason, target })
  if (!kept.ok) throw refusalError(kept.refusal)
  const { id, path } = kept.value
  if (invocation.flags.json) printJson(invocation, { outcome: 'proposed', ...kept.value })
  else invocation.terminal.out(`kept as proposal ${id} for ${visible(path)}; a person accepts it\n`)
  return EXIT.done
}

/** `onesoul memory list`: the files that count, how full they are, and the entries that are proposed. */
export async function listMemoryCommand(
  invocation: Invocation,
  flags: MemoryTargetFlags,
): Promise<number> {
  const home = await requireKeepingHome(invocation)
  const found = await findSlotTargets(home, targetOf(invocation, flags), { ofPerson: true })
  const files = await Promise.all(
    found
      .filter(({ slot }) => MEMORY_SLOTS.includes(slot))
      .map((target) => measureFile(home, target)),
  )
  if (invocation.flags.json) {
    const { proposals, faults } = await readProposals(home.dir)
    const entries = proposals.filter(({ kind }) => kind === 'memory')
    printJson(invocation, { files, proposals: entries, faults })
    return faults.length > 0 ? EXIT.failed : EXIT.done
  }
  const rows = files.map(({ path, scope, exists, used, budget, fault }) => [
    visible(path),
    scope,
    fault ?? (exists ? `${used} of ${budget.amount} ${budget.unit}` : 'not there yet'),
  ])
  if (rows.length > 0) invocation.terminal.out(`${formatTable(rows)}\n\n`)
  return listProposals(invocation, home, 'memory')
}

interface MemoryFile extends SlotTarget {
  readonly exists: boolean
  /** In the unit of the budget. */
  readonly used: number
  /** Why nothing can be added to it. */
  readonly fault: string | null
}

async function measureFile(home: Home, target: SlotTarget): Promise<MemoryFile> {
  const read = await readSlotContent(home, target.path)
  if (!read.ok) return { ...target, exists: true, used: 0, fault: read.refusal.message }
  const body = read.value ? bodyOf(read.value.document) : ''
  const used = measureFor(target.budget, body)
  return { ...target, exists: read.value !== null, used, fault: null }
}

function targetOf(
  { cwd, flags }: Invocation,
  { platform, bot }: MemoryTargetFlags,
): ProposalTarget {
  return {
    cwd,
    explicitCwd: flags.cwd !== undefined,
    ...(platform !== undefined && { platform }),
    ...(bot !== undefined && { bot }),
  }
}

/** As much as an entry may have, with room for it to be told that it is too long. */
async function readText(): Promise<string> {
  const { bytes } = await readStandardInput(64 * 1024)
  return new TextDecoder().decode(bytes)
}
